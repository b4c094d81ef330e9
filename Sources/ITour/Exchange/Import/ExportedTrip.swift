import Formats
import Foundation
import Localization
import ProgramKit

/// Reads the records of itour's JSON exports, with the records within them.
struct ExportReader {
    /// The number of the outermost record in its list.
    private let position: Int
    /// The unreadable parts of records, and the problems of their fields.
    private(set) var rows: [ImportRow<TripFileItem>] = []
    /// The unknown keys with values.
    private(set) var unknownKeys: Set<String> = []

    init(position: Int) { self.position = position }

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - object: The record.
    ///   - list: The name of the list in reports of unknown keys; empty for the outermost list.
    ///   - parts: Reads the lists of the record's parts.
    mutating func read<Part: ExportedPart>(
        _ object: JSONView, in list: String = "",
        _ parts: (inout Part, inout EntryFields, inout ExportReader) -> Void = { _, _, _ in }
    ) throws(SkippedEntry) -> ImportRow<Part> {
        var fields = try EntryFields(readingAllOf: object)
        var part = try Part(&fields)
        parts(&part, &fields, &self)
        unknownKeys.formUnion(fields.unreadKeys.map { list.isEmpty ? $0 : "\(list).\($0)" })
        return ImportRow(part, at: position, problems: fields.problems)
    }

    /// Reads the list of a record's parts. Unreadable ones are skipped.
    ///
    /// - Parameters:
    ///   - key: The key of the list.
    ///   - fields: The fields of the record.
    ///   - trip: The name of the record's trip; `nil` for a destination.
    mutating func parts<Part: ExportedPart>(
        _ key: FileField, of fields: inout EntryFields, in trip: String? = nil
    ) -> [Part] {
        var parts: [Part] = []
        for (index, element) in fields.elements(key).enumerated() {
            do throws(SkippedEntry) {
                let row: ImportRow<Part> = try read(element, in: key.name)
                guard let part = row.entry else { continue }
                parts.append(part)
                if !row.problems.isEmpty {
                    rows.append(ImportRow(.part(name: part.title), at: position, problems: row.problems))
                }
            } catch {
                let reason =
                    trip.map {
                        text(
                            "in the trip “%1$@”, number %2$@ of “%3$@”: %4$@", $0, String(index + 1),
                            key.name,
                            error.reason)
                    } ?? error.reason
                rows.append(ImportRow(skipped: SkippedEntry(reason), at: position))
            }
        }
        return parts
    }
}

extension EntryFields {
    /// Returns the elements of a list; none if the field is missing or isn't a list.
    mutating func elements(_ field: FileField) -> [JSONView] {
        guard let list = json(field) else { return [] }
        if let elements = list.elements { return elements }
        drop(field, written: list.source, .wrongType)
        return []
    }
}

extension ImportedTrip: ExportedPart {
    var title: String { name }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        self.init(name: try fields.name())
        identifier = fields.identifier("identifier")
        details = fields.text("details")
        timeZone = fields.zone("timeZone")
        dates = fields.dates(zone: timeZone)
        place = fields.place()
        country = fields.country("country")
        priority = fields.priority("priority")
        source = fields.presentText("source")
        itinerary = fields.identifier("trip")
    }
}

extension ImportedSight: ExportedPart {
    var title: String { name }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        self.init(name: try fields.name())
        try Sight.fields.read(&fields, into: record)
    }
}

extension ImportedItinerary: ExportedPart {
    var title: String { name }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        self.init(name: try fields.name())
        identifier = fields.identifier("identifier")
        details = fields.text("details")
        days = fields.dates(zone: nil).map { $0.firstDay...$0.lastDay }
        destinations = fields.elements("destinations").compactMap { element in
            let identifier = element.string.flatMap { UUID(uuidString: $0) }
            if identifier == nil { fields.drop("destinations", written: element.source, .identifier) }
            return identifier
        }
    }

    /// Reads the lists of a trip's parts.
    mutating func read(_ fields: inout EntryFields, _ reader: inout ExportReader) {
        legs = reader.parts("legs", of: &fields, in: name)
        stays = reader.parts("stays", of: &fields, in: name)
        expenses = reader.parts("expenses", of: &fields, in: name)
        budget = reader.parts("budget", of: &fields, in: name)
        checklist = reader.parts("checklist", of: &fields, in: name)
    }
}
