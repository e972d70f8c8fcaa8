public import Foundation
public import Vocabulary

/// A response as the cache keeps it, with what is needed to judge it later (RFC 9111).
public struct StoredResponse: Hashable, Codable, Sendable {
  /// The header of the response, updated by each 304.
  public private(set) var headers: HeaderFields
  /// The fields of the request that the response varies by, as they were sent. Kept with the
  /// entry, so that a relaunch does not forget for whom it was.
  public let varying: HeaderFields
  /// When the request was sent and its response came, in seconds since 1970.
  public private(set) var requestSeconds: Double
  /// See ``requestSeconds``.
  public private(set) var responseSeconds: Double
  /// Whether a revalidation has failed since; the picture is shown, and said to be stale.
  public private(set) var isMarkedStale = false

  /// Keeps a response.
  ///
  /// - Parameters:
  ///   - response: The response's header.
  ///   - request: The header of the request that it answers.
  ///   - requestTime: When the request was sent.
  ///   - responseTime: When the response came.
  public init(
    headers response: HeaderFields, toRequest request: HeaderFields, requestTime: Date,
    responseTime: Date
  ) {
    headers = response
    var varying: HeaderFields = [:]
    for name in Self.varyingNames(of: response) {
      for value in request.values(for: name) { varying.add(value, for: name) }
    }
    self.varying = varying
    requestSeconds = requestTime.timeIntervalSince1970
    responseSeconds = responseTime.timeIntervalSince1970
  }

  /// Whether the stored response answers a request with these fields (RFC 9111, section 4.1).
  ///
  /// `Vary: *` answers none. A field that neither request has is equal; one that only one has is
  /// not, and all values of a repeated field count. `Authorization` counts whether the server
  /// names it or not: the cost of a wrong answer is somebody else's picture.
  public func answers(_ request: HeaderFields) -> Bool {
    let names = Self.varyingNames(of: headers)
    guard !names.contains("*") else { return false }
    return names.allSatisfy { Self.normalised(varying, $0) == Self.normalised(request, $0) }
  }

  /// Takes in a 304: the body stays, the header's fields are replaced, freshness starts anew
  /// (RFC 9111, sections 3.2 and 4.3.4).
  ///
  /// Fields that describe the body as it was sent keep their stored values.
  public mutating func update(from notModified: HeaderFields, requestTime: Date, responseTime: Date)
  {
    for name in Set(notModified.fields.map { $0.name.lowercased() }).sorted()
    where !Self.describesTheBody.contains(name) {
      headers[name] = nil
      for value in notModified.values(for: name) { headers.add(value, for: name) }
    }
    requestSeconds = requestTime.timeIntervalSince1970
    responseSeconds = responseTime.timeIntervalSince1970
    isMarkedStale = false
  }

  /// Notes that a revalidation failed. The picture stays.
  public mutating func markStale() {
    isMarkedStale = true
  }

  /// The fields that make a request conditional: the entity tag, weak ones too, since a picture
  /// that looks the same will do; without one, the date (RFC 9110, section 13.1).
  public var validators: HeaderFields {
    if let tag = headers["ETag"] { return ["If-None-Match": tag] }
    if let date = headers["Last-Modified"] { return ["If-Modified-Since": date] }
    return [:]
  }

  private static let describesTheBody: Set<String> = [
    "content-length", "content-encoding", "content-type", "content-range", "transfer-encoding",
  ]

  private static func varyingNames(of headers: HeaderFields) -> [String] {
    let named = headers.values(for: "Vary").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    return Set(named + ["authorization"]).subtracting([""]).sorted()
  }

  private static func normalised(_ headers: HeaderFields, _ name: String) -> [String] {
    headers.values(for: name).map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// What a private cache does with a request, and with a response: RFC 9111, for pictures.
///
/// A private cache serves one user, so `private` and `s-maxage` mean nothing to it. It never
/// guesses: without a word from the server a response is stale at once, and the policy for that
/// kind of image decides.
public enum HTTPCachePolicy {
  /// What to do with a request, given what is stored for its URL.
  public enum Decision: Hashable, Sendable {
    /// Show what is stored; no request.
    case fresh
    /// Ask, with these fields added; a 304 keeps the body.
    case revalidate(HeaderFields)
    /// Ask without conditions.
    case fetch
  }

  /// The decision for a GET.
  ///
  /// - Parameters:
  ///   - stored: What the cache has for the URL, if anything.
  ///   - request: The header of the request.
  ///   - now: The wall clock. Set back, it makes nothing fresh for longer.
  /// - Returns: The decision.
  public static func decision(
    for stored: StoredResponse?, request: HeaderFields, now: Date
  ) -> Decision {
    guard let stored, stored.answers(request) else { return .fetch }
    let control = CacheControl(stored.headers)
    let asksForFresh = CacheControl(request).mustRevalidateNow
    if !control.mustRevalidateNow, !asksForFresh, !stored.isMarkedStale,
      age(of: stored, at: now) < lifetime(of: stored.headers)
    {
      return .fresh
    }
    let validators = stored.validators
    return validators.fields.isEmpty ? .fetch : .revalidate(validators)
  }

  /// Whether a response may be kept, in memory as on disk (RFC 9111, section 3).
  ///
  /// - Parameters:
  ///   - status: Its status.
  ///   - headers: Its header.
  ///   - method: The method of the request: only GET is kept.
  ///   - request: The header of the request.
  /// - Returns: False also means: let go of what was kept for the URL before.
  public static func mayStore(
    status: Int, headers: HeaderFields, method: RequestMethod, request: HeaderFields
  ) -> Bool {
    guard method == .get, status == 200 else { return false }
    guard !CacheControl(headers).hasNoStore, !CacheControl(request).hasNoStore else { return false }
    return !headers.values(for: "Vary").contains { $0.contains("*") }
  }

  /// Whether a stored picture may be shown after a revalidation failed (RFC 9111, section 4.2.4):
  /// always, marked as stale, unless the server forbids it.
  public static func mayShowAfterFailure(_ stored: StoredResponse) -> Bool {
    let control = CacheControl(stored.headers)
    return !control.mustRevalidate && !control.hasNoCache
  }

  /// How long a response stays fresh: `max-age`, else `Expires` minus `Date`, else not at all.
  static func lifetime(of headers: HeaderFields) -> Double {
    let control = CacheControl(headers)
    if let seconds = control.maxAge { return Double(seconds) }
    guard let field = headers["Expires"] else { return 0 }
    guard let expires = HTTPDate.parse(field) else { return 0 }
    guard let date = headers["Date"].flatMap(HTTPDate.parse) else { return 0 }
    return max(0, expires.timeIntervalSince(date))
  }

  /// The age of a response now, in seconds (RFC 9111, section 4.2.3).
  ///
  /// Neither part may be negative: a clock that was set back must not make a response young, and
  /// one that stood ahead when the response came leaves it stale rather than fresh for ever.
  static func age(of stored: StoredResponse, at now: Date) -> Double {
    let date = stored.headers["Date"].flatMap(HTTPDate.parse)?.timeIntervalSince1970
    let apparent = max(0, stored.responseSeconds - (date ?? stored.responseSeconds))
    let ageField = stored.headers["Age"].flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    let delay = max(0, stored.responseSeconds - stored.requestSeconds)
    let corrected = max(0, ageField ?? 0) + delay
    let resident = now.timeIntervalSince1970 - stored.responseSeconds
    return resident < 0 ? .infinity : max(apparent, corrected) + resident
  }
}

/// The directives of `Cache-Control` that matter to a private cache of pictures.
struct CacheControl {
  private var directives: [String: String] = [:]

  init(_ headers: HeaderFields) {
    for value in headers.values(for: "Cache-Control") {
      for directive in value.split(separator: ",") {
        let parts = directive.split(separator: "=", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard let name = parts.first?.lowercased(), !name.isEmpty else { continue }
        // Of a directive that is given twice, the first counts (RFC 9111, section 4.2.1).
        if directives[name] == nil { directives[name] = parts.count > 1 ? parts[1] : "" }
      }
    }
  }

  var hasNoStore: Bool { directives["no-store"] != nil }
  var hasNoCache: Bool { directives["no-cache"] != nil }
  var mustRevalidate: Bool { directives["must-revalidate"] != nil }

  /// Whether a stored response is not used before the server was asked.
  var mustRevalidateNow: Bool { hasNoCache || maxAge == 0 }

  /// In seconds; a value that is no number counts as stale, one that is too large as the largest.
  var maxAge: Int? {
    guard let value = directives["max-age"] else { return nil }
    let digits = value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return 0 }
    return Int(digits) ?? .max
  }
}

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), in the one form that is still sent.
///
/// Read and written by hand: each look at a stored response reads two or three of them, and a
/// formatter takes a thousand times as long. Constant time; from any thread.
public enum HTTPDate {
  /// The date that a field states: `Sun, 06 Nov 1994 08:49:37 GMT`; nil where it states none.
  ///
  /// Spaces around it are skipped. The weekday is read and not checked against the date, of which
  /// it is no part. A leap second is the first second of the next minute.
  public static func parse(_ text: String) -> Date? {
    let bytes = Array(text.trimmingCharacters(in: .whitespaces).utf8)
    guard bytes.count == 29, weekdays.contains(where: { bytes.starts(with: "\($0), ".utf8) }),
      let month = months.firstIndex(where: { bytes[7...].starts(with: " \($0) ".utf8) }),
      let day = number(bytes[5..<7]), let year = number(bytes[12..<16]),
      let hour = number(bytes[17..<19]), hour < 24, bytes[16] == space, bytes[19] == colon,
      let minute = number(bytes[20..<22]), minute < 60, bytes[22] == colon,
      let second = number(bytes[23..<25]), second <= 60, bytes[25...].elementsEqual(" GMT".utf8)
    else { return nil }
    let days = days(year, month, day)
    // The 31st of a short month is the first of the next one, which is not what it states.
    guard civil(days) == (year, month, day) else { return nil }
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// The field for a date, without the fraction of its second.
  ///
  /// Years have four digits: a date before the first of them or after the last is written as it.
  public static func text(_ date: Date) -> String {
    let (first, last) = (Double(days(0, 0, 1) * 86_400), Double(days(10_000, 0, 1) * 86_400 - 1))
    let seconds = Int(max(first, min(last, date.timeIntervalSince1970.rounded(.down))))
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    let (year, month, day) = civil(days)
    let clock = seconds - days * 86_400
    let time = [clock / 3_600, clock / 60 % 60, clock % 60].map { digits($0, 2) }
    return "\(weekdays[((days + 4) % 7 + 7) % 7]), \(digits(day, 2)) \(months[month]) "
      + "\(digits(year, 4)) \(time.joined(separator: ":")) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let (space, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0) { sum, digit in
      let value = Int(digit) - 48
      return (0...9).contains(value) ? sum.map { $0 * 10 + value } : nil
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The days from 1970 to a day of the Gregorian calendar, months from zero and days from one.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Counted from March of the year 0, so that the leap day is the last of its year, and from one
    // cycle of 400 years earlier, so that nothing is negative.
    let (years, months) = (year + (month < 2 ? 399 : 400), (month + 10) % 12)
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (153 * months + 2) / 5 + day - 1 - 719_468 - 146_097
  }

  /// The reverse of ``days(_:_:_:)``.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let all = days + 719_468 + 146_097
    let (cycle, rest) = (all / 146_097, all % 146_097)
    let years = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (years * 365 + years / 4 - years / 100)
    let months = (5 * dayOfYear + 2) / 153
    let month = (months + 2) % 12
    let year = (cycle - 1) * 400 + years + (month < 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * months + 2) / 5 + 1)
  }
}
