public import Simulation
import Synchronization
public import Vocabulary

/// Decodes ``SyntheticPhoto``s in virtual time, as a decoder of the platform would.
///
/// It fails as those do: no bytes, other bytes, an end that comes too soon (after the time that
/// the part which is there takes), wrong bytes (after all of the time). While a decode runs, its
/// memory is charged to the device; afterwards that of the picture is, until the picture ends.
///
/// A cancelled decode ends between two strips, with `CancellationError`. One whose task was
/// cancelled before is not begun and not counted.
public final class SyntheticDecoder: Sendable {
  /// The device that decodes.
  public let device: SimulatedDevice
  /// What a decode costs.
  public let cost: DecodeCost
  /// Whether half a picture is a picture: grey below what has arrived, instead of an error. So do
  /// decoders that draw while a file arrives, and a cut-off file on disk stays grey for good.
  public let isLenient: Bool
  /// Holds decodes after they have begun: close it, let a second caller arrive, open it.
  ///
  /// Decodes that block their thread pass it in any state.
  public let gate: Gate

  private let simulation: Simulation
  private let recordsTimeline: Bool
  private let state = Mutex(DecodeCounts())
  let opened = Mutex<[ObjectIdentifier: WeakPixels]>([:])

  /// A decoder on a device.
  ///
  /// - Parameters:
  ///   - device: Whose memory and main actor pay.
  ///   - simulation: Whose clock passes.
  ///   - cost: What a decode costs; by default what is usual on the device.
  ///   - isLenient: Whether half a picture is a picture.
  ///   - recordsTimeline: Whether each decode is put on the timeline, in the lane "decoder". Two
  ///     events for each add up in runs of many thousand pictures.
  public init(
    device: SimulatedDevice, simulation: Simulation, cost: DecodeCost? = nil,
    isLenient: Bool = false, recordsTimeline: Bool = true
  ) {
    self.device = device
    self.simulation = simulation
    self.cost = cost ?? .usual(on: device.deviceClass)
    self.isLenient = isLenient
    self.recordsTimeline = recordsTimeline
    gate = simulation.gate("decoder", isOpen: true)
  }

  /// What the decoder has done so far.
  public var counts: DecodeCounts { state.withLock { $0 } }

  func plan(_ image: EncodedImage, maxPixelSize: Int) -> DecodePlan {
    DecodePlan(image, maxPixelSize: maxPixelSize, isLenient: isLenient)
  }

  /// Counts a decode in, and charges what it holds while it runs.
  func begin(_ plan: DecodePlan, isBlocking: Bool) -> MemoryCharge {
    let isOnMainActor = MainActor.isCurrent
    state.withLock {
      $0.begin(bytes: plan.peakBytes, onMainActor: isOnMainActor, isBlocking: isBlocking)
    }
    if recordsTimeline { simulation.recordBegin(name(plan), on: "decoder") }
    return device.charge(plan.peakBytes)
  }

  /// Counts a decode out.
  func end(_ plan: DecodePlan, _ end: DecodeCounts.End) {
    state.withLock { $0.end(end, bytes: plan.peakBytes) }
    if recordsTimeline { simulation.recordEnd(name(plan), on: "decoder") }
  }

  func countFirstDraw() {
    state.withLock { $0.onFirstDraw += 1 }
  }

  private func name(_ plan: DecodePlan) -> String {
    guard let photo = plan.header?.photo else { return "what is no image" }
    return "\(photo) to \(plan.target)"
  }
}

extension SyntheticDecoder: ImageDecoding {
  /// What the header says. Constant time; nothing is counted.
  public func properties(
    of image: EncodedImage
  ) throws(ImageDecodingError) -> ImageProperties {
    try SyntheticPhoto.Header(of: image).properties
  }

  /// Decodes a picture, upright, in as much virtual time as ``cost`` says.
  ///
  /// Always suspends, if only for the part of the cost that any picture has. It runs on no actor,
  /// whoever calls.
  public func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap {
    try Task.checkCancellation()
    let plan = plan(image, maxPixelSize: maxPixelSize)
    let charge = begin(plan, isBlocking: false)
    do {
      try await gate.pass()
      try await work(on: plan)
    } catch {
      end(plan, error is ImageDecodingError ? .failed : .cancelled)
      throw error
    }
    charge.resize(to: plan.targetBytes)
    end(plan, .finished)
    return plan.picture(lifetime: charge)
  }

  private func work(on plan: DecodePlan) async throws {
    let strips = plan.strips
    let duration = plan.duration(cost)
    var deadline = simulation.clock.now
    for strip in 1...strips {
      let part = duration * strip / strips - duration * (strip - 1) / strips
      deadline = deadline.advanced(by: part)
      try await simulation.clock.sleep(until: deadline)
    }
    if let error = plan.error { throw error }
  }
}
