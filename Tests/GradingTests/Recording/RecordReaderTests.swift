import Foundation
import XCTest

@testable import Grading

final class RecordReaderTests: XCTestCase {
  private let secret = Data("a secret".utf8)
  private let others = Data("another".utf8)

  func testBytesThatAreCutAnywhereGiveTheSameRecords() throws {
    let bytes = try Data((0..<3).flatMap { try record($0).line(sealedWith: secret) })
    for length in 1..<40 {
      var reader = RecordReader(secret: secret)
      var rest = bytes[...]
      while !rest.isEmpty {
        reader.read(Data(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      reader.finish()
      XCTAssertEqual(reader.records, (0..<3).map(record))
      XCTAssertTrue(reader.refused.isEmpty)
    }
  }

  func testAForgedRecordIsNotBelieved() throws {
    var reader = RecordReader(secret: secret)
    reader.read(try record(0).line(sealedWith: others))
    reader.read(Data("\nFU1 {\"verdict\":\"pass\"}\nFU1\npassed\n".utf8))
    reader.finish()
    XCTAssertEqual(reader.records, [])
    XCTAssertEqual(reader.refused.forged, 2)
    XCTAssertEqual(reader.refused.foreignLines, 2)
  }

  func testAChangedRecordIsNotBelieved() throws {
    var failed = record(0)
    failed.verdict = .fail
    let line = String(decoding: try failed.line(sealedWith: secret), as: UTF8.self)
    var reader = RecordReader(secret: secret)
    reader.read(Data(line.replacing("fail", with: "pass").utf8))
    XCTAssertEqual(reader.records, [])
    XCTAssertEqual(reader.refused.forged, 1)
  }

  func testAReplayedRecordIsNotBelieved() throws {
    let line = try record(0).line(sealedWith: secret)
    var reader = RecordReader(secret: secret)
    XCTAssertEqual(reader.read(line + line).count, 1)
    XCTAssertEqual(reader.read(line), [])
    XCTAssertEqual(reader.refused.replayed, 2)
  }

  func testWhatAnAnswerWritesInBetweenSpoilsNothing() throws {
    var reader = RecordReader(secret: secret)
    reader.read(Data("half a line".utf8))
    reader.read(try record(0).line(sealedWith: secret))
    reader.read(Data("\u{0}\u{FF}\r\n\n".utf8))
    reader.read(try record(1).line(sealedWith: secret))
    reader.finish()
    XCTAssertEqual(reader.records.map(\.number), [0, 1])
    XCTAssertEqual(reader.refused.foreignLines, 2)
  }

  func testACutRecordAndAGapAreTold() throws {
    var reader = RecordReader(secret: secret)
    reader.read(try record(0).line(sealedWith: secret))
    reader.read(try record(3).line(sealedWith: secret))
    reader.read(try record(4).line(sealedWith: secret).dropLast(2))
    reader.finish()
    XCTAssertEqual(reader.records.map(\.number), [0, 3])
    XCTAssertEqual(reader.refused.lost, 2)
    XCTAssertEqual(reader.refused.truncated, 1)
    XCTAssertEqual(reader.refused.sentences.count, 2)
  }

  func testAnEndlessLineTakesNoMemory() throws {
    var reader = RecordReader(secret: secret)
    for _ in 0..<40 { reader.read(Data(repeating: 65, count: 1 << 16)) }
    reader.read(try record(0).line(sealedWith: secret))
    reader.finish()
    XCTAssertEqual(reader.records.count, 1)
    XCTAssertEqual(reader.refused.foreignLines, 1)
  }

  func testACommissionSurvivesItsLine() throws {
    let commission = Commission(.grade, plan: .only(seed: 41))
    XCTAssertEqual(try Commission(line: commission.line()), commission)
    XCTAssertEqual(commission.secret.count, 32)
    XCTAssertNotEqual(Commission.freshSecret(), Commission.freshSecret())
    XCTAssertThrowsError(try Commission(line: Data("{}".utf8)))
  }

  private func record(_ number: Int) -> GradingRecord {
    var record = GradingRecord(number, .ended, exercise: "Toy", check: "check\(number)")
    record.words = "two\nlines"
    return record
  }
}
