import Foundation
import Localization

/// The names of countries, and of the states of the United States.
struct Countries: Sendable {
    /// The countries that are embedded in the program.
    static let builtIn = Countries(states: EmbeddedFiles.contents("gazetteer/states.tsv") ?? "")

    /// The names of the countries, by their codes. Without names in the user's language, English is used.
    private static let names = LocalNames("countries.tsv")

    private let stateNames: [String: String]

    private init(states: StaticString) {
        var stateNames: [String: String] = [:]
        for line in SortedLines(states).all where line.count == 2 { stateNames[line[0]] = line[1] }
        self.stateNames = stateNames
    }

    /// The codes of ``builtIn``'s countries and states, by their folded names and codes. Most commands name places and
    /// need no codes, so they are folded at the first search.
    private static let codes = (
        countries: otherNames.merging(names.all.flatMap { folded($0.key, [$0.name]) }) { $1 },
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
        Self.names.name(of: code, in: language) ?? code
    }

    /// Returns the name of a state of the United States, such as `Illinois` for `IL`.
    func state(_ code: String) -> String? { stateNames[code] }

    /// Returns the code of a country for its name in any language, or for its code in any case.
    func code(of name: String) -> String? { Self.codes.countries[Gazetteer.key(name)] }

    /// Returns the code of a state of the United States for its name or its code in any case.
    func stateCode(of name: String) -> String? { Self.codes.states[Gazetteer.key(name)] }
}
