import Foundation

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
///
/// Whole seconds, rounded down. No locale and no time zone of the machine comes in.
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// What four digits for the year can say, in seconds since 1970.
  private static let range = -62_167_219_200.0...253_402_300_799.0

  /// The text for a date; the nearest that can be written for one beyond year 0 or 9999.
  static func text(_ date: Date) -> String {
    let interval = date.timeIntervalSince1970
    let seconds = Int(
      interval > range.lowerBound
        ? min(interval, range.upperBound).rounded(.down)
        : range.lowerBound)
    let day = (Double(seconds) / 86_400).rounded(.down)
    let (year, month, dayOfMonth) = civil(Int(day))
    let second = seconds - Int(day) * 86_400
    let weekday = weekdays[((Int(day) % 7) + 7) % 7]
    let time = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, to: 2) }
    return """
      \(weekday), \(padded(dayOfMonth, to: 2)) \(months[month - 1]) \(padded(year, to: 4)) \
      \(time.joined(separator: ":")) GMT
      """
  }

  /// The date of a text in exactly that form, weekday unchecked; nil for any other.
  static func date(_ text: String) -> Date? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", let day = number(parts[1], digits: 2),
      let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], digits: 4)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
      .compactMap { number($0, digits: 2) }
    guard time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60, (1...31).contains(day) else {
      return nil
    }
    let days = self.days(year, month + 1, day)
    let seconds = days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    return Date(timeIntervalSince1970: Double(seconds))
  }

  // The two below count in eras of 400 years that begin on 1 March, so that the leap day is the
  // last of its year. 719,468 days lie between 1 March of year 0 and 1 January 1970.

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}
