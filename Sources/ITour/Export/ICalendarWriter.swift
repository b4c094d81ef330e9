import Foundation
import Localization

/// Writes trips as a calendar (iCalendar, RFC 5545).
///
/// All-day trips become all-day events, which are the same in every time zone. Other trips have “floating”
/// times, which means local times at the destination. An event has the identifier of its destination.
/// Therefore a calendar updates its event if the user imports a later export.
@MainActor
enum ICalendarWriter {
    static func write(_ export: TripExport) -> TripExport.Result {
        var result = TripExport.Result(bytes: [])
        var lines = ContentLines()
        lines.append("BEGIN", "VCALENDAR")
        lines.append("VERSION", "2.0")
        lines.append("PRODID", "-//TerminalSuite//itour 1.0//EN")
        lines.append("CALSCALE", "GREGORIAN")
        let stamp = utc(export.now)
        for destination in export.destinations {
            guard let dates = destination.dates else {
                result.undated += 1
                continue
            }
            write(destination, dates, stamp: stamp, to: &lines)
        }
        lines.append("END", "VCALENDAR")
        result.bytes = lines.bytes
        return result
    }

    private static func write(
        _ destination: Destination, _ dates: TripDates, stamp: String, to lines: inout ContentLines
    ) {
        lines.append("BEGIN", "VEVENT")
        lines.append("UID", destination.identifier.uuidString.lowercased())
        lines.append("DTSTAMP", stamp)
        if dates.isAllDay {
            lines.append("DTSTART;VALUE=DATE", basic(dates.firstDay))
            // DTEND of an all-day event is the day after its last day.
            lines.append("DTEND;VALUE=DATE", basic(dates.lastDay.adding(days: 1)))
        } else {
            lines.append("DTSTART", floating(dates.start))
            if let end = dates.end, end > dates.start { lines.append("DTEND", floating(end)) }
        }
        lines.append("SUMMARY", text: destination.name)
        let description = description(of: destination)
        if !description.isEmpty { lines.append("DESCRIPTION", text: description) }
        lines.append("PRIORITY", priority(destination.priority))
        // All-day trips don't block the hours of their days.
        if dates.isAllDay { lines.append("TRANSP", "TRANSPARENT") }
        lines.append("END", "VEVENT")
    }

    private static func description(of destination: Destination) -> String {
        var parts = destination.details.isEmpty ? [] : [destination.details]
        let sights = destination.sights
        if !sights.isEmpty {
            parts.append(
                sights.enumerated().map { index, sight in
                    "\(index + 1). \(sight.name)" + (sight.address.isEmpty ? "" : ", \(sight.address)")
                }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    /// Returns iCalendar's priority: 1 is the highest, 9 the lowest.
    private static func priority(_ priority: Priority) -> String {
        switch priority {
        case .must: "1"
        case .maybe: "5"
        case .meh: "9"
        }
    }

    private static func basic(_ day: CivilDate) -> String {
        day.description.replacingOccurrences(of: "-", with: "")
    }

    private static func floating(_ moment: Moment) -> String {
        let minute = moment.minute ?? 0
        return "\(basic(moment.day))T\(ClockTime.two(minute / 60))\(ClockTime.two(minute % 60))00"
    }

    /// Formats an instant in UTC: `20250501T100000Z`.
    static func utc(_ instant: Date) -> String {
        let day = CivilDate(utc: instant)
        let second = Int(instant.timeIntervalSince1970.rounded(.down) - day.utcDate.timeIntervalSince1970)
        return "\(basic(day))T\(ClockTime.two(second / 3600))\(ClockTime.two(second / 60 % 60))"
            + "\(ClockTime.two(second % 60))Z"
    }
}

/// Builds the lines of an iCalendar text. They end with CRLF and are folded at 75 octets, but never within a
/// character.
struct ContentLines {
    private(set) var bytes: [UInt8] = []

    /// The maximum number of octets in a line, not counting its line end.
    static let longest = 75

    /// Appends a property with an unescaped value.
    mutating func append(_ name: String, _ value: String) {
        var octets = 0
        for character in "\(name):\(value)".unicodeScalars {
            let scalar = Array(String(character).utf8)
            if octets + scalar.count > Self.longest {
                bytes += [0x0D, 0x0A, 0x20]
                // The space at the beginning of a folded line counts.
                octets = 1
            }
            bytes += scalar
            octets += scalar.count
        }
        bytes += [0x0D, 0x0A]
    }

    /// Appends a property with a text, which is escaped.
    mutating func append(_ name: String, text: String) {
        append(name, Self.escaped(text))
    }

    /// Returns a text with `\`, `;`, `,` and line ends escaped. Other control characters except tabs are left
    /// out, because the format can't express them.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\t": result += "\t"
            case _ where character.isNewline: result += "\\n"
            default:
                for scalar in character.unicodeScalars where scalar.properties.generalCategory != .control {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
