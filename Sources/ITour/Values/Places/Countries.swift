import Foundation
import Localization

/// The names of countries, and of the states of the United States.
struct Countries: Sendable {
    /// The countries that are embedded in the program.
    static let builtIn = Countries(
        countries: EmbeddedFiles.contents("gazetteer/countries.tsv") ?? "",
        states: EmbeddedFiles.contents("gazetteer/states.tsv") ?? "")

    /// The codes of the languages, in the order of ``names``.
    private let languages: [String]
    /// The names of each country, by its code.
    private let names: [String: [String]]
    private let stateNames: [String: String]

    private init(countries: StaticString, states: StaticString) {
        let lines = SortedLines(countries).all
        languages = Array((lines.first ?? []).dropFirst())
        var names: [String: [String]] = [:]
        for line in lines.dropFirst() where !line.isEmpty { names[line[0]] = Array(line.dropFirst()) }
        var stateNames: [String: String] = [:]
        for line in SortedLines(states).all where line.count == 2 { stateNames[line[0]] = line[1] }
        self.names = names
        self.stateNames = stateNames
    }

    /// The codes of ``builtIn``'s countries and states, by their folded names and codes. Most commands name places and
    /// need no codes, so they are folded at the first search.
    private static let codes = (
        countries: otherNames.merging(builtIn.names.flatMap(folded)) { $1 },
        states: Dictionary(builtIn.stateNames.flatMap { folded($0, [$1]) }) { $1 }
    )

    private static func folded(_ code: String, _ names: [String]) -> [(String, String)] {
        ([code] + names).map { (Gazetteer.key($0), code) }
    }

    /// Names that users write instead of a country's name, folded.
    private static let otherNames = [
        "usa": "US", "us": "US", "u s a": "US", "u s": "US", "uk": "GB", "u k": "GB", "england": "GB",
        "scotland": "GB", "wales": "GB", "anglia": "GB", "szkocja": "GB", "walia": "GB", "skocia": "GB",
        "holland": "NL", "holandia": "NL", "hollandia": "NL", "korea": "KR",
    ]

    /// Returns the name of a country; its code if it is unknown.
    ///
    /// - Parameters:
    ///   - code: The code in ISO 3166, such as `IT`.
    ///   - language: The language of the name. If it has no names, English is used.
    func name(of code: String, in language: Language) -> String {
        guard let names = names[code], let english = names.first else { return code }
        for fallback in language.fallbacks {
            if let index = languages.firstIndex(of: fallback.code), index < names.count {
                return names[index]
            }
        }
        return english
    }

    /// Returns the name of a state of the United States, such as `Illinois` for `IL`.
    func state(_ code: String) -> String? { stateNames[code] }

    /// Returns the code of a country for its name in any language, or for its code in any case.
    func code(of name: String) -> String? { Self.codes.countries[Gazetteer.key(name)] }

    /// Returns the code of a state of the United States for its name or its code in any case.
    func stateCode(of name: String) -> String? { Self.codes.states[Gazetteer.key(name)] }
}
