import Formats
import Foundation
import Suite

/// Reads CSV files that `export` wrote, and lists of places from other programs. It finds the columns by
/// their names.
struct TripCSVSource: TripSource {
    private var reader: CSVReader
    private let columns: [TripCSV.Column: Int]
    /// Whether rows are sights without a destination.
    private let isList: Bool
    /// Whether numbers may have a decimal comma, because semicolons separate the fields.
    private let hasDecimalCommas: Bool

    var countsLines: Bool { true }

    var possiblyTruncatedLine: Int? { reader.possiblyTruncatedLine }

    /// The columns' names in files of other programs.
    private static let otherNames: [String: TripCSV.Column] = [
        "name": .sight, "title": .sight, "lat": .latitude, "lon": .longitude, "lng": .longitude,
        "long": .longitude,
        "description": .note, "desc": .note, "id": .sightIdentifier,
    ]

    /// The columns for the place of a sight. They never describe the destination.
    private static let ofPlace: [TripCSV.Column] = [.latitude, .longitude, .address]

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - header: The names of the columns.
    ///   - reader: A reader that is positioned after the header.
    ///   - path: The file's path, for errors.
    /// - Throws: ``TripFileError`` if a required column is missing.
    init(header: [String], reader: CSVReader, path: String) throws {
        self.reader = reader
        hasDecimalCommas = reader.isSemicolonSeparated
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
        if columns.isEmpty, names.count == 1 { throw TripFileError.unknownContents(path: path) }
        guard columns[.destination] != nil || columns[.sight] != nil else {
            throw TripFileError.missingColumns(path: path, ["name"])
        }
        isList = columns[.destination] == nil
        let hasPlaces = columns[.address] != nil || (columns[.latitude] != nil && columns[.longitude] != nil)
        // Many tables of other data also have a column for names. If there are no columns for places, treat
        // the file as a list of sights only if all columns are known.
        if isList, !hasPlaces, columns.count < names.count {
            throw TripFileError.missingColumns(path: path, ["latitude", "longitude"])
        }
        self.columns = columns
    }

    mutating func next() throws -> TripFileItem? {
        guard let record = try reader.next() else { return nil }
        do throws(ItemProblem) {
            return try item(record)
        } catch {
            return .skipped(position: record.line, reason: error.reason)
        }
    }

    private func item(_ record: CSVRecord) throws(ItemProblem) -> TripFileItem {
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
        // Without a column for sights, the place in a row becomes a sight with the destination's name.
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
        trip.place = try RawFields.place(
            latitude: try number(.destinationLatitude), longitude: try number(.destinationLongitude))
        trip.country = try RawFields.country(try value(.country))
        trip.priority = try RawFields.priority(try value(.priority))
        trip.source = try given(.source)
        trip.isRow = true
        trip.sights = [sight].compactMap(\.self)
        if sight == nil {
            let note = try says(anyOf: [.note]) ? value(.note) : ""
            if trip.details.isEmpty { trip.remark = note }
            let isNoteLost = !note.isEmpty && note != trip.details && note != trip.remark
            let isPlaced = try says(anyOf: Self.ofPlace)
            if isPlaced || isNoteLost { trip.ignored = .unnamedPoint }
        }
        return .trip(trip)
    }
}
