import StableIdentitySolution
import Vocabulary
import Simulation
import XCTest

private let a = Item.ID("a")
private let b = Item.ID("b")
private let c = Item.ID("c")

private func item(_ name: String, _ photo: Int) -> Item {
  Item(id: Item.ID(name), key: HeldLoads.key(photo))
}

final class StableIdentityTests: XCTestCase {
  // MARK: Arrivals

  func testAPictureForAnItemThatHasLeftGoesToTheCacheOnly() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1), item("b", 2)]))
      let key = try XCTUnwrap(screen.list.begin(for: a))
      screen.list.apply(ListSnapshot([item("b", 2)]))
      let before = screen.updates
      screen.list.arrived(HeldLoads.picture(key), for: a)
      XCTAssertEqual(screen.updates, before)
      XCTAssertEqual(screen.cache.keys, [HeldLoads.key(1)])
      XCTAssertNil(screen.list.picture(for: a))
      XCTAssertNil(screen.list.picture(for: b))
    }
  }

  func testARowInsertedAboveDoesNotMoveThePicture() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1), item("b", 2)]))
      let key = try XCTUnwrap(screen.list.begin(for: b))
      screen.list.apply(ListSnapshot([item("c", 3), item("a", 1), item("b", 2)]))
      screen.list.arrived(HeldLoads.picture(key), for: b)
      XCTAssertEqual(screen.updates.last, .reconfigure([b]))
      XCTAssertEqual(screen.list.picture(for: b)?.shows(HeldLoads.key(2)), true)
      XCTAssertNil(screen.list.picture(for: a))
      XCTAssertNil(screen.list.picture(for: c))
    }
  }

  func testTwoItemsWithOneURLAreUpdatedByOneLoad() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1), item("b", 2), item("c", 1)]))
      let key = try XCTUnwrap(screen.list.begin(for: c))
      XCTAssertNil(screen.list.begin(for: a), "it is on its way")
      screen.list.arrived(HeldLoads.picture(key), for: c)
      XCTAssertEqual(screen.updates.last, .reconfigure([a, c]))
      XCTAssertTrue(screen.list.picture(for: a) === screen.list.picture(for: c))
      XCTAssertNotNil(screen.list.picture(for: a))
      XCTAssertNil(screen.list.begin(for: a))
    }
  }

  func testTheOtherItemIsUpdatedThoughTheOneThatAskedHasLeft() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1), item("b", 1)]))
      let key = try XCTUnwrap(screen.list.begin(for: a))
      screen.list.apply(ListSnapshot([item("b", 1)]))
      screen.list.arrived(HeldLoads.picture(key), for: a)
      XCTAssertEqual(screen.updates.last, .reconfigure([b]))
    }
  }

  func testOneArrivalReconfiguresOneRow() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot((0..<1000).map { item("\($0)", $0) }))
      for number in [7, 3, 999] {
        let id = Item.ID("\(number)")
        let key = try XCTUnwrap(screen.list.begin(for: id))
        screen.list.arrived(HeldLoads.picture(key), for: id)
        XCTAssertEqual(screen.updates.last, .reconfigure([id]))
      }
      XCTAssertEqual(screen.updates.count, 4)
    }
  }

  func testAnItemWithAnotherPictureIsLoadedAnew() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1)]))
      let former = try XCTUnwrap(screen.list.begin(for: a))
      screen.list.apply(ListSnapshot([item("a", 2)]))
      XCTAssertEqual(screen.updates.last, .apply(order: [a], reconfigure: [a]))
      let present = try XCTUnwrap(screen.list.begin(for: a))
      screen.list.arrived(HeldLoads.picture(present), for: a, key: present)
      screen.list.arrived(HeldLoads.picture(former), for: a, key: former)
      XCTAssertEqual(screen.list.picture(for: a)?.shows(present), true)
      XCTAssertEqual(screen.updates.count, 3)
      XCTAssertEqual(screen.cache.keys, [former, present])
    }
  }

  func testAPictureOfTheFormerKeyIsGoneWithIt() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1)]))
      let key = try XCTUnwrap(screen.list.begin(for: a))
      screen.list.arrived(HeldLoads.picture(key), for: a)
      screen.list.apply(ListSnapshot([item("a", 2)]))
      XCTAssertNil(screen.list.picture(for: a))
    }
  }

  func testAFailureChangesNothingAndIsForgotten() throws {
    MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1), item("b", 1)]))
      XCTAssertNotNil(screen.list.begin(for: a))
      screen.list.failed(for: a)
      XCTAssertEqual(screen.updates.count, 1)
      XCTAssertEqual(screen.list.begin(for: b), HeldLoads.key(1))
    }
  }

  func testWhatNobodyKnowsIsIgnored() {
    MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([Item(id: a, key: nil)]))
      for id in [a, b] {
        XCTAssertNil(screen.list.begin(for: id))
        screen.list.arrived(HeldLoads.picture(HeldLoads.key(1)), for: id)
        screen.list.failed(for: id)
        screen.list.release(id)
        XCTAssertNil(screen.list.picture(for: id))
      }
      XCTAssertEqual(screen.updates.count, 1)
      XCTAssertEqual(screen.cache.keys, [])
    }
  }

  func testPicturesAreHeldForRowsInUseOnly() throws {
    try MainActor.assumeIsolated {
      let screen = Screen()
      screen.list.apply(ListSnapshot([item("a", 1), item("b", 2)]))
      weak var picture: Bitmap?
      for id in [a, b] {
        let key = try XCTUnwrap(screen.list.begin(for: id))
        let arriving = HeldLoads.picture(key)
        picture = arriving
        screen.list.arrived(arriving, for: id)
      }
      screen.list.release(b)
      XCTAssertNotNil(screen.list.picture(for: b), "the cache has it")
      screen.cache.trim(toBytes: 0)
      XCTAssertNil(picture)
      XCTAssertNil(screen.list.picture(for: b))
      XCTAssertNotNil(screen.list.picture(for: a), "it is in use")
      screen.list.apply(ListSnapshot([item("a", 1)]))
      XCTAssertNotNil(screen.list.picture(for: a))
      XCTAssertEqual(screen.list.begin(for: b), nil)
    }
  }

  // MARK: Identity and pages

  func testIdentityIsTheIdAlone() {
    XCTAssertEqual(item("a", 1), item("a", 2))
    XCTAssertEqual(item("a", 1).hashValue, item("a", 2).hashValue)
    XCTAssertNotEqual(item("a", 1), item("b", 1))
  }

  func testAnItemOfTwoPagesStaysOnceAtItsFirstPlace() {
    var snapshot = ListSnapshot([item("a", 1), item("b", 2), item("c", 3)])
    snapshot.merge([item("c", 9), item("d", 4), item("a", 1), item("d", 5)])
    XCTAssertEqual(snapshot.items.map(\.id.name), ["a", "b", "c", "d"])
    XCTAssertEqual(snapshot.items.map(\.key), [1, 2, 9, 5].map { HeldLoads.key($0) })
    XCTAssertEqual(ListSnapshot([item("a", 1), item("a", 1)]).items.count, 1)
  }

  // MARK: Order

  func testUpdatesAreShownOneAfterTheOtherInOrder() {
    MainActor.assumeIsolated {
      let screen = Screen()
      var depth = 0
      var isNested = false
      screen.onShow = { update in
        depth += 1
        isNested = isNested || depth > 1
        if case .apply(let order, _) = update, order == [a] {
          screen.list.apply(ListSnapshot([item("a", 1), item("b", 2)]))
          screen.list.arrived(HeldLoads.picture(HeldLoads.key(2)), for: b)
          screen.list.apply(ListSnapshot([item("b", 2)]))
        }
        depth -= 1
      }
      screen.list.apply(ListSnapshot([item("a", 1)]))
      XCTAssertFalse(isNested)
      XCTAssertEqual(
        screen.updates,
        [
          .apply(order: [a], reconfigure: []), .apply(order: [a, b], reconfigure: []),
          .reconfigure([b]), .apply(order: [b], reconfigure: []),
        ])
      XCTAssertEqual(screen.list.rows, [b])
    }
  }

  /// The screen replays the updates, and must never be told of a row that it does not show.
  func testForAnyOrderOfEditsAndArrivalsTheScreenIsThatOfTheList() {
    MainActor.assumeIsolated {
      for seed: UInt64 in 0..<300 {
        var numbers = SplitMix64(seed: seed)
        let screen = Screen()
        var shown: [Item.ID] = []
        var pictures: [Item.ID: Bitmap] = [:]
        screen.onShow = { update in
          let dirty: [Item.ID]
          switch update {
          case .apply(let order, let reconfigured):
            dirty = reconfigured + order.filter { !shown.contains($0) }
            shown = order
            pictures = pictures.filter { order.contains($0.key) }
          case .reconfigure(let ids): dirty = ids
          }
          for id in dirty {
            XCTAssertTrue(shown.contains(id), "seed \(seed): \(id.name) is not on the screen")
            pictures[id] = screen.list.picture(for: id)
          }
        }
        var loads: [(Item.ID, ImageKey)] = []
        for _ in 0..<60 {
          switch numbers.next(below: 4) {
          case 0:
            let count = numbers.next(below: 6)
            screen.list.apply(
              ListSnapshot(
                (0..<count).map { _ in
                  item("\(numbers.next(below: 8))", numbers.next(below: 4))
                }))
          case 1:
            guard let id = screen.list.rows.randomElement(using: &numbers) else { continue }
            if let key = screen.list.begin(for: id) { loads.append((id, key)) }
          default:
            guard !loads.isEmpty else { continue }
            let (id, key) = loads.remove(at: numbers.next(below: loads.count))
            screen.list.arrived(HeldLoads.picture(key), for: id, key: key)
          }
          XCTAssertEqual(shown, screen.list.rows, "seed \(seed)")
          for id in shown {
            XCTAssertTrue(pictures[id] === screen.list.picture(for: id), "seed \(seed)")
          }
        }
      }
    }
  }
}

/// A list with a screen that notes what it is told.
@MainActor
private final class Screen {
  let cache = KeptPictures()
  private(set) var updates: [ListUpdate] = []
  var onShow: (ListUpdate) -> Void = { _ in }
  private(set) lazy var list = PhotoList(cache: cache) { [unowned self] update in
    updates.append(update)
    onShow(update)
  }
}
