import Foundation
import SimulatedApp

/// A script in a file.
struct ScriptFile {
  let script: GestureScript

  /// Reads a file.
  ///
  /// - Throws: ``ScriptFileError`` where it cannot be read or followed.
  init(_ path: String) throws(ScriptFileError) {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw .unreadable(path)
    }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    do throws(ScriptError) {
      script = try GestureScript(text, name: name)
    } catch {
      let near = error.unknownWord.flatMap { word in
        Suggestion.nearest(to: word, among: GestureScript.words)
      }
      throw .wrong(path, error, near: near)
    }
  }
}

/// Why a script file is of no use.
enum ScriptFileError: Error, CustomStringConvertible {
  case unreadable(String)
  case wrong(String, ScriptError, near: String?)

  var description: String {
    switch self {
    case .unreadable(let path):
      "The script '\(path)' cannot be read. Give the path of a text file."
    case .wrong(let path, let error, let near):
      "\(path), line \(error.line): \(error.sentence)"
        + (near.map { " Did you mean '\($0)'?" } ?? "")
    }
  }
}
