import HowMuchMemorySolution
import ThreeKindsOfImageSolution
import Vocabulary
import XCTest

final class ThreeKindsOfImageTests: XCTestCase {
  private let small = DeviceClass.phone2GB

  func testTheSharesStayWithinTheBudgetOnEveryDevice() {
    for device in DeviceClass.allCases {
      for budget in [-1, 0, 1, 7, 8, 9, 1_000, 32 << 20, .max] {
        let policies = ImagePolicies(device: device, memoryBudget: budget)
        XCTAssertLessThanOrEqual(policies.memoryBytes, max(0, budget))
        for kind in ImageKind.allCases {
          XCTAssertGreaterThanOrEqual(policies[kind].memoryBytes, 0)
        }
      }
    }
  }

  func testTheSmallestDeviceHasRoomForThePagesOfTheViewer() {
    let policies = ImagePolicies(device: small, memoryBudget: 32 << 20)
    let page = Bitmap.bytesPerRow(forWidth: small.screen.width) * small.screen.height
    XCTAssertGreaterThanOrEqual(policies.fullScreen.memoryBytes, 3 * page)
  }

  func testAnAvatarIsDecodedOnceForAllSizesOfItsBucket() {
    let avatar = ImagePolicies(device: small, memoryBudget: 32 << 20).avatar
    XCTAssertEqual(Set([65, 88, 96, 120, 128].map(avatar.decodeSize)), [128])
    XCTAssertEqual(avatar.decodeSize(for: 40), 64)
    XCTAssertEqual(avatar.decodeSize(for: 5_000), 512)
    XCTAssertEqual(avatar.decodeSize(for: 0), 0)
  }

  func testNoKindIsDecodedSmallerThanItIsShownNorLargerThanTheScreen() {
    for device in DeviceClass.allCases {
      let policies = ImagePolicies(device: device, memoryBudget: 32 << 20)
      for kind in [ImageKind.feedThumbnail, .fullScreen] {
        for size in [1, 29, 30, 31, 359, 360, 750, 1170, 1333] {
          let decoded = policies[kind].decodeSize(for: size)
          XCTAssertGreaterThanOrEqual(decoded, min(size, device.screen.height))
          XCTAssertLessThanOrEqual(decoded, device.screen.height)
        }
        XCTAssertEqual(policies[kind].decodeSize(for: .max), device.screen.height)
      }
    }
    let odd = DeviceClass(
      name: "odd", ramBytes: 1, screen: PixelSize(width: 1, height: .max), scale: 1,
      refreshRate: 60)
    let policies = ImagePolicies(device: odd, memoryBudget: 1)
    XCTAssertEqual(policies.feedThumbnail.decodeSize(for: .max - 1), .max)
  }

  func testFreshnessDiskAndPrefetchDifferByKind() {
    let policies = ImagePolicies(
      device: small, memoryBudget: 32 << 20, avatarLifetime: .seconds(60))
    XCTAssertEqual(policies.avatar.freshness, .revalidates(after: .seconds(60)))
    XCTAssertEqual(policies.feedThumbnail.freshness, .immutable)
    XCTAssertEqual(policies.fullScreen.freshness, .immutable)
    XCTAssertEqual(policies.avatar.prefetchDistance, 0)
    XCTAssertGreaterThan(policies.feedThumbnail.prefetchDistance, 0)
    for kind in ImageKind.allCases { XCTAssertTrue(policies[kind].isKeptOnDisk) }
    XCTAssertEqual(Set(ImageKind.allCases.map { policies[$0].rank }).count, 3)
  }

  func testFiftyPhotosOfTheViewerLeaveTheFeedAlone() {
    let policies = ImagePolicies(device: small, memoryBudget: 32 << 20)
    let caches = KindCaches(policies) { MemoryTier(budget: $0) }
    for row in 0..<20 {
      caches[.feedThumbnail].insert(
        BytesToys.picture(width: 360, height: 270), for: BytesToys.key("/row/\(row)"))
    }
    for page in 0..<50 {
      caches[.fullScreen].insert(
        BytesToys.picture(width: 750, height: 1_000), for: BytesToys.key("/page/\(page)", 1334))
    }
    for row in 0..<20 {
      XCTAssertNotNil(caches[.feedThumbnail].image(for: BytesToys.key("/row/\(row)")))
    }
    XCTAssertLessThanOrEqual(caches.byteCount, 32 << 20)
  }

  func testWhatIsCheapestToDoWithoutGivesFirst() {
    let policies = ImagePolicies(device: small, memoryBudget: 64 * 800)
    let caches = KindCaches(policies) { MemoryTier(budget: $0) }
    for number in 0..<50 {
      for kind in ImageKind.allCases {
        caches[kind].insert(BytesToys.picture(blocks: 1), for: BytesToys.key("/\(number)"))
      }
    }
    caches.trim(toBytes: 64 * 90)
    XCTAssertEqual(caches[.avatar].byteCount, 0)
    XCTAssertEqual(caches[.feedThumbnail].byteCount, 64 * 40)
    XCTAssertEqual(caches[.fullScreen].byteCount, 64 * 50)
    caches.trim(toBytes: 1_000_000)
    XCTAssertEqual(caches.byteCount, 64 * 90)
    caches.trim(toBytes: -1)
    XCTAssertEqual(caches.byteCount, 0)
  }

  func testWhatIsTwoPagesAwayGoesBeforeTheNextIsDecoded() {
    let cache = MemoryTier(budget: 64 * 3)
    var pages = ViewerPages(cache: cache)
    func key(_ page: Int) -> ImageKey { BytesToys.key("/page/\(page)", 1334) }
    for page in [0, 1, 2, 3, 2, 1, 9] {
      pages.turn(to: page, key: key(page))
      for other in 0...9 where abs(other - page) > 1 {
        XCTAssertNil(cache.image(for: key(other)), "page \(other) at page \(page)")
      }
      XCTAssertLessThanOrEqual(cache.byteCount, 64 * 2, "room for the next")
      cache.insert(BytesToys.picture(blocks: 1), for: key(page))
    }
    XCTAssertEqual(cache.count, 1)
    pages.turn(to: .min, key: key(0))
    pages.turn(to: .max, key: key(1))
    pages.close()
    XCTAssertEqual(cache.count, 0)
  }
}
