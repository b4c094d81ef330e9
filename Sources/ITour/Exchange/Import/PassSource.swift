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
    /// - Throws: ``TripFileError/unknownContents(path:)`` if it isn't one.
    init(path: String, _ bytes: [UInt8]) throws(TripFileError) {
        guard let document = try? JSONDocument(bytes), case let pass = JSONView(document), pass.isObject
        else {
            throw .unknownContents(path: path)
        }
        do throws(SkippedEntry) {
            rows = [ImportRow(.event(try Self.event(pass)), at: 1)]
        } catch {
            rows = [ImportRow(skipped: error, at: 1)]
        }
    }

    mutating func next() -> ImportRow<TripFileItem>? { rows.popLast() }

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
        /// - Parameter view: The field of the pass.
        static func value(of view: JSONView) -> String {
            let value = (view["value"]?.string ?? view["value"]?.number)?.withoutNUL
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

    private static func event(_ pass: JSONView) throws(SkippedEntry) -> ImportedEvent {
        let boarding = pass["boardingPass"]
        let style = boarding ?? pass["eventTicket"] ?? pass["generic"] ?? pass["coupon"] ?? pass["storeCard"]
        let facts = pass["semantics"] ?? style?["semantics"]
        func entries(_ group: String) -> [Labelled] {
            (style?[group]?.elements ?? []).compactMap { field in
                let value = Labelled.value(of: field)
                guard !value.isEmpty, value.count <= longest else { return nil }
                return Labelled(
                    key: field["key"]?.string ?? "", label: field["label"]?.string?.withoutNUL ?? "",
                    value: value)
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
            primary.first?.value ?? pass["description"]?.string ?? pass["organizationName"]?.string)
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
