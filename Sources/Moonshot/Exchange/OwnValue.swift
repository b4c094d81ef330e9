import Foundation
import Localization
import ProgramKit
import Shell

/// A value of a mission or an astronaut in the own data files that the user can type, as in `samples:90`.
struct OwnValue {
    /// How a value is typed, and what the file has.
    enum Kind {
        case line, day, time, count, minutes, mass, place, crew, names, roles, months, events, keys
    }

    /// The key of the file.
    let key: String
    let kind: Kind
    /// A shorter word, the same as in conditions.
    let word: String?
    /// The name in the user's language; `nil` if no list and no page has the value.
    private(set) var label: LocalizedText?

    /// The values of a mission.
    static let ofMission = missionValues.map { $0.labelled(MissionDetails.fields[$0.key]?.label) }

    /// The values of an astronaut.
    static let ofAstronaut = astronautValues.map { $0.labelled(AstronautDetails.fields[$0.key]?.label) }

    private static let missionValues: [OwnValue] = [
        OwnValue(key: "name", kind: .line), OwnValue(key: "program", kind: .line),
        OwnValue(key: "launchDate", kind: .day, word: "launch"), OwnValue(key: "launchTime", kind: .time),
        OwnValue(key: "splashdownDate", kind: .day, word: "splashdown"),
        OwnValue(key: "splashdownTime", kind: .time), OwnValue(key: "landingSite", kind: .line, word: "site"),
        OwnValue(key: "crew", kind: .crew), OwnValue(key: "description", kind: .line),
        OwnValue(key: "rocket", kind: .line), OwnValue(key: "launchPad", kind: .line, word: "pad"),
        OwnValue(key: "launchCoordinates", kind: .place, word: "launch-place"),
        OwnValue(key: "commandModule", kind: .line),
        OwnValue(key: "commandModuleNumber", kind: .line, word: "csm"),
        OwnValue(key: "lunarModule", kind: .line),
        OwnValue(key: "lunarModuleNumber", kind: .line, word: "lm"),
        OwnValue(key: "landingDate", kind: .day, word: "landing"),
        OwnValue(key: "landingCoordinates", kind: .place, word: "landing-place"),
        OwnValue(key: "splashdownCoordinates", kind: .place, word: "splashdown-place"),
        OwnValue(key: "surfaceMinutes", kind: .minutes, word: "surface"),
        OwnValue(key: "moonwalks", kind: .count),
        OwnValue(key: "moonwalkMinutes", kind: .minutes, word: "moonwalk-time"),
        OwnValue(key: "samples", kind: .mass), OwnValue(key: "earthOrbits", kind: .count),
        OwnValue(key: "lunarOrbits", kind: .count), OwnValue(key: "recoveryShip", kind: .line),
        OwnValue(key: "backupCrew", kind: .names), OwnValue(key: "backupRoles", kind: .roles),
        OwnValue(key: "backupUntil", kind: .months), OwnValue(key: "events", kind: .events),
        OwnValue(key: "about", kind: .keys),
    ]

    private static let astronautValues: [OwnValue] = [
        OwnValue(key: "name", kind: .line), OwnValue(key: "description", kind: .line),
        OwnValue(key: "born", kind: .day), OwnValue(key: "died", kind: .day),
        OwnValue(key: "spaceflights", kind: .names), OwnValue(key: "about", kind: .keys),
    ]

    /// The word that the user types: a short one, or the key with hyphens, such as `lunar-module`.
    private var typedWord: String { word ?? hyphenated }

    private var hyphenated: String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    /// Returns the value that a word before a colon means: `launch`, `launch-date`, `launchDate` or a word of the user's
    /// language, as in conditions.
    static func meant(
        by typed: some StringProtocol, in known: [OwnValue], _ localizer: Localizer
    ) -> OwnValue? {
        let folded = SearchFold.fold(String(typed))
        func named(_ word: String) -> OwnValue? {
            known.first { [$0.word, $0.hyphenated, $0.key.lowercased()].contains(word) }
        }
        return named(folded)
            ?? known.first { value in value.label.map { localizer.typedWord($0) == folded } ?? false }
            ?? localizer.field(of: folded, named)
    }

    /// Returns the error for a word before a colon that means none of the values.
    static func unknown(
        _ typed: some StringProtocol, in known: [OwnValue], _ localizer: Localizer
    ) -> OwnDataError {
        let words = known.map { $0.shownWord(in: known, localizer) }
        let english = known.map(\.typedWord).filter { !words.contains($0) }
        return .unknownKey(
            String(typed), nearest: nearest(to: String(typed), in: words + english, limit: 1), known: words)
    }

    /// Returns the word that errors show: one of the user's language, or else the English one.
    func shownWord(in known: [OwnValue], _ localizer: Localizer) -> String {
        localizer.shownKey(typedWord, [label].compactMap(\.self)) {
            Self.meant(by: $0, in: known, localizer)?.key == key
        }
    }

    private init(key: String, kind: Kind, word: String? = nil) {
        self.key = key
        self.kind = kind
        self.word = word
    }

    private func labelled(_ label: LocalizedText?) -> OwnValue {
        var value = self
        value.label = label
        return value
    }

    /// Returns how many of the next words of a line belong to a value: two in `launch:23 March 1965`.
    ///
    /// - Parameters:
    ///   - typed: The beginning of the value.
    ///   - next: The next words.
    ///   - parsing: The user's language and the day.
    func count(of next: [String], after typed: String, _ parsing: ParseContext) -> Int {
        guard !typed.isEmpty, [Kind.day, .time, .minutes].contains(kind) else { return 0 }
        return (1...4).reversed().first { count in
            let longer = ([typed] + next.prefix(count)).joined(separator: " ")
            return count <= next.count && (try? json(longer, as: key, parsing)) != nil
        } ?? 0
    }

    /// Returns the JSON of a typed value; `nil` if it is empty, which removes the value.
    ///
    /// - Parameters:
    ///   - typed: The value.
    ///   - name: The key as the user typed it.
    ///   - parsing: The user's language and the day.
    /// - Throws: ``OwnDataError/unfit(_:key:expected:)``, and the errors of days.
    func json(_ typed: String, as name: some StringProtocol, _ parsing: ParseContext) throws -> String? {
        let typed = typed.trimmingCharacters(in: .whitespaces)
        if typed.isEmpty { return nil }
        func check<Value>(_ value: Value?, _ expected: LocalizedText) throws -> Value {
            guard let value else { throw OwnDataError.unfit(typed, key: String(name), expected: expected) }
            return value
        }
        switch kind {
        case .line: return Self.quoted(typed)
        case .day: return Self.quoted(try ValueType<CivilDate>.day.parse(typed, parsing).description)
        case .time:
            let read = parsing.localizer.parseTime(typed).map { minute in
                ClockTime(second: minute * 60)
            }
            return Self.quoted(try check(ClockTime(typed) ?? read, text("a time such as %@", "13:32")).text)
        case .count:
            return String(try check(Int(typed).flatMap { $0 < 0 ? nil : $0 }, text("a number from %@", "0")))
        case .minutes:
            let readings = FactDuration.lacksUnit(typed) ? FactDuration.readings(of: typed) : nil
            let expected = readings.map { text("%@", $0) } ?? text("a duration such as %@", "21h36")
            return String(try check(FactDuration.minutes(typed), expected))
        case .mass:
            // “1,000” may be a thousand or one.
            if let match = typed.wholeMatch(of: /([1-9][0-9]{0,2})[.,]([0-9]{3})/) {
                let readings = ["\(match.1)\(match.2)", "\(match.1).\(match.2)0"].map {
                    TextArgument.string($0)
                }
                throw OwnDataError.unfit(
                    typed, key: String(name), expected: text("%@", TextArgument.choice(readings)))
            }
            let mass = Double(typed.replacing(",", with: ".")).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            return String(try check(mass, text("a number from %@", "0")))
        case .place:
            let degrees = typed.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
            let place = degrees.count == 2 ? degrees.compactMap(\.self) : []
            _ = try check(place.count == 2 ? place : nil, text("degrees such as %@", "0.67,23.47"))
            let isPossible = abs(place[0]) <= 90 && abs(place[1]) <= 180
            _ = try check(
                isPossible ? place : nil,
                text("a latitude from −90 to 90 and a longitude from −180 to 180, such as %@", "0.67,23.47"))
            return #"{ "latitude": \#(place[0]), "longitude": \#(place[1]) }"#
        case .crew:
            let seats = try Self.parts(typed).map { part in
                let words = part.split(separator: " ", maxSplits: 1)
                _ = try check(
                    words.count == 2 ? part : nil, text("members such as “%@”", "armstrong commander"))
                let role = Self.role(String(words[1]), parsing.localizer)
                return #"{ "name": \#(Self.quoted(String(words[0]))), "role": \#(Self.quoted(role)) }"#
            }
            return "[\(seats.joined(separator: ", "))]"
        case .names, .keys: return Self.list(Self.parts(typed))
        case .roles: return Self.list(Self.parts(typed).map { Self.role($0, parsing.localizer) })
        case .months:
            // A member who stayed in the crew has no month: “1966-12,,” names that of the first of three.
            let parts = typed.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
            let areMonths = parts.allSatisfy { $0.isEmpty || MissionFacts.isMonthOrDay($0) }
            return Self.list(
                try check(areMonths ? parts : nil, text("months or days such as “%@”", "1966-12,,")))
        case .events:
            let events = Self.parts(typed)
            let areEvents = events.allSatisfy { MissionEvent($0) != nil }
            return Self.list(
                try check(
                    areEvents ? events : nil, text("events such as “%@”", "landing 1969-07-20T20:17:40Z")))
        }
    }

    /// Returns the name of a role as the files have it.
    private static func role(_ typed: String, _ localizer: Localizer) -> String {
        RoleName(typed: typed, localizer)?.rawValue ?? typed
    }

    /// Returns texts as a JSON array.
    private static func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ", "))]" }

    private static func parts(_ typed: String) -> [String] {
        typed.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text).trimmingCharacters(in: .whitespaces)
    }

    /// Returns a text as JSON.
    static func quoted(_ text: String) -> String { Cell.RawValue.string(text).json }
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
