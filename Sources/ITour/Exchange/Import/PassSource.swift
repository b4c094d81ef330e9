import Formats
import Foundation
import Localization
import ProgramKit
import Sync

/// Reads a pass of Apple Wallet. A boarding pass becomes a leg, and another pass with a time what its texts say.
struct PassSource: TripSource {
    /// The longest text of a pass that is kept. Terms and conditions are longer.
    private static let longest = 200
    /// The maximum length of the description of a pass in bytes.
    static let maximumLength = 1 << 22

    private var rows: [ImportRow<TripFileItem>]

    var countsLines: Bool { true }

    /// Reads the description of a pass.
    ///
    /// - Parameter texts: The texts of a language, by the keys that the description has instead of them.
    /// - Throws: ``TripFileError/unknownContents(path:)`` if it isn't one.
    init(path: String, _ bytes: [UInt8], _ texts: [String: String] = [:]) throws(TripFileError) {
        guard let document = try? JSONDocument(bytes), case let pass = JSONView(document), pass.isObject
        else {
            throw .unknownContents(path: path)
        }
        do throws(SkippedEntry) {
            rows = [ImportRow(.event(try Self.event(pass, texts)), at: 1)]
        } catch {
            rows = [ImportRow(skipped: error, at: 1)]
        }
    }

    mutating func next() -> ImportRow<TripFileItem>? { rows.popLast() }

    /// Returns the texts of a pass in a language, or else in English or the first other language.
    ///
    /// - Parameter files: The files of texts, by their languages.
    static func texts(in files: [String: [UInt8]], _ language: Language) -> [String: String] {
        let names = files.keys.sorted()
        func named(_ code: String) -> String? {
            names.first { $0 == code } ?? names.first { $0.hasPrefix("\(code)-") || $0.hasPrefix("\(code)_") }
        }
        let chosen = named(language.code) ?? named(Language.english.code) ?? names.first
        return chosen.flatMap { files[$0] }.map(texts) ?? [:]
    }

    /// Returns the pairs of a file such as `"event" = "Late Waterlilies";`, up to what it can't be.
    private static func texts(_ file: [UInt8]) -> [String: String] {
        let isUTF16 = file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF])
        let text =
            isUTF16 ? String(bytes: file, encoding: .utf16) ?? "" : String(decoding: file, as: UTF8.self)
        var texts: [String: String] = [:]
        var key: String?
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "/", rest.first == "*" {
                guard let end = rest.firstRange(of: "*/") else { break }
                rest = rest[end.upperBound...]
            } else if character == "/", rest.first == "/" {
                rest = rest.drop { !$0.isNewline }
            } else if character == "\"" {
                let value = quoted(&rest)
                if let known = key { texts[known] = value }
                key = key == nil ? value : nil
            }
        }
        return texts
    }

    /// Removes a text with its closing quote from the beginning, and returns it.
    private static func quoted(_ rest: inout Substring) -> String {
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\" else {
                value.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": value += "\n"
            case "t": value += "\t"
            case let escaped?: value.append(escaped)
            case nil: break
            }
        }
        return value
    }

    /// A text of a pass with its key and its label.
    private struct Labelled {
        let key: String
        let label: String
        let value: String

        /// Whether the value begins as the number of a flight or a train, unlike a length of time.
        var isNumberOfLine: Bool {
            value.prefix(2).contains(where: \.isUppercase) && value.contains(where: \.isNumber)
        }

        /// Whether the key or the label has one of several words.
        func isAbout(_ words: [String]) -> Bool {
            let own = SearchFold.fold("\(key) \(label)").split { !$0.isLetter }
            return own.contains { word in words.contains { word.hasPrefix($0) } }
        }

        /// The text without spaces around it and with the currency of an amount; empty if there is none.
        ///
        /// - Parameters:
        ///   - view: The field of the pass.
        ///   - texts: The texts of its language.
        static func value(of view: JSONView, _ texts: [String: String]) -> String {
            let value = (view["value"]?.string.map { texts[$0] ?? $0 } ?? view["value"]?.number)?.withoutNUL
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard let value, !value.isEmpty else { return "" }
            if let currency = view["currencyCode"]?.string { return "\(value) \(currency.withoutNUL)" }
            let isDate = view["dateStyle"] != nil || view["timeStyle"] != nil
            return isDate ? CalendarTime(iso: value).map { written($0) } ?? value : value
        }

        static func written(_ time: CalendarTime) -> String {
            time.moment.description.replacing("T", with: " ")
        }
    }

    private static func event(
        _ pass: JSONView, _ texts: [String: String]
    ) throws(SkippedEntry) -> ImportedEvent {
        let boarding = pass["boardingPass"]
        let style = boarding ?? pass["eventTicket"] ?? pass["generic"] ?? pass["coupon"] ?? pass["storeCard"]
        let facts = pass["semantics"] ?? style?["semantics"]
        func entries(_ group: String) -> [Labelled] {
            (style?[group]?.elements ?? []).compactMap { field in
                let value = Labelled.value(of: field, texts)
                guard !value.isEmpty, value.count <= longest else { return nil }
                return Labelled(
                    key: field["key"]?.string ?? "",
                    label: field["label"]?.string.map { texts[$0] ?? $0 }?.withoutNUL ?? "", value: value)
            }
        }
        func fact(_ keys: String...) -> String? {
            keys.lazy.compactMap { facts?[$0].flatMap { $0.string ?? $0.number } }.first
        }
        let dates = pass["relevantDates"]?.elements?.first
        let start =
            fact("currentDepartureDate", "originalDepartureDate", "eventStartDate")
            ?? pass["relevantDate"]?.string ?? dates?["date"]?.string ?? dates?["startDate"]?.string
        guard let start else { throw SkippedEntry(text("the date is missing")) }
        guard let begin = CalendarTime(iso: start) else { throw SkippedEntry(BadField.date.reason) }
        let primary = entries("primaryFields")
        let others = ["headerFields", "secondaryFields", "auxiliaryFields", "backFields"].flatMap {
            entries($0)
        }
        let ends = [
            fact("departureAirportCode", "departureStationName") ?? primary.first?.value,
            fact("destinationAirportCode", "destinationStationName") ?? primary.dropFirst().first?.value,
        ].compactMap { RawFields.tidyName($0) }
        let line =
            fact("airlineCode").flatMap { airline in fact("flightNumber").map { "\(airline) \($0)" } }
            ?? others.first {
                $0.isNumberOfLine
                    && $0.isAbout(["flight", "flug", "lot", "jarat", "train", "zug", "pociag", "vonat"])
            }?
            .value
        let title = RawFields.tidyName(
            primary.first?.value ?? pass["description"]?.string.map { texts[$0] ?? $0 }
                ?? pass["organizationName"]?.string)
        let isJourney = boarding != nil && ends.count == 2
        guard
            let name = isJourney
                ? ([line, ends.joined(separator: " – ")].compactMap(\.self).joined(separator: " ")) : title
        else { throw .missingName }
        let source =
            "pass:"
            + [pass["passTypeIdentifier"]?.string, pass["serialNumber"]?.string].map { $0 ?? "" }
            .joined(separator: ":")
        var event = ImportedEvent(
            position: 1, identifier: UUID(derivedFrom: "event\u{0}\(source)\u{0}".utf8), name: name,
            start: begin)
        event.source = source.withoutNUL
        event.end = fact("currentArrivalDate", "originalArrivalDate", "eventEndDate").flatMap {
            CalendarTime(iso: $0)
        }
        if isJourney { event.toldKind = .leg(kind(boarding?["transitType"]?.string)) }
        event.isCancelled = pass["voided"]?.bool ?? false
        event.location =
            isJourney
            ? ends[0]
            : fact("venueName") ?? others.first {
                $0.isAbout(["venue", "location", "ort", "miejsce", "helyszin"])
            }?.value
                ?? ""
        // The note has what the other fields of the record lack.
        let shown = (isJourney ? others : primary.dropFirst() + others)
            .filter { $0.value != event.location && $0.value != Labelled.written(begin) }
        event.details = shown.map { "\($0.label.isEmpty ? $0.key : $0.label): \($0.value)" }
            .joined(separator: "\n")
        if !isJourney, let place = pass["locations"]?.elements?.first,
            let latitude = place["latitude"]?.number.flatMap(Double.init),
            let longitude = place["longitude"]?.number.flatMap(Double.init)
        {
            event.place = Coordinates(latitude: latitude, longitude: longitude)
        }
        return event
    }

    private static func kind(_ transit: String?) -> LegKind {
        switch transit {
        case "PKTransitTypeAir": .flight
        case "PKTransitTypeTrain": .train
        case "PKTransitTypeBus": .bus
        case "PKTransitTypeBoat": .ferry
        default: .other
        }
    }
}
