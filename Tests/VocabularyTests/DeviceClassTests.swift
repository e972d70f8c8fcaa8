import Vocabulary
import XCTest

final class DeviceClassTests: XCTestCase {
  func testMemoryIsCountedInPowersOfTwo() {
    XCTAssertEqual(DeviceClass.phone2GB.ramBytes, 2_147_483_648)
    XCTAssertEqual(DeviceClass.phone4GB.ramBytes, 4_294_967_296)
    XCTAssertEqual(DeviceClass.phone12GB.ramBytes, 12_884_901_888)
  }

  func testClassesAreListedByRisingMemory() {
    let memory = DeviceClass.allCases.map(\.ramBytes)
    XCTAssertEqual(memory, memory.sorted())
    XCTAssertEqual(DeviceClass.allCases.map(\.isLowRAM), [true, false, false])
  }

  func testEachClassIsFoundByItsNameInAnyCase() {
    for device in DeviceClass.allCases {
      XCTAssertEqual(DeviceClass(named: device.name), device)
      XCTAssertEqual(DeviceClass(named: device.name.lowercased()), device)
      XCTAssertEqual("\(device)", device.name)
    }
    for name in ["", "3GB", "2", " 2GB", "2GB "] { XCTAssertNil(DeviceClass(named: name), name) }
  }

  func testOtherDevicesFollowTheirFigures() {
    var device = DeviceClass.phone4GB
    device.ramBytes = (2 << 30) + 1
    XCTAssertFalse(device.isLowRAM)
    device.ramBytes = -1
    XCTAssertTrue(device.isLowRAM)
  }
}
