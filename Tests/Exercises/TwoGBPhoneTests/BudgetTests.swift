import Grading
import GradingXCTest
import SimulatedPhone
import TwoGBPhone
import Vocabulary

/// The promises of *It crashes only on 2 GB phones* on budgets.
final class BudgetTests: GradedTestCase {
  /// A phone with so many GB, and the screen of another one.
  private static func phone(
    _ gigabytes: Int, like device: DeviceClass = .phone4GB
  ) -> DeviceClass {
    var device = device
    device.name = "\(gigabytes)GB"
    device.ramBytes = gigabytes << 30
    return device
  }

  func testScales() throws {
    try gradeOnce(
      Check("scales", "a phone with more memory has larger budgets", .core),
      Lesson(
        trap: "One number for all phones",
        "it ends the app on the small phone, or wastes the memory of the large one",
        say: "The budget is a share of the device's memory, read when the app starts.")
    ) { desk in
      let devices =
        DeviceClass.allCases + [3, 4, 6, 12].map { Self.phone($0) }
        + [Self.phone(3, like: .phone12GB), Self.phone(4, like: .phone2GB)]
      for (small, large) in zip(devices, devices.dropFirst()) where small.ramBytes < large.ramBytes
      {
        let bytes = [small, large].map { MemoryBudgets(for: $0).memoryBytes }
        try desk.expect(
          "the tier of the \(large) phone is larger than that of the \(small) phone",
          bytes[0] < bytes[1],
          got: "\(bytes[1].megabytes), and \(bytes[0].megabytes) on the smaller one")
        // What a decode takes follows the screen, too.
        guard small.screen == large.screen else { continue }
        let decodes = [small, large].map { MemoryBudgets(for: $0).decodeBytes }
        try desk.expect(
          "and at least as much for decodes", decodes[0] <= decodes[1],
          got: "\(decodes[1].megabytes), and \(decodes[0].megabytes) on the smaller one")
      }
      var renamed = DeviceClass.phone2GB
      renamed.name = "another"
      try desk.expect(
        "the figures of a device decide, and not its name",
        MemoryBudgets(for: renamed).memoryBytes == MemoryBudgets(for: .phone2GB).memoryBytes,
        got: "another budget for the 2 GB phone under another name")
    }
  }

  func testSmallerShare() throws {
    try gradeOnce(
      Check("smallerShare", "the small phone gives a smaller share of its memory", .core),
      Lesson(
        trap: "The same share everywhere",
        "the system needs as much on the small phone as on the large one, so less is left there",
        say: "Low-RAM devices get a smaller share, and not just less.")
    ) { desk in
      func share(_ device: DeviceClass) -> Double {
        Double(MemoryBudgets(for: device).memoryBytes) / Double(device.ramBytes)
      }
      let (small, usual) = (share(.phone2GB), share(.phone4GB))
      try desk.expect(
        "the tier's share of the memory is smaller on the 2 GB phone than on the 4 GB phone",
        small < usual, got: "\(small.percent), and \(usual.percent) on the 4 GB phone")
    }
  }

  func testFits() throws {
    try gradeOnce(
      Check("fits", "full to the brim, the app stays below the first warning", .core),
      Lesson(
        trap: "More memory as the fix",
        "the cache takes what the system gives, and one picture more ends the app",
        say: "All budgets together, a screen of pictures and the app itself stay below the first "
          + "warning, on the smallest phone that is supported.")
    ) { desk in
      let others = [Self.phone(1, like: .phone2GB), Self.phone(3), Self.phone(6)]
      for device in DeviceClass.allCases + others {
        let budgets = MemoryBudgets(for: device)
        let screen = Bitmap.bytesPerRow(forWidth: device.screen.width) * device.screen.height
        try desk.expect(
          "the tier of the \(device) phone holds a picture as large as its screen",
          budgets.memoryBytes >= screen,
          got: "\(budgets.memoryBytes.megabytes); such a picture takes \(screen.megabytes)")
        let limits = MemoryLimits.usual(on: device)
        let most = limits.baseline + budgets.memoryBytes + max(0, budgets.decodeBytes) + screen
        try desk.expect(
          "tier, decodes, a screen and the app stay below \(limits.warning.megabytes) "
            + "on the \(device) phone", most < limits.warning,
          got: "\(most.megabytes), where the app is ended at \(limits.limit.megabytes)")
      }
    }
  }
}

extension Int {
  /// So many bytes in MB, for a reader.
  var megabytes: String { "\((self + (1 << 19)) >> 20) MB" }
}

extension Double {
  /// A share in percent, to the tenth.
  fileprivate var percent: String { "\((self * 1_000).rounded() / 10) %" }
}
