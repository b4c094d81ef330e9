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
