import XCTest

@testable import PracticeKit

final class SourceImportTests: XCTestCase {
  func testEachFormOfAnImportIsFound() {
    for source in [
      "import Grading", "@testable import Grading", "public import Grading",
      "@_spi(Some, Other) import Grading", "@preconcurrency internal import Grading",
      "@_exported\n  @testable\nimport\n\nGrading", "import struct Grading.World",
      "import class Grading.World", "import func Grading.grade", "import let Grading.x",
      "import Grading.Sub", "import `Grading`", "import/* why */Grading", "import // why\nGrading",
      "import\u{0}Grading", "import\tGrading;", "\u{FEFF}import Grading",
      "#if false\nimport Grading\n#endif", "#if canImport(Grading)\nimport Grading\n#endif",
      "#!/usr/bin/env swift \"\nimport Grading", "let a = 1; import Grading; let b = 2",
    ] {
      XCTAssertEqual(modules(source), ["Grading"], source)
    }
  }

  func testSeveralInALineAreFoundWithTheirPlaces() {
    XCTAssertEqual(
      imports("import A; import B\r\n  @testable import struct C.D\rimport E")
        .map { "\($0.module) \($0.line):\($0.column)" },
      [
        "A 1:1",
        "B 1:11",
        "C 2:13",
        "E 3:1",
      ])
  }

  func testWhatOnlyLooksLikeOneIsNone() {
    for source in [
      "// import Grading", "/* import Grading */", "/* /* */ import Grading */",
      #"let a = "import Grading""#, #"let a = "\"import Grading""#,
      "let a = \"\"\"\n  import Grading \" \"\" \n  \"\"\"",
      ##"let a = #"" import Grading "# "##, ##"let a = #"\" import Grading"#"##,
      "let a = #\"\"\"\n\"\"\" import Grading\n\"\"\"#", "let a = /import Grading/",
      "let a = #/\n  import Grading\n/#", "list.import(Grading)", "load(import: Grading)",
      "let `import` = Grading", "let importGrading = 1", "important Grading",
    ] {
      XCTAssertEqual(modules(source), [], source)
    }
  }

  func testNothingThatEndsHidesWhatFollows() {
    for beginning in [
      "// a comment\r", "/* a /* nested */ one */", "/**/", "/* \" */", #"let a = "/*";"#,
      #"let a = "\\";"#, #"let a = "\("\("x")")";"#, #"let a = "\(f("(", ")"))";"#,
      #"let a = "\(b ? "\"" : "")";"#, ##"let a = #"\"#;"##, ##"let a = #"\#("x")"#;"##,
      ##"let a = #"""#;"##, "let a = \"\"\"\n\"\"\n\\\"\"\"\n\"\"\";",
      "let a = ##\"\"\"\n\"\"\"# \n\"\"\"##;", #"let a = /"/;"#, #"let a = /\/"/;"#,
      #"let a = f(/"/);"#, ##"let a = #/"/#;"##, ##"let a = #/ /* /#;"##, "let a = / b;",
      "let a = /b/*;", "let a = b /2 ;", "let a = b / c / \"d\";", "let a = 'x;\n",
      "let a = \"an open one\n", "let a = `b`/2;", "#warning(\"\\(\")\n",
    ] {
      XCTAssertEqual(modules("\(beginning) import Grading").suffix(1), ["Grading"], beginning)
    }
  }

  func testManyBracketsAreNoDanger() {
    let deep = String(repeating: #""\("#, count: 100_000)
    XCTAssertEqual(modules("let a = \(deep)"), [])
    let comments = String(repeating: "/*", count: 100_000)
    XCTAssertEqual(modules(comments), [])
  }

  private func imports(_ source: String) -> [SourceImport] {
    SourceImport.all(in: SourceReader(source).tokens)
  }

  private func modules(_ source: String) -> [String] { imports(source).map(\.module) }
}
