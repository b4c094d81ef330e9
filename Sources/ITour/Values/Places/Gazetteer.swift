import Foundation
import Localization

/// The places of the world with more than 5,000 people, by their names in many languages.
///
/// The data come from GeoNames and are embedded in the program; see `Scripts/make-gazetteer.py`. Nothing is read until
/// the first search.
struct Gazetteer: Sendable {
    /// The gazetteer that is embedded in the program.
    static let builtIn = Gazetteer(
        names: EmbeddedFiles.contents("gazetteer/names.tsv") ?? "",
        places: EmbeddedFiles.contents("gazetteer/places.tsv") ?? "")

    private let names: SortedLines
    private let places: SortedLines

    private init(names: StaticString, places: StaticString) {
        self.names = SortedLines(names)
        self.places = SortedLines(places)
    }

    /// The result of a search for a place that the user named.
    enum Match: Hashable {
        /// No place has this name.
        case none
        /// The place that the user most likely means.
        case one(KnownPlace)
        /// Several places, the most important first.
        case several([KnownPlace])
    }

    /// The difference of weights in decibels at which the more important place is meant.
    private static let dominance = 7

    /// The loss of weight in decibels if the text isn't a place's main name.
    private static let otherNamePenalty = 10

    /// Searches for a place.
    ///
    /// - Parameter text: A name in any language, without regard to case, accents and punctuation. The country or the
    ///   state may follow after a comma: `Rome`, `Rzym`, `Springfield, Illinois`, `Valencia, Spain`.
    /// - Returns: A place if it is the only one or much more important than the others.
    func match(_ text: String) -> Match {
        let found = candidates(for: text)
        guard let first = found.first else { return .none }
        guard found.count > 1, first.weight - found[1].weight < Self.dominance else {
            return .one(first.place)
        }
        return .several(found.map(\.place))
    }

    /// Returns all places with a name, the most important first.
    ///
    /// - Parameter text: A name as for ``match(_:)``.
    func places(named text: String) -> [KnownPlace] { candidates(for: text).map(\.place) }

    /// The distance in kilometres up to which a known place tells the time zone.
    private static let nearby = 100.0

    /// Returns the time zone of the nearest known place within 100 km.
    ///
    /// - Returns: `nil` if there is none, or if a place in another country with other clocks is less than twice as far: near a
    ///   border, the nearest place proves nothing.
    func timeZone(near coordinates: Coordinates) -> String? {
        let latitude = coordinates.latitude
        // A degree of latitude is 111 km.
        let near = places.lines(whereField: 2, isIn: (latitude - 0.91)...(latitude + 0.91))
            .compactMap { KnownPlace(fields: $0) }
            .map { (place: $0, distance: GreatCircle.distance(coordinates, $0.coordinates)) }
            .filter { $0.distance <= Self.nearby }
        guard let nearest = near.min(by: { $0.distance < $1.distance }) else { return nil }
        let isUnclear = near.contains {
            $0.place.country != nearest.place.country && $0.distance < 2 * nearest.distance
                && !Self.haveSameClocks($0.place.timeZone, nearest.place.timeZone)
        }
        return isUnclear ? nil : nearest.place.timeZone
    }

    /// Whether two zones have the same clocks in winter and in summer.
    private static func haveSameClocks(_ first: String, _ second: String) -> Bool {
        if first == second { return true }
        guard let first = TimeZone(identifier: first), let second = TimeZone(identifier: second) else {
            return false
        }
        return [1, 7].compactMap { CivilDate(year: 2027, month: $0, day: 1)?.utcDate }.allSatisfy {
            first.secondsFromGMT(for: $0) == second.secondsFromGMT(for: $0)
        }
    }

    /// Returns the main names of places whose names begin with a text, the most important first.
    ///
    /// - Parameters:
    ///   - text: The beginning of a name, in any language.
    ///   - limit: The maximum number of names.
    func names(beginningWith text: String, limit: Int) -> [String] {
        let key = Self.key(text)
        guard !key.isEmpty else { return [] }
        var found: Set<String> = []
        for line in names.lines(beginningWith: key, limit: 2000) where line.count == 2 {
            found.formUnion(line[1].split(separator: " ").map(String.init))
        }
        var names: [String] = []
        // Completion inserts the name, so it must begin with the typed text.
        for place in found.sorted().lazy.compactMap(place) where Self.key(place.name).hasPrefix(key) {
            if names.count >= limit { break }
            if !names.contains(place.name) { names.append(place.name) }
        }
        return names
    }

    /// Returns all places, the most important first.
    var all: [KnownPlace] { places.all.compactMap { KnownPlace(fields: $0) } }

    private typealias Candidate = (place: KnownPlace, weight: Int)

    private func candidates(for text: String) -> [Candidate] {
        let found = candidates(named: Self.key(text))
        guard found.isEmpty, let comma = text.lastIndex(of: ",") else { return found }
        return candidates(
            named: Self.key(String(text[..<comma])), in: String(text[text.index(after: comma)...]))
    }

    private func candidates(named key: String) -> [Candidate] {
        guard !key.isEmpty, let line = names.fields(of: key), line.count == 2 else { return [] }
        return line[1].split(separator: " ").compactMap { place(String($0)) }
            .map { ($0, $0.weight - (Self.key($0.name) == key ? 0 : Self.otherNamePenalty)) }
            .sorted { ($1.weight, $0.place.number) < ($0.weight, $1.place.number) }
    }

    /// Returns the places with a name in a country or in a state of the United States.
    private func candidates(named key: String, in region: String) -> [Candidate] {
        let state = Countries.builtIn.stateCode(of: region)
        let country = Countries.builtIn.code(of: region)
        let all = candidates(named: key)
        // “Georgia” is a state and a country, “CA” is California and Canada.
        let inState = all.filter { $0.place.country == "US" && $0.place.state == state && state != nil }
        let inCountry = all.filter { $0.place.country == country && country != nil }
        return (inState + inCountry).sorted { ($1.weight, $0.place.number) < ($0.weight, $1.place.number) }
    }

    private func place(_ number: String) -> KnownPlace? {
        places.fields(of: number).flatMap { KnownPlace(fields: $0) }
    }

    /// Returns the form of a name by which it is found: folded, without apostrophes, and with one space for any other
    /// punctuation. `make-gazetteer.py` does the same.
    static func key(_ name: String) -> String {
        var folded = SearchFold.fold(name)
        // The file has composed letters, such as 서. Most names have none, and the first composition takes as long as
        // the look-up.
        if !folded.utf8.allSatisfy({ $0 < 0x80 }) { folded = folded.precomposedStringWithCanonicalMapping }
        var words = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars {
            if apostrophes.contains(scalar) { continue }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
                words.append(scalar)
            default: words.append(" ")
            }
        }
        return String(words).split(separator: " ").joined(separator: " ")
    }

    private static let apostrophes = Set("'’‘`´ʻʼʿʾ".unicodeScalars)
}
