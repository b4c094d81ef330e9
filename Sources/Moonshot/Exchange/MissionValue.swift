import Foundation
import Localization
import ProgramKit
import Shell

/// A value of a mission in `missions.json` that the user can type, as in `samples:90`.
struct MissionValue {
    /// How a value is typed, and what the file has.
    enum Kind {
        case line, day, time, count, minutes, mass, place, crew, names
    }

    /// The key of the file.
    let key: String
    let kind: Kind
    /// A shorter word, the same as in conditions.
    var word: String?

    private static let all: [MissionValue] = [
        MissionValue(key: "name", kind: .line), MissionValue(key: "program", kind: .line),
        MissionValue(key: "launchDate", kind: .day, word: "launch"),
        MissionValue(key: "launchTime", kind: .time),
        MissionValue(key: "splashdownDate", kind: .day, word: "splashdown"),
        MissionValue(key: "splashdownTime", kind: .time),
        MissionValue(key: "landingSite", kind: .line, word: "site"), MissionValue(key: "crew", kind: .crew),
        MissionValue(key: "description", kind: .line), MissionValue(key: "rocket", kind: .line),
        MissionValue(key: "launchPad", kind: .line, word: "pad"),
        MissionValue(key: "launchCoordinates", kind: .place, word: "launch-place"),
        MissionValue(key: "commandModule", kind: .line),
        MissionValue(key: "commandModuleNumber", kind: .line, word: "csm"),
        MissionValue(key: "lunarModule", kind: .line),
        MissionValue(key: "lunarModuleNumber", kind: .line, word: "lm"),
        MissionValue(key: "landingDate", kind: .day, word: "landing"),
        MissionValue(key: "landingCoordinates", kind: .place, word: "landing-place"),
        MissionValue(key: "splashdownCoordinates", kind: .place, word: "splashdown-place"),
        MissionValue(key: "surfaceMinutes", kind: .minutes, word: "surface"),
        MissionValue(key: "moonwalks", kind: .count),
        MissionValue(key: "moonwalkMinutes", kind: .minutes, word: "moonwalk-time"),
        MissionValue(key: "samples", kind: .mass), MissionValue(key: "earthOrbits", kind: .count),
        MissionValue(key: "lunarOrbits", kind: .count), MissionValue(key: "recoveryShip", kind: .line),
        MissionValue(key: "backupCrew", kind: .names),
    ]

    /// The words for all values, in the order of the list.
    static var words: [String] { all.map { $0.word ?? $0.hyphenated } }

    /// The key with hyphens, such as `lunar-module`.
    private var hyphenated: String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    /// Finds the value that a word before a colon means: `launch`, `launch-date` or `launchDate`.
    init?(word: some StringProtocol) {
        let typed = word.lowercased()
        guard
            let value = Self.all.first(where: {
                [$0.word, $0.hyphenated, $0.key.lowercased()].contains(typed)
            })
        else { return nil }
        self = value
    }

    private init(key: String, kind: Kind, word: String? = nil) {
        self.key = key
        self.kind = kind
        self.word = word
    }

    /// Returns the JSON of a typed value; `nil` if it is empty, which removes the value.
    ///
    /// - Throws: ``MissionFileError/unfit(_:key:expected:)``, and the errors of days.
    func json(_ typed: String, _ parsing: ParseContext) throws -> String? {
        let typed = typed.trimmingCharacters(in: .whitespaces)
        if typed.isEmpty { return nil }
        func check<Value>(_ value: Value?, _ expected: LocalizedText) throws -> Value {
            guard let value else { throw MissionFileError.unfit(typed, key: key, expected: expected) }
            return value
        }
        switch kind {
        case .line: return Self.quoted(typed)
        case .day: return Self.quoted(try ValueType<CivilDate>.day.parse(typed, parsing).description)
        case .time: return Self.quoted(try check(ClockTime(typed), text("a time such as %@", "13:32")).text)
        case .count:
            return String(try check(Int(typed).flatMap { $0 < 0 ? nil : $0 }, text("a number from %@", "0")))
        case .minutes:
            return String(try check(DurationReader.minutes(typed), text("a duration such as %@", "21h36")))
        case .mass:
            let mass = Double(typed.replacing(",", with: ".")).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            return String(try check(mass, text("a number from %@", "0")))
        case .place:
            let degrees = typed.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
            let place = degrees.count == 2 ? degrees.compactMap(\.self) : []
            _ = try check(place.count == 2 ? place : nil, text("degrees such as %@", "0.67,23.47"))
            return #"{ "latitude": \#(place[0]), "longitude": \#(place[1]) }"#
        case .crew:
            let seats = try Self.parts(typed).map { part in
                let words = part.split(separator: " ", maxSplits: 1)
                _ = try check(
                    words.count == 2 ? part : nil, text("members such as “%@”", "armstrong commander"))
                let role = RoleName(typed: String(words[1]), parsing.localizer)?.rawValue ?? String(words[1])
                return #"{ "name": \#(Self.quoted(String(words[0]))), "role": \#(Self.quoted(role)) }"#
            }
            return "[\(seats.joined(separator: ", "))]"
        case .names: return "[\(Self.parts(typed).map(Self.quoted).joined(separator: ", "))]"
        }
    }

    private static func parts(_ typed: String) -> [String] {
        typed.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    /// Returns a text as JSON.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension RoleName {
    /// Finds the role that a user means, in English or in the user's language.
    fileprivate init?(typed: String, _ localizer: Localizer) {
        let wanted = SearchFold.fold(typed)
        let found =
            RoleName(typed)
            ?? Self.allCases.first { SearchFold.fold(localizer.string($0.localizedName)) == wanted }
        guard let found else { return nil }
        self = found
    }
}
