import Foundation

// Each throws ``UsageError`` in the name of its command.
extension CommandWords {
  /// The course around the working folder.
  func course() throws(UsageError) -> Course {
    let folder = FileManager.default.currentDirectoryPath
    do throws(CourseError) {
      return try Course(around: URL(fileURLWithPath: folder, isDirectory: true))
    } catch {
      throw UsageError("\(error)", command: command)
    }
  }

  /// The exercise of a course that a word names.
  func exercise(_ word: String, in course: Course) throws(UsageError) -> String {
    do throws(CourseError) {
      return try course.exercise(named: word)
    } catch {
      throw UsageError("\(error)", command: command)
    }
  }
}
