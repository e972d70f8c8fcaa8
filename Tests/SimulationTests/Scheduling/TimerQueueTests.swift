import XCTest

@testable import Simulation

final class TimerQueueTests: XCTestCase {
  func testFiresByDeadlineAndThenByInsertion() {
    var queue = TimerQueue<String>()
    for (name, deadline) in [("c", 2), ("a", 1), ("d", 2), ("b", 1), ("e", 3)] {
      _ = queue.insert(name, at: .seconds(deadline))
    }
    XCTAssertEqual(queue.ordered, ["a", "b", "c", "d", "e"])
    XCTAssertEqual(drain(&queue), ["a", "b", "c", "d", "e"])
  }

  func testRemovedTimerIsGoneAndItsIDStaysDead() {
    var queue = TimerQueue<String>()
    let first = queue.insert("first", at: .seconds(1))
    XCTAssertEqual(queue.remove(first), "first")
    let second = queue.insert("second", at: .seconds(1))
    XCTAssertNil(queue.remove(first), "the slot is in use again, by another timer")
    XCTAssertEqual(queue.remove(second), "second")
    XCTAssertNil(queue.remove(second))
    XCTAssertEqual(queue.count, 0)
  }

  /// Ten thousand random operations against a sorted array.
  func testAgreesWithASortedArray() {
    var random = SplitMix64(seed: 1)
    var queue = TimerQueue<Int>()
    var model: [(deadline: Int, number: Int, id: TimerQueue<Int>.ID)] = []
    for number in 0..<10_000 {
      switch random.next(below: 5) {
      case 0, 1, 2:
        let deadline = random.next(below: 50)
        let id = queue.insert(number, at: .seconds(deadline))
        let place = model.firstIndex { $0.deadline > deadline } ?? model.endIndex
        model.insert((deadline, number, id), at: place)
      case 3 where !model.isEmpty:
        let gone = model.remove(at: random.next(below: model.count))
        XCTAssertEqual(queue.remove(gone.id), gone.number)
      default:
        XCTAssertEqual(queue.removeFirst(), model.isEmpty ? nil : model.removeFirst().number)
      }
      XCTAssertEqual(queue.count, model.count)
      XCTAssertEqual(queue.firstDeadline, model.first.map { .seconds($0.deadline) })
    }
    XCTAssertEqual(drain(&queue), model.map(\.number))
  }

  private func drain<Payload>(_ queue: inout TimerQueue<Payload>) -> [Payload] {
    var drained: [Payload] = []
    while let next = queue.removeFirst() { drained.append(next) }
    return drained
  }
}
