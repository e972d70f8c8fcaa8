import Foundation
import HTTPForFreeSolution
import StalenessBudgetSolution
import TheStampedeSolution
import ThreeKindsOfImageSolution
import Vocabulary

/// What may be done with a copy of one kind of image, in memory as on disk: two judges, of whom
/// the stricter counts.
///
/// The kind has a budget for staleness, on clocks that can't be trusted. The server has its
/// headers. A kind whose URLs never change their meaning asks neither.
struct Freshness: Sendable {
  enum Verdict: Hashable, Sendable {
    /// Show it, ask nobody.
    case show
    /// Show it, and ask behind it.
    case showAndRefresh
    /// Ask before it is shown.
    case ask
  }

  let policy: ImagePolicy
  let usable: Duration
  let expiry: ExpiryPolicy
  let headers: HeaderFields
  let time: any TimeReading

  /// Whether copies of this kind grow old at all.
  var isTimed: Bool { policy.freshness != .immutable }

  func verdict(on copy: Envelope.Label, of url: URL) -> Verdict {
    guard case .revalidates(let nominal) = policy.freshness else { return .show }
    let fresh = expiry.timeToLive(nominal, of: url.absoluteString)
    let budget = StalenessBudget(fresh: fresh, usable: max(usable, fresh))
    let decision = budget.decision(for: copy.stamp, at: time, isOffline: false)
    guard decision != .refuse else { return .ask }
    let isFresh =
      HTTPCachePolicy.decision(for: copy.response, request: headers, now: time.wallClock) == .fresh
    guard !isFresh else { return decision == .show ? .show : .showAndRefresh }
    // The server gave no more time. Where it insists, it is asked first; where it has said nothing
    // about time, the budget of the kind is all there is.
    guard HTTPCachePolicy.mayShowAfterFailure(copy.response) else { return .ask }
    let hasWord = copy.response.headers["Cache-Control"] ?? copy.response.headers["Expires"]
    return decision == .show && hasWord == nil ? .show : .showAndRefresh
  }

  /// The label of a response that has just come, with a body of that edition.
  func label(
    _ response: HeaderFields, to request: HeaderFields, sentAt: Date, edition: UInt64
  ) -> Envelope.Label {
    Envelope.Label(
      response: StoredResponse(
        headers: response, toRequest: request, requestTime: sentAt, responseTime: time.wallClock),
      stamp: FreshnessStamp(at: time), edition: edition)
  }

  /// The label after the server has confirmed it.
  func renewed(
    _ label: Envelope.Label, by notModified: HeaderFields, sentAt: Date
  ) -> Envelope.Label {
    var label = label
    label.response.update(
      from: notModified, requestTime: sentAt, responseTime: time.wallClock)
    label.stamp = FreshnessStamp(at: time)
    return label
  }
}
