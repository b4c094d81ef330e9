import Foundation
import Localization

/// A place in the gazetteer.
struct KnownPlace: Hashable, Sendable {
    /// The position in the gazetteer; more important places have lower numbers.
    let number: String
    /// The main name, such as `Rome`.
    let name: String
    let coordinates: Coordinates
    /// The country's code in ISO 3166, such as `IT`.
    let country: String
    /// The code of the state, such as `IL`, if the country is the United States.
    let state: String?
    /// The identifier of the time zone, such as `Europe/Rome`.
    let timeZone: String
    /// The importance in decibels: 10 more mean that users mean this place ten times as often.
    let weight: Int

    /// Creates a place from a line of `places.tsv`; `nil` if the line is invalid.
    init?(fields: [String]) {
        guard fields.count == 8, let latitude = Double(fields[2]), let longitude = Double(fields[3]),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude),
            let weight = Int(fields[7])
        else { return nil }
        number = fields[0]
        name = fields[1]
        self.coordinates = coordinates
        country = fields[4]
        state = fields[5].isEmpty ? nil : fields[5]
        timeZone = fields[6]
        self.weight = weight
    }

    /// The names of well-known places in languages that call them differently, by their main names and countries.
    private static let localNames = LocalNames("places.tsv")

    /// Returns the name in a language, such as `Rzym` in Polish; the main name if the language has no other.
    func name(in language: Language) -> String {
        Self.localNames.name(of: "\(name), \(country)", in: language) ?? name
    }

    /// Returns the name with the country, or with the state in the United States: `Rome, Italy`.
    ///
    /// - Parameter language: The language of both names.
    func description(in language: Language) -> String {
        let region =
            state.flatMap { Countries.builtIn.state($0) } ?? Countries.builtIn.name(of: country, in: language)
        let name = name(in: language)
        return region == name ? name : "\(name), \(region)"
    }

    /// Returns descriptions that differ: places with the same description get their degrees.
    static func descriptions(of places: [KnownPlace], in language: Language) -> [String] {
        let plain = places.map { $0.description(in: language) }
        let counts = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(places, plain).map { place, description in
            counts[description] == 1 ? description : "\(description) (\(place.coordinates.text))"
        }
    }
}

/// The place of a destination, from the gazetteer or in degrees.
struct DestinationPlace: Hashable, Sendable {
    let coordinates: Coordinates
    /// The country's code in ISO 3166; `nil` if it isn't known.
    var country: String?
    /// The identifier of the time zone; `nil` if it isn't known.
    var timeZone: String?

    /// Creates a place from coordinates only.
    init(_ coordinates: Coordinates) {
        self.coordinates = coordinates
    }

    /// Creates the place of an entry of the gazetteer.
    init(_ place: KnownPlace) {
        coordinates = place.coordinates
        country = place.country
        timeZone = place.timeZone
    }
}

/// Names in the user's language: the embedded files of one name in the folders of the languages, such as
/// `pl.lproj/countries.tsv`.
struct LocalNames: Sendable {
    private let file: String

    /// Creates the names of a file.
    ///
    /// - Parameter file: The file's name. Its lines have a key and a name, and are sorted by the bytes of the keys.
    init(_ file: String) { self.file = file }

    /// Returns the name with a key in a language, or in its first fallback that has one; `nil` if there is none.
    func name(of key: String, in language: Language) -> String? {
        for fallback in language.fallbacks {
            guard let contents = EmbeddedFiles.contents("\(fallback.code).lproj/\(file)") else { continue }
            if let fields = SortedLines(contents).fields(of: key), fields.count == 2 { return fields[1] }
        }
        return nil
    }

    /// The keys with their names in all languages.
    var all: [(key: String, name: String)] {
        EmbeddedFiles.paths.filter { $0.hasSuffix(".lproj/\(file)") }.flatMap { path in
            SortedLines(EmbeddedFiles.contents(path) ?? "").all.compactMap { fields in
                fields.count == 2 ? (fields[0], fields[1]) : nil
            }
        }
    }
}
