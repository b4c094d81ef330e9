import Formats
import Foundation
import Localization
import ProgramKit
import Sync

/// Reads calendars (iCalendar, RFC 5545), event by event.
struct CalendarSource: TripSource {
    private let path: String
    private var reader: ContentLineReader
    private var waiting: [ImportRow<TripFileItem>] = []
    /// The names of the components that are open, such as `VCALENDAR` and `VEVENT`.
    private var open: [String] = []
    private var event = EventLines(position: 0)
    private var calendar: String?
    private var calendarZone: String?
    /// Whether a calendar was read to its end.
    private var hasCalendar = false
    /// Whether itour wrote the calendar.
    private var isOwn = false
    /// Whether the calendar cancels its events.
    private var cancels = false
    /// The offsets from UTC in minutes of the zones that the calendar describes, by their names.
    private var rules: [String: Set<Int>] = [:]
    /// The name and the offsets of the zone that is open.
    private var zone: (name: String, offsets: Set<Int>) = ("", [])

    /// How many components may be open at once. Calendars have at most three.
    private static let maximumDepth = 16
    /// How many zones a calendar may describe.
    private static let mostZones = 1000

    init(path: String, read: @escaping () throws -> [UInt8]) {
        self.path = path
        reader = ContentLineReader(read: read)
    }

    mutating func next() throws -> ImportRow<TripFileItem>? {
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
        // After a calendar, only another one can follow.
        let isCalendar = line.name == "BEGIN" && line.value?.uppercased() == "VCALENDAR"
        if open.isEmpty, hasCalendar, !isCalendar {
            waiting = [
                ImportRow(skipped: SkippedEntry(text("it is not a line of a calendar")), at: line.line)
            ]
            return
        }
        switch line.name {
        case "":
            waiting = [
                ImportRow(skipped: SkippedEntry(text("it is not a line of a calendar")), at: line.line)
            ]
        case "BEGIN": try begin(try name(of: line), line)
        case "END":
            guard open.popLast() == (try name(of: line)) else { throw invalid(line) }
            if open == ["VCALENDAR"] {
                switch line.value?.uppercased() {
                case "VEVENT": waiting = finishedEvent().reversed()
                case "VTIMEZONE" where !zone.name.isEmpty && rules.count < Self.mostZones:
                    rules[zone.name] = zone.offsets
                default: break
                }
            } else if open.isEmpty {
                hasCalendar = true
                (calendar, calendarZone, isOwn, cancels, rules) = (nil, nil, false, false, [:])
            }
        default:
            if open == ["VCALENDAR"] {
                takeHeader(line)
            } else if open == ["VCALENDAR", "VEVENT"] {
                event.take(line)
            } else if open.first == "VCALENDAR", open.dropFirst().first == "VTIMEZONE" {
                takeZone(line)
            } else if open.isEmpty {
                throw invalid(line)
            }
        }
    }

    private mutating func takeZone(_ line: ContentLine) {
        switch line.name {
        case "TZID" where open.count == 2: zone.name = line.value ?? ""
        case "TZOFFSETTO":
            if let offset = CalendarTime.offset(named: line.value?.trimmingCharacters(in: .whitespaces) ?? "")
            {
                zone.offsets.insert(offset)
            }
        default: break
        }
    }

    private mutating func begin(_ name: String, _ line: ContentLine) throws {
        guard open.isEmpty == (name == "VCALENDAR"), open.count < Self.maximumDepth else {
            throw invalid(line)
        }
        if open == ["VCALENDAR"] {
            switch name {
            case "VEVENT": event = EventLines(position: line.line)
            case "VTIMEZONE": zone = ("", [])
            default: waiting = [ImportRow(.ignored(.otherEntry), at: line.line)]
            }
        } else if name == "VALARM", open == ["VCALENDAR", "VEVENT"], !isOwn {
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
        case EventKind.tripProperty where isOwn:
            waiting = [trip(line)]
        case "METHOD": cancels = line.value?.uppercased() == "CANCEL"
        case "X-WR-CALNAME", "NAME":
            // The address of a person names no trip.
            let name = RawFields.tidyName(line.text).flatMap { $0.contains("@") ? nil : $0 }
            calendar = calendar ?? name
        case "X-WR-TIMEZONE", "TIMEZONE-ID":
            calendarZone = calendarZone ?? line.text.flatMap { CalendarTime.zone(named: $0) }
        default: break
        }
    }

    /// Returns the trip in the head of an own calendar.
    private func trip(_ line: ContentLine) -> ImportRow<TripFileItem> {
        guard let json = line.text, let document = try? JSONDocument(Array(json.utf8)) else {
            return ImportRow(skipped: SkippedEntry(text("it is not a line of a calendar")), at: line.line)
        }
        do throws(SkippedEntry) {
            var fields = try EntryFields(readingAllOf: JSONView(document))
            let trip = try ImportedItinerary(&fields)
            return ImportRow(.itinerary(trip), at: line.line, problems: fields.problems)
        } catch {
            return ImportRow(skipped: error, at: line.line)
        }
    }

    /// Returns the event that ends, and what can't be imported of it.
    private func finishedEvent() -> [ImportRow<TripFileItem>] {
        func ignored(_ part: IgnoredPart) -> ImportRow<TripFileItem> {
            ImportRow(.ignored(part), at: event.position)
        }
        var fields = event.fields
        do throws(SkippedEntry) {
            var imported = try event.imported(&fields, isOwn: isOwn, rules: rules)
            imported.isCancelled = cancels || event["STATUS"]?.value?.uppercased() == "CANCELLED"
            imported.calendar = calendar
            imported.calendarZone = calendarZone
            return [ImportRow(.event(imported), at: event.position, problems: fields.problems)]
                + (event.isRepeated ? [ignored(.repetition)] : [])
                + (event.hasOthers ? [ignored(.eventExtra)] : [])
        } catch {
            return [ImportRow(skipped: error, at: event.position)]
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
        "STATUS", "PRIORITY", "SEQUENCE", "LAST-MODIFIED", EventKind.property,
    ]

    init(position: Int) { self.position = position }

    subscript(_ name: String) -> ContentLine? { lines[name] }

    mutating func take(_ line: ContentLine) {
        switch line.name {
        case "RRULE", "RDATE": isRepeated = true
        case "ATTENDEE", "ATTACH": hasOthers = true
        case let name
        where lines[name] == nil && (Self.imported.contains(name) || name.hasPrefix(EventKind.prefix)):
            lines[name] = line
        default: break
        }
    }

    /// The texts of the lines. Lines that aren't valid UTF-8 are problems.
    var fields: EntryFields {
        let texts = lines.mapValues { line in
            line.text.map { text in
                let isTrimmed = [text.utf8.first, text.utf8.last].allSatisfy { 0x21...0x7E ~= $0 ?? 0x21 }
                return isTrimmed ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        var fields = EntryFields(texts.compactMapValues(\.self))
        for name in texts.keys.sorted() where texts[name] == .some(nil) {
            fields.drop(FileField(stringLiteral: name), written: "", .notUTF8)
        }
        return fields
    }

    func imported(
        _ fields: inout EntryFields, isOwn: Bool, rules: [String: Set<Int>]
    ) throws(SkippedEntry) -> ImportedEvent {
        guard let first = lines["DTSTART"] else { throw SkippedEntry(text("the date is missing")) }
        let start = try fields.needed("DTSTART") { fields, field in
            let start = CalendarTime(first, rules: rules)
            if start == nil { fields.drop(field, written: fields.text(field), .date) }
            return start
        }
        let end = end(after: start, rules, &fields)
        let location = fields.text("LOCATION")
        guard let name = RawFields.tidyName(fields.filled("SUMMARY") ?? location) else { throw .missingName }
        var event = ImportedEvent(
            position: position, identifier: UUID(derivedFrom: []), name: name, start: start, end: end)
        event.location = location
        event.details = fields.text("DESCRIPTION")
        event.link = fields.text("URL")
        event.place = place(&fields)
        if isOwn {
            let kind = FileField(stringLiteral: EventKind.property)
            event.ownKind = fields.value(kind, or: .impossible) { EventKind(word: $0) }
            event.priority = priority(fields.text("PRIORITY"))
            for (name, line) in lines where name.hasPrefix(EventKind.prefix) {
                event.ownFields[String(name.dropFirst(EventKind.prefix.count))] = line.text
            }
        }
        event.sequence = UInt64(fields.text("SEQUENCE"))
        event.modified = UInt64(fields.text("LAST-MODIFIED").filter(\.isNumber))
        identify(&event, fields.text("UID"), occurrence: fields.text("RECURRENCE-ID"))
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

    /// Returns the end of an event; `nil` if there is none, or if it contradicts the start.
    private func end(
        after start: CalendarTime, _ rules: [String: Set<Int>], _ fields: inout EntryFields
    ) -> CalendarTime? {
        let field: FileField = lines["DTEND"] == nil ? "DURATION" : "DTEND"
        guard !fields.isEmpty(field) else { return nil }
        let written = fields.text(field)
        guard
            let end = lines["DTEND"].map({ CalendarTime($0, rules: rules) })
                ?? start.adding(duration: written),
            // A day can't end at a time, nor a time on a day.
            (end.moment.minute == nil) == (start.moment.minute == nil)
        else {
            fields.drop(field, written: written, lines["DTEND"] == nil ? .impossible : .date)
            return nil
        }
        if let minutes = start.minutes(until: end), minutes < 0 {
            fields.drop(field, written: written, BadField(text("it ends before it begins")))
            return nil
        }
        return end
    }

    private func place(_ fields: inout EntryFields) -> Coordinates? {
        fields.value("GEO", or: .place) { written in
            let parts = written.split(separator: ";").map {
                Double($0.trimmingCharacters(in: .whitespaces))
            }
            guard parts.count == 2, let north = parts[0], let east = parts[1] else { return nil }
            return Coordinates(latitude: north, longitude: east)
        }
    }

    private func priority(_ written: String) -> Priority? {
        switch written {
        case "1": .must
        case "9": .meh
        default: nil
        }
    }
}
