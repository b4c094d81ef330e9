import Formats
import Foundation
import Localization
import ProgramKit

/// Reads the rows of CSV files that `export` wrote, and of lists of places from other programs. It finds the columns
/// by their names.
struct TripRowFormat: EntryReader {
    private let columns: [TripCSV.Column: FileField]
    /// The other columns of an export of itour, which describe the sight.
    private let others: [FileField]
    /// Whether rows are sights without a destination.
    private let isList: Bool
    /// The columns of a list of saved places of Google Takeout; `nil` for other files.
    private let saved: SavedList?
    /// Whether numbers may have a decimal comma, because semicolons separate the fields.
    private let hasDecimalCommas: Bool

    /// The columns' names in files of other programs.
    private static let otherNames: [String: TripCSV.Column] = [
        "name": .sight, "title": .sight, "lat": .latitude, "lon": .longitude, "lng": .longitude,
        "long": .longitude,
        "description": .note, "desc": .note, "id": .sightIdentifier,
    ]

    /// The columns for the place of a sight. They never describe the destination.
    private static let ofPlace: [TripCSV.Column] = [.latitude, .longitude, .address]

    /// The columns that a list of sights without destinations has. Others are named in the report.
    private static let ofSight =
        ofPlace + [.sight, .sightIdentifier, .note, .visited, .sightSource]

    /// The columns of a list of saved places: the title, the note, the address of the map, the comment, and perhaps the tags.
    private struct SavedList {
        let title, note, link, comment, tags: FileField

        /// The names of the columns in the languages of the program and of many accounts.
        private static let names: [[String]] = [
            ["title", "note", "url", "comment", "tags"],
            ["tytuł", "notatka", "url", "komentarz", "tagi"],
            ["cím", "jegyzet", "url", "megjegyzés", "címkék"],
            ["titel", "notiz", "url", "kommentar", "tags"],
        ]

        /// Returns the names of the columns if the table has all but the last one; `nil` for other tables.
        static func columns(of table: TableStart) -> [String]? {
            for names in names {
                let columns = names.map { name in table.columns.first { $0.lowercased() == name } }
                if !columns.prefix(4).contains(nil) { return columns.map { $0 ?? "" } }
            }
            return nil
        }

        init(_ columns: [String], _ names: inout FieldNames) {
            let fields = columns.map { $0.isEmpty ? FileField(stringLiteral: "") : names.take($0) }
            (title, note, link, comment, tags) = (fields[0], fields[1], fields[2], fields[3], fields[4])
        }
    }

    /// Makes a source of a table.
    ///
    /// - Throws: `ImportFileError` if a required column is missing.
    static func source(_ table: TableStart, path: String) throws -> TableSource<TripRowFormat> {
        if let columns = SavedList.columns(of: table) {
            return TableSource(table) { TripRowFormat(saved: SavedList(columns, &$0)) }
        }
        let columns = columns(of: table)
        if columns.isEmpty, table.columns.count == 1 { throw TripFileError.unknownContents(path: path) }
        guard columns[.destination] != nil || columns[.sight] != nil else {
            throw TripFiles.table.missing(["name"], in: table, path: path)
        }
        let hasPlaces = columns[.address] != nil || (columns[.latitude] != nil && columns[.longitude] != nil)
        // Many tables of other data also have a column for names. If there are no columns for places, treat
        // the file as a list of sights only if all columns are known.
        if columns[.destination] == nil, !hasPlaces, columns.count < table.columns.count {
            throw TripFiles.table.missing(["latitude", "longitude"], in: table, path: path)
        }
        return TableSource(table) { TripRowFormat(columns, of: table, &$0) }
    }

    /// Returns the known columns with their names in a table.
    private static func columns(of table: TableStart) -> [TripCSV.Column: String] {
        var columns: [TripCSV.Column: String] = [:]
        for name in table.columns {
            let known = TripCSV.Column.allCases.first {
                $0.rawValue.caseInsensitiveCompare(name) == .orderedSame
            }
            if let column = known, columns[column] == nil { columns[column] = name }
        }
        for name in table.columns {
            if let column = otherNames[name.lowercased()], columns[column] == nil { columns[column] = name }
        }
        return columns
    }

    private init(saved: SavedList) {
        self.saved = saved
        columns = [:]
        others = []
        isList = true
        hasDecimalCommas = false
    }

    private init(
        _ columns: [TripCSV.Column: String], of table: TableStart, _ names: inout FieldNames
    ) {
        let isList = columns[.destination] == nil
        self.isList = isList
        saved = nil
        self.columns = columns.filter { !isList || Self.ofSight.contains($0.key) }.mapValues {
            names.take($0)
        }
        let isOurs = columns[.destination] != nil && columns[.sightIdentifier] != nil
        others = isOurs ? TripCSV.others.filter { names.contains($0) }.map { names.take($0) } : []
        hasDecimalCommas = table.reader.isSemicolonSeparated
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> TripFileItem {
        var reader = Reader(format: self, fields: fields)
        defer { fields = reader.fields }
        if let saved { return try reader.item(of: saved) }
        return try reader.item()
    }

    /// Reads a row.
    private struct Reader {
        let format: TripRowFormat
        var fields: EntryFields

        /// Returns the field of a column. A missing column is a field without a value.
        private func field(_ column: TripCSV.Column) -> FileField { format.columns[column] ?? "" }

        private mutating func text(_ column: TripCSV.Column) -> String { fields.text(field(column)) }

        private mutating func place(_ latitude: TripCSV.Column, _ longitude: TripCSV.Column) -> Coordinates? {
            fields.place(field(latitude), field(longitude), hasDecimalCommas: format.hasDecimalCommas)
        }

        private mutating func given(_ column: TripCSV.Column) -> String? {
            let written = text(column)
            return written.isEmpty ? nil : written
        }

        private mutating func says(anyOf columns: [TripCSV.Column]) -> Bool {
            columns.contains { !fields.text(field($0)).allSatisfy(\.isWhitespace) }
        }

        /// Returns the sight of a saved place. These lists have an empty row below the header.
        mutating func item(of saved: SavedList) throws(SkippedEntry) -> TripFileItem {
            let title = fields.text(saved.title), link = fields.text(saved.link)
            let notes = [fields.text(saved.note), fields.text(saved.comment), fields.text(saved.tags)]
                .filter { !$0.allSatisfy(\.isWhitespace) }
            if title.isEmpty, link.isEmpty, notes.isEmpty { return .part(name: "") }
            let place = MapLink(link)?.coordinates
            guard let name = RawFields.name(title) ?? place?.text else { throw .missingName }
            let sight = ImportedSight(name: name)
            sight.record.place = place
            sight.record.link = link
            sight.record.note = notes.joined(separator: "\n")
            return .sight(sight)
        }

        mutating func item() throws(SkippedEntry) -> TripFileItem {
            let sight = try sight()
            if format.isList {
                guard let sight else { throw .missingName }
                return .sight(sight)
            }
            guard let name = RawFields.name(text(.destination)) else { throw .missingName }
            var trip = ImportedTrip(name: name)
            trip.identifier = fields.identifier(field(.identifier))
            trip.details = text(.details)
            trip.timeZone = fields.zone(field(.timeZone))
            trip.dates = fields.dates(start: field(.start), end: field(.end), zone: trip.timeZone)
            trip.place = place(.destinationLatitude, .destinationLongitude)
            trip.country = fields.country(field(.country))
            trip.priority = fields.priority(field(.priority))
            trip.source = given(.source)
            trip.isRow = true
            trip.sights = [sight].compactMap(\.self)
            if sight == nil {
                let note = says(anyOf: [.note]) ? text(.note) : ""
                if trip.details.isEmpty { trip.remark = note }
                let isNoteLost = !note.isEmpty && note != trip.details && note != trip.remark
                if says(anyOf: TripRowFormat.ofPlace) || isNoteLost { trip.ignored = .unnamedPoint }
            }
            return .trip(trip)
        }

        private mutating func sight() throws(SkippedEntry) -> ImportedSight? {
            let isOurs = !format.isList && format.columns[.sight] != nil
            var written = given(.sight)
            // Without a column for sights, the place in a row becomes a sight with the destination's name.
            if written == nil, !format.isList, !isOurs, says(anyOf: [.note] + TripRowFormat.ofPlace) {
                written = text(.destination)
            }
            guard let written else { return nil }
            guard let name = RawFields.name(written) else { throw .missingName }
            let sight = ImportedSight(name: name)
            let identifier = field(.sightIdentifier)
            if isOurs {
                sight.identifier = fields.identifier(identifier)
            } else if let written = given(.sightIdentifier) {
                // Other programs number their entries.
                sight.identifier = UUID(uuidString: written)
                if sight.identifier == nil { fields.leaveOut(identifier) }
            }
            sight.record.note = text(.note)
            sight.record.address = text(.address)
            sight.record.place = place(.latitude, .longitude)
            sight.record.isVisited = fields.truth(field(.visited)) == true
            sight.record.source = given(.sightSource)
            if !format.others.isEmpty {
                let texts = format.others.map { ($0.name, fields.text($0)) }
                var others = EntryFields(Dictionary(uniqueKeysWithValues: texts))
                try Sight.fields.read(&others, into: sight.record, only: TripCSV.others)
                fields.report(others.problems)
            }
            return sight
        }
    }
}
