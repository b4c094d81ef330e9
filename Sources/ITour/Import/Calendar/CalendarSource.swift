import Formats
import Foundation
import Localization
import Suite
import Sync

/// Reads calendars (iCalendar, RFC 5545), event by event.
struct CalendarSource: TripSource {
    private let path: String
    private var reader: ContentLineReader
    private var waiting: [TripFileItem] = []
    /// The names of the components that are open, such as `VCALENDAR` and `VEVENT`.
    private var open: [String] = []
    private var event = EventLines(position: 0)
    private var calendar: String?
    private var calendarZone: String?
    /// Whether itour wrote the calendar.
    private var isOwn = false

    /// How many components may be open at once. Calendars have at most three.
    private static let maximumDepth = 16

    var countsLines: Bool { true }

    init(path: String, read: @escaping () throws -> [UInt8]) {
        self.path = path
        reader = ContentLineReader(read: read)
    }

    mutating func next() throws -> TripFileItem? {
        do {
            while true {
                if let item = waiting.popLast() { return item }
                guard let line = try reader.next() else {
                    guard open.isEmpty else { throw TripFileError.calendarCutOff(path: path) }
                    return nil
                }
                try take(line)
            }
        } catch let error as ContentLineReader.LineTooLong {
            throw TripFileError.calendarTooLarge(path: path, line: error.line)
        }
    }

    private mutating func take(_ line: ContentLine) throws {
        switch line.name {
        case "":
            waiting = [.skipped(position: line.line, reason: ItemProblem.notOfCalendar.reason)]
        case "BEGIN": try begin(try name(of: line), line)
        case "END":
            guard open.popLast() == (try name(of: line)) else { throw invalid(line) }
            if open == ["VCALENDAR"] {
                if line.value?.uppercased() == "VEVENT" { waiting = finishedEvent().reversed() }
            } else if open.isEmpty {
                (calendar, calendarZone, isOwn) = (nil, nil, false)
            }
        default:
            if open == ["VCALENDAR"] {
                takeHeader(line)
            } else if open == ["VCALENDAR", "VEVENT"] {
                event.take(line)
            } else if open.isEmpty {
                throw invalid(line)
            }
        }
    }

    private mutating func begin(_ name: String, _ line: ContentLine) throws {
        guard open.isEmpty == (name == "VCALENDAR"), open.count < Self.maximumDepth else {
            throw invalid(line)
        }
        if open == ["VCALENDAR"] {
            switch name {
            case "VEVENT": event = EventLines(position: line.line)
            case "VTIMEZONE": break
            default: waiting = [.ignored(.otherEntry)]
            }
        } else if name == "VALARM", open == ["VCALENDAR", "VEVENT"] {
            event.hasOthers = true
        }
        open.append(name)
    }

    private func name(of line: ContentLine) throws -> String {
        guard let name = line.value?.trimmingCharacters(in: .whitespaces).uppercased(), !name.isEmpty else {
            throw invalid(line)
        }
        return name
    }

    private func invalid(_ line: ContentLine) -> TripFileError {
        .calendarMalformed(path: path, line: line.line)
    }

    private mutating func takeHeader(_ line: ContentLine) {
        switch line.name {
        case "PRODID": isOwn = line.value?.hasPrefix(ICalendarWriter.product) ?? false
        case "X-WR-CALNAME", "NAME":
            calendar = calendar ?? (try? RawFields.tidyName(line.text))
        case "X-WR-TIMEZONE", "TIMEZONE-ID":
            calendarZone = calendarZone ?? line.text.flatMap { CalendarTime.zone(named: $0) }
        default: break
        }
    }

    /// Returns the event that ends, and what can't be imported of it.
    private func finishedEvent() -> [TripFileItem] {
        if event["STATUS"]?.value?.uppercased() == "CANCELLED" { return [.ignored(.cancelledEvent)] }
        do throws(ItemProblem) {
            var imported = try event.imported(isOwn: isOwn)
            imported.calendar = calendar
            imported.calendarZone = calendarZone
            var items: [TripFileItem] = [.event(imported)]
            if event.isRepeated { items.append(.ignored(.repetition)) }
            if event.hasOthers { items.append(.ignored(.eventExtra)) }
            return items
        } catch {
            return [.skipped(position: event.position, reason: error.reason)]
        }
    }
}

/// The lines of an event that are imported.
private struct EventLines {
    let position: Int
    private var lines: [String: ContentLine] = [:]
    /// Whether the event is repeated.
    private(set) var isRepeated = false
    /// Whether the event has reminders, guests or attachments.
    var hasOthers = false

    private static let imported: Set<String> = [
        "UID", "RECURRENCE-ID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "LOCATION", "DESCRIPTION", "GEO",
        "URL",
        "STATUS", "PRIORITY", EventKind.property,
    ]

    init(position: Int) { self.position = position }

    subscript(_ name: String) -> ContentLine? { lines[name] }

    mutating func take(_ line: ContentLine) {
        switch line.name {
        case "RRULE", "RDATE": isRepeated = true
        case "ATTENDEE", "ATTACH": hasOthers = true
        case let name where Self.imported.contains(name) && lines[name] == nil: lines[name] = line
        default: break
        }
    }

    func imported(isOwn: Bool) throws(ItemProblem) -> ImportedEvent {
        guard let first = lines["DTSTART"] else { throw .missingDate }
        let start = try CalendarTime(first)
        let end = try end(after: start)
        if let end, let minutes = start.minutes(until: end), minutes < 0 { throw .endsBeforeStart }
        let location = try words("LOCATION"), title = try words("SUMMARY")
        var event = ImportedEvent(
            position: position, identifier: UUID(derivedFrom: []),
            name: try RawFields.tidyName(title.allSatisfy(\.isWhitespace) ? location : title), start: start,
            end: end)
        event.location = location
        event.details = try words("DESCRIPTION")
        event.link = try words("URL")
        event.place = try place()
        if isOwn {
            let word = try words(EventKind.property)
            // Earlier versions exported only destinations.
            event.ownKind = word.isEmpty ? .destination : EventKind(word: word)
            event.priority = priority(try words("PRIORITY"))
        }
        identify(&event, try words("UID"), occurrence: try words("RECURRENCE-ID"))
        return event
    }

    private func identify(_ event: inout ImportedEvent, _ written: String, occurrence: String) {
        if occurrence.isEmpty, let identifier = UUID(uuidString: written) {
            event.identifier = identifier
            return
        }
        if written.isEmpty {
            let values = [
                event.name, "\(event.start.moment)", "\(event.end?.moment.description ?? "")", event.location,
            ]
            event.identifier = UUID(derivedFrom: (["event"] + values).joined(separator: "\u{0}").utf8)
        } else {
            event.identifier = UUID(derivedFrom: "event\u{0}\(written)\u{0}\(occurrence)".utf8)
            event.source = "ics:" + written + (occurrence.isEmpty ? "" : "/\(occurrence)")
        }
    }

    private func end(after start: CalendarTime) throws(ItemProblem) -> CalendarTime? {
        if let line = lines["DTEND"] {
            let end = try CalendarTime(line)
            // A day can't end at a time, nor a time on a day.
            guard (end.moment.minute == nil) == (start.moment.minute == nil) else {
                throw .date(line.value ?? "")
            }
            return end
        }
        guard let line = lines["DURATION"] else { return nil }
        let written = line.value?.trimmingCharacters(in: .whitespaces) ?? ""
        guard let end = start.adding(duration: written) else {
            throw .value(key: "DURATION", written: written)
        }
        return end
    }

    private func words(_ name: String) throws(ItemProblem) -> String {
        guard let line = lines[name] else { return "" }
        guard let text = line.text else { throw .invalidUTF8 }
        return text.withoutNUL.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func place() throws(ItemProblem) -> Coordinates? {
        guard let written = lines["GEO"]?.value else { return nil }
        let parts = written.split(separator: ";").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 2, let north = parts[0], let east = parts[1],
            let place = Coordinates(latitude: north, longitude: east)
        else { throw .place(written) }
        return place
    }

    private func priority(_ written: String) -> Priority? {
        switch written {
        case "1": .must
        case "9": .meh
        default: nil
        }
    }
}
