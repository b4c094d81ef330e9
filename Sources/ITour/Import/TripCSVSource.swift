import Formats
import Foundation
import Suite

/// Reads the CSV that `export` writes, and lists of places of other programs: a row for each, its columns found by name.
struct TripCSVSource: ImportSource {
    private var reader: CSVReader
    private let columns: [TripCSV.Column: Int]
    /// Whether rows are sights by themselves, whose destination isn't said.
    private let isList: Bool
    /// Whether 41,9 is a number: commas don't part the fields.
    private let hasDecimalCommas: Bool

    var countsLines: Bool { true }

    var openEnd: Int? { reader.openEnd }

    /// What other programs call the columns.
    private static let otherNames: [String: TripCSV.Column] = [
        "name": .sight, "title": .sight, "lat": .latitude, "lon": .longitude, "lng": .longitude,
        "long": .longitude,
        "description": .note, "desc": .note, "id": .sightIdentifier,
    ]

    /// What a row says of where a sight is, and never of its destination.
    private static let ofPlace: [TripCSV.Column] = [.latitude, .longitude, .address]

    /// Makes a source of a reader that stands behind the header.
    ///
    /// - Throws: ``ImportFileError`` where a needed column is missing.
    init(header: [String], reader: CSVReader, path: String) throws {
        self.reader = reader
        hasDecimalCommas = reader.hasSemicolons
        var columns: [TripCSV.Column: Int] = [:]
        let names = header.map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, name) in names.enumerated() {
            let known = TripCSV.Column.allCases.first {
                $0.rawValue.caseInsensitiveCompare(name) == .orderedSame
            }
            if let column = known, columns[column] == nil { columns[column] = index }
        }
        for (index, name) in names.enumerated() {
            if let column = Self.otherNames[name.lowercased()], columns[column] == nil {
                columns[column] = index
            }
        }
        if columns.isEmpty, names.count == 1 { throw ImportFileError.unknownContents(path: path) }
        guard columns[.destination] != nil || columns[.sight] != nil else {
            throw ImportFileError.missingColumns(path: path, ["name"])
        }
        isList = columns[.destination] == nil
        let hasPlaces = columns[.address] != nil || (columns[.latitude] != nil && columns[.longitude] != nil)
        // A list of anything has names; with columns that say nothing here and without places it is none of sights.
        if isList, !hasPlaces, columns.count < names.count {
            throw ImportFileError.missingColumns(path: path, ["latitude", "longitude"])
        }
        self.columns = columns
    }

    mutating func next() throws -> ImportItem? {
        guard let record = try reader.next() else { return nil }
        do throws(ItemProblem) {
            return try item(record)
        } catch {
            return .skipped(position: record.line, reason: error.reason)
        }
    }

    private func item(_ record: CSVRecord) throws(ItemProblem) -> ImportItem {
        if let malformation = record.malformation { throw .malformed(malformation) }
        func value(_ column: TripCSV.Column) throws(ItemProblem) -> String {
            guard let index = columns[column] else { return "" }
            guard let string = record.string(at: index) else { throw .invalidUTF8 }
            return string
        }
        func number(_ column: TripCSV.Column) throws(ItemProblem) -> Double? {
            let written = try value(column).trimmingCharacters(in: .whitespaces)
            guard !written.isEmpty else { return nil }
            let english = hasDecimalCommas ? written.replacing(",", with: ".") : written
            guard let number = Double(english), number.isFinite else { throw .place(written) }
            return number
        }
        func given(_ column: TripCSV.Column) throws(ItemProblem) -> String? {
            let written = try value(column)
            return written.isEmpty ? nil : written
        }
        func says(anyOf columns: [TripCSV.Column]) throws(ItemProblem) -> Bool {
            for column in columns {
                if try !value(column).allSatisfy(\.isWhitespace) { return true }
            }
            return false
        }
        let isOurs = !isList && columns[.sight] != nil
        var sightName = try given(.sight)
        // Where no column has names of sights, what a row says of a place is of one that is called as its destination.
        if sightName == nil, !isList, !isOurs, try says(anyOf: [.note] + Self.ofPlace) {
            sightName = try value(.destination)
        }
        var sight: ImportedSight?
        if let name = sightName {
            var imported = ImportedSight(position: record.line, name: try RawFields.name(name))
            imported.identifier =
                isOurs
                ? try RawFields.identifier(try value(.sightIdentifier))
                : UUID(uuidString: try value(.sightIdentifier))
            imported.note = try value(.note)
            imported.address = try value(.address)
            imported.place = try RawFields.place(
                latitude: try number(.latitude), longitude: try number(.longitude))
            imported.isVisited = ["true", "1", "yes"].contains(try value(.visited).lowercased())
            imported.source = try given(.sightSource)
            sight = imported
        }
        guard !isList else {
            guard let sight else { throw .missingName }
            return .sight(sight)
        }
        var trip = ImportedTrip(position: record.line, name: try RawFields.name(try value(.destination)))
        trip.identifier = try RawFields.identifier(try value(.identifier))
        trip.details = try value(.details)
        trip.timeZone = try RawFields.zone(try value(.timeZone))
        trip.dates = try RawFields.dates(start: try value(.start), end: try value(.end), zone: trip.timeZone)
        trip.priority = try RawFields.priority(try value(.priority))
        trip.source = try given(.source)
        trip.isRow = true
        trip.sights = [sight].compactMap(\.self)
        if sight == nil {
            let note = try says(anyOf: [.note]) ? value(.note) : ""
            if trip.details.isEmpty { trip.remark = note }
            let isNoteLost = !note.isEmpty && note != trip.details && note != trip.remark
            let isPlaced = try says(anyOf: Self.ofPlace)
            if isPlaced || isNoteLost { trip.leftOut = .unnamedPoint }
        }
        return .trip(trip)
    }
}
