import Foundation
import Localization

/// The airports of the world by their IATA codes.
///
/// The data are facts of `airportsdata`, embedded in the program; see `NOTICE`. Nothing is read until the first search.
struct Airports: Sendable {
    /// The airports that are embedded in the program.
    static let builtIn = Airports(lines: SortedLines(EmbeddedFiles.contents("gazetteer/airports.tsv") ?? ""))

    private let lines: SortedLines

    /// An airport, or a city with several airports.
    struct Airport: Hashable, Sendable {
        /// The code, such as `BER`.
        let code: String
        /// The name, such as `Narita International Airport`; that of the city for a city's code.
        let name: String
        /// The name of the city; empty if it isn't known.
        let city: String
        let coordinates: Coordinates
        /// The identifier of the time zone.
        let timeZone: String
    }

    /// The airport that stands for each city's code which isn't one of an airport.
    private static let cities = [
        "BJS": "PEK", "BUE": "EZE", "BUH": "OTP", "CHI": "ORD", "DTT": "DTW", "JKT": "CGK", "LON": "LHR",
        "MIL": "MXP", "MOW": "SVO", "NYC": "JFK", "OSA": "KIX", "PAR": "CDG", "RIO": "GIG", "ROM": "FCO",
        "SAO": "GRU", "SEL": "ICN", "SPK": "CTS", "STO": "ARN", "TCI": "TFS", "TYO": "HND", "WAS": "IAD",
        "YMQ": "YUL", "YTO": "YYZ",
    ]

    /// Returns the airport with a code of three capital letters; `nil` for another text or an unknown code. A code of a
    /// city, such as `LON`, means its largest airport.
    func airport(code: some StringProtocol) -> Airport? {
        guard Self.isCode(code) else { return nil }
        let code = String(code)
        guard let fields = lines.fields(of: code) ?? Self.cities[code].flatMap({ lines.fields(of: $0) }),
            fields.count == 7, let latitude = Double(fields[4]), let longitude = Double(fields[5]),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        return Airport(
            code: code, name: fields[1], city: fields[2], coordinates: coordinates, timeZone: fields[6])
    }

    /// Returns the airport that a text names by its code: `BER`, `Berlin (BER)`, `BER Terminal 1` or `Berlin BER`; `nil` if
    /// it has no code, or several.
    func airport(namedBy text: String) -> Airport? {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        if words.count == 1, let word = words.first { return airport(code: word) }
        // In a text of capitals only, a word of three letters is rarely a code.
        if text.uppercased() == text, !text.contains("("), words.count > 2 { return nil }
        // At the end of an address, “USA” is the country, not the airport of Concord.
        let isCountry = !text.contains("(USA)")
        let found = Set(words.compactMap { isCountry && $0 == "USA" ? nil : airport(code: $0) })
        return found.count == 1 ? found.first : nil
    }

    /// Whether a text has the form of a code: three capital letters from A to Z.
    static func isCode(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension Gazetteer {
    /// The time zones of the places that a text can name, the most important first.
    func timeZones(of text: String) -> [String] {
        if let airport = Airports.builtIn.airport(namedBy: text) { return [airport.timeZone] }
        return places(of: text).reduce(into: []) { if !$0.contains($1.timeZone) { $0.append($1.timeZone) } }
    }

    /// Returns the city of an airport or an address; `nil` if it isn't clear.
    func city(of text: String) -> KnownPlace? {
        let airport = Airports.builtIn.airport(namedBy: text)
        let found = places(of: airport.map { $0.city.isEmpty ? $0.name : $0.city } ?? text)
        return found.count == 1 ? found.first : nil
    }

    /// The places that a text can name, the most important first: those with the name; else the city in an address, of a
    /// station or of an airport, as in `Kyoto Station` or `Gare de Lyon, Paris`.
    ///
    /// A code that no airport has, such as `QQQ`, names nothing, not a place with this rare name.
    private func places(of text: String) -> [KnownPlace] {
        if Airports.isCode(text) { return [] }
        let known = matches(of: text)
        if !known.isEmpty { return known }
        let parts = text.split(separator: ",").map(String.init)
        var region: String?
        for part in parts.reversed() where parts.count > 1 {
            // “1100-465 Lisboa” and “NY 10003” have the number of a post office.
            let words = part.split(separator: " ").filter { !$0.contains(where: \.isNumber) }
            let word = words.joined(separator: " ")
            // Without a name before it, the region would be one.
            for name in [part, word] where region != nil && name.contains(where: \.isLetter) {
                let known = region.map { matches(of: "\(name), \($0)") } ?? []
                if !known.isEmpty { return known }
            }
            // In “Portland, OR”, “OR” is the state, not a village in Sweden, and “USA” isn't a city in Japan.
            if word.count < 4, Self.isRegion(word) {
                region = word
                continue
            }
            for name in [part, word] where name == part || name.count > 3 {
                let known = matches(of: name)
                if !known.isEmpty { return known }
            }
        }
        var words = text.split { $0.isWhitespace || ",()".contains($0) }.map(String.init)
        let count = words.count
        words.removeAll { Self.stationWords.contains(Self.key($0)) }
        if words.isEmpty || words.count == count { return [] }
        return matches(of: words.joined(separator: " "))
    }

    /// Returns the large city with which the name of a station begins, as in `Barcelona-Sants` or `New York Penn Station`;
    /// `nil` if there is none, or if several have the name.
    func city(atStartOf name: String) -> KnownPlace? {
        let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "'" && $0 != "’" }
        guard words.first?.first?.isUppercase == true else { return nil }
        for count in (1...3).reversed() where words.count > count {
            let beginning = words.prefix(count).joined(separator: " ")
            // “San” and “New” are parts of many names.
            if beginning.count > 3, case .one(let place) = match(beginning), place.weight >= Self.largeCity {
                return place
            }
        }
        return nil
    }

    /// The least weight of a city that the beginning of a name can mean, such as Bamberg's.
    private static let largeCity = 60

    /// Whether a text is the name or the code of a country or of a state of the United States.
    private static func isRegion(_ text: String) -> Bool {
        Countries.builtIn.stateCode(of: text) != nil || Countries.builtIn.code(of: text) != nil
    }

    private func matches(of name: String) -> [KnownPlace] {
        switch match(name) {
        case .none: []
        case .one(let place): [place]
        case .several(let places): places
        }
    }

    /// Whether the name of a place has a word for a railway station.
    static func namesRailway(_ name: String) -> Bool {
        name.split { $0.isWhitespace || ",()".contains($0) }.contains {
            railwayWords.contains(key(String($0)))
        }
    }

    private static let railwayWords: Set<String> = [
        "hbf", "hauptbahnhof", "bahnhof", "bf", "hb", "gare", "stazione", "termini", "tiburtina", "dworzec",
        "glowny", "gl", "centralna", "palyaudvar", "pu", "keleti", "nyugati",
    ]

    /// Words for stations, ports and airports, which aren't a part of the city's name.
    private static let stationWords: Set<String> = [
        "station", "airport", "international", "central", "terminal", "hbf", "hauptbahnhof", "bahnhof", "bf",
        "flughafen", "gare", "aeroport", "stazione", "centrale", "termini", "aeroporto", "estacion",
        "aeropuerto", "dworzec", "glowny", "gl", "centralna", "lotnisko", "palyaudvar", "pu", "repuloter",
        "keleti", "nyugati", "deli", "port", "harbour", "ferry", "bus", "main", "st",
    ]
}
