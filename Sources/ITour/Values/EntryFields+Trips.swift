import Foundation
import Localization
import ProgramKit

/// The values of trips and sights in import files. A value that can't be read costs its field.
extension EntryFields {
    /// Returns a name without surrounding white space. Line ends and tabs become spaces.
    mutating func name(_ field: FileField = "name") throws(SkippedEntry) -> String {
        guard let name = RawFields.name(text(field)) else { throw .missingName }
        return name
    }

    /// Returns a time zone.
    mutating func zone(_ field: FileField) -> String? {
        value(field, or: .zone) {
            TimeZone(identifier: $0) == nil ? nil : $0
        }
    }

    /// Returns the code of a country in ISO 3166.
    mutating func country(_ field: FileField) -> String? {
        value(field, or: .country) {
            $0.utf8.count == 2 && $0.utf8.allSatisfy { (65...90).contains($0) } ? $0 : nil
        }
    }

    /// Returns a priority.
    mutating func priority(_ field: FileField) -> Priority? {
        value(field, or: .impossible) { Priority(word: $0) }
    }

    /// Returns a number in a range.
    mutating func number(_ field: FileField, in range: ClosedRange<Int>) -> Int? {
        value(field, or: .impossible) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// Returns a day, such as `2025-05-01`.
    mutating func day(_ field: FileField) -> CivilDate? { value(field, or: .date) { CivilDate($0) } }

    /// Returns a day, or a local time of a day, such as `2025-05-01T10:00`.
    mutating func moment(_ field: FileField) -> Moment? { value(field, or: .date) { Moment(iso: $0) } }

    /// Returns a truth value; `nil` if the file has none.
    mutating func truth(_ field: FileField) -> Bool? {
        if isObject, let truth = json(field)?.bool { return truth }
        return value(field, or: .impossible) {
            switch $0.lowercased() {
            case "true", "1", "yes": true
            case "false", "0", "no": false
            default: nil
            }
        }
    }

    /// Returns the dates of a trip. An end that contradicts the start is left out. If the time zone is known and its
    /// clocks skip one of the times, this time is left out.
    mutating func dates(start: FileField = "start", end: FileField = "end", zone: String?) -> TripDates? {
        let last = moment(end)
        guard let first = moment(start) else {
            if let last { drop(end, written: "\(last)", .dates(.endWithoutStart(name: "\(last)"))) }
            return nil
        }
        do throws(TripError) {
            let dates = try Self.dates(first, nil, zone)
            do throws(TripError) {
                return try Self.dates(first, last, zone)
            } catch {
                drop(end, written: text(end), .dates(error))
                return dates
            }
        } catch {
            drop(start, written: text(start), .dates(error))
            if let last { drop(end, written: "\(last)", .dates(.endWithoutStart(name: "\(last)"))) }
            return nil
        }
    }

    private static func dates(_ start: Moment, _ end: Moment?, _ zone: String?) throws(TripError) -> TripDates
    {
        let dates = try TripDates(start: start, end: end)
        if let zone = zone.flatMap({ TimeZone(identifier: $0) }) { try DaylightSaving.check(dates, in: zone) }
        return dates
    }

    /// Returns coordinates.
    ///
    /// - Parameters:
    ///   - latitude: The field with the latitude.
    ///   - longitude: The field with the longitude.
    ///   - hasDecimalCommas: Whether numbers may have a decimal comma.
    mutating func place(
        _ latitude: FileField = "latitude", _ longitude: FileField = "longitude",
        hasDecimalCommas: Bool = false
    ) -> Coordinates? {
        func degrees(_ field: FileField, _ limit: Double) -> Double? {
            value(field, or: .place) {
                let written = hasDecimalCommas ? $0.replacing(",", with: ".") : $0
                return Double(written.trimmingCharacters(in: .whitespacesAndNewlines))
                    .flatMap { $0.magnitude <= limit ? $0 : nil }
            }
        }
        let north = degrees(latitude, 90), east = degrees(longitude, 180)
        switch (north, east) {
        case (let north?, let east?): return Coordinates(latitude: north, longitude: east)
        case (_?, nil): drop(latitude, written: text(latitude), .halfPlace)
        case (nil, _?): drop(longitude, written: text(longitude), .halfPlace)
        case (nil, nil): break
        }
        return nil
    }

    /// Returns an amount of money that isn't negative, and less than a billion.
    mutating func money(_ field: FileField, isSigned: Bool = false) -> Money? {
        let currency = currency("currency")
        let amount = decimal(field, isSigned: isSigned)
        switch (amount, currency) {
        case (let amount?, let currency?): return Money(amount, currency)
        case (_?, nil): drop(field, written: text(field), .noCurrency)
        case (nil, let currency?): drop("currency", written: currency, .noAmount)
        case (nil, nil): break
        }
        return nil
    }

    /// Returns a number of less than a billion, which isn't negative unless it may be.
    mutating func decimal(_ field: FileField, isPositive: Bool = false, isSigned: Bool = false) -> Decimal? {
        value(field, or: .impossible) {
            // Foundation ignores characters after a number.
            guard $0.utf8.allSatisfy({ (48...57).contains($0) || ".eE+-".utf8.contains($0) }),
                let number = Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")),
                number >= 0 || isSigned && number > -1_000_000_000,
                number > 0 || !isPositive,
                number < 1_000_000_000
            else { return nil }
            return number
        }
    }

    /// Returns the code of a currency: three capital letters.
    mutating func currency(_ field: FileField, except other: String = "") -> String? {
        value(field, or: .impossible) { $0 != other && Currency.code(of: $0) == $0 ? $0 : nil }
    }

    /// Returns one of the values that a field can have.
    mutating func word<Value: RawRepresentable<String>>(_ field: FileField) -> Value? {
        value(field, or: .impossible) { Value(rawValue: $0) }
    }
}

extension BadField {
    /// The time zone isn't known.
    static var zone: BadField { BadField(text("it is not a known time zone")) }
    /// The text isn't the code of a country.
    static var country: BadField { BadField(text("it is not the code of a country")) }
    /// The number isn't a latitude or a longitude.
    static var place: BadField { BadField(text("latitudes are from -90 to 90, longitudes from -180 to 180")) }
    /// The other coordinate is missing.
    static var halfPlace: BadField { BadField(text("the latitude or the longitude is missing")) }
    /// The currency of an amount is missing.
    static var noCurrency: BadField { BadField(text("the currency is missing")) }
    /// The amount in a currency is missing.
    static var noAmount: BadField { BadField(text("the amount is missing")) }

    /// The dates contradict each other.
    static func dates(_ error: TripError) -> BadField {
        BadField(text("the dates contradict each other: %@", error.problem))
    }
}

extension SkippedEntry {
    /// The name is missing.
    static var missingName: SkippedEntry { SkippedEntry(text("the name is missing")) }
}

/// Parses the names of trips and sights.
enum RawFields {
    /// Returns a name without surrounding white space; `nil` if it is blank. Line ends and tabs become spaces.
    static func name(_ written: String?) -> String? {
        let parts = (written ?? "").withoutNUL.split { $0.isNewline || $0 == "\t" }.map(trimmed)
        let name = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    /// Returns a name from a map; `nil` if it is blank. Each run of white space becomes a single space, because maps
    /// often use white space only to format the file.
    static func tidyName(_ written: String?) -> String? {
        let name = tidy((written ?? "").withoutNUL)
        return name.isEmpty ? nil : name
    }

    /// Returns the comparison key of a name. Names that only differ in case, accents or white space have the
    /// same key.
    static func key(_ name: String) -> String { SearchFold.fold(tidy(name)) }

    private static func tidy(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return text[first...last]
    }
}

/// A record in itour's own exports. It is an object of JSON, or a placemark of KML.
protocol ExportedPart {
    /// The name in reports.
    var title: String { get }
    /// Reads the record.
    ///
    /// - Throws: `SkippedEntry` if a field that the record needs is missing or invalid.
    init(_ fields: inout EntryFields) throws(SkippedEntry)
}

extension UUID {
    /// The identifier of a part without one in its file.
    static let missing = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension SkippedEntry {
    /// The times of a leg or a stay contradict each other.
    static func contradictory(_ problem: LocalizedText) -> SkippedEntry {
        SkippedEntry(text("the times contradict each other: %@", problem))
    }
}
