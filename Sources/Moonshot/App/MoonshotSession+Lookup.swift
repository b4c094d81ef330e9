import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension MoonshotSession {
    /// Returns the missions that match a predicate, sorted by number.
    func missions(_ predicate: Predicate<Mission>? = nil) throws -> [Mission] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
    }

    /// Returns the missions in the order of their launches. Those that weren't launched come last.
    func missionsByLaunch() throws -> [Mission] {
        let missions = try missions()
        return missions.sorted(byKeys: missions.map(\.launch), reversed: false)
    }

    /// Returns the astronauts that match a predicate, sorted by key, which is the last name.
    func astronauts(_ predicate: Predicate<Astronaut>? = nil) throws -> [Astronaut] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.key)]))
    }

    /// Returns the mission with a number; `nil` if there is none.
    func mission(numbered number: Int) throws -> Mission? {
        try missions(#Predicate { $0.number == number }).first
    }

    /// Returns the astronaut with a key; `nil` if there is none.
    func astronaut(keyed key: String) throws -> Astronaut? {
        try astronauts(#Predicate { $0.key == key }).first
    }

    /// Returns the mission that the user names.
    ///
    /// - Throws: ``MoonshotError/unknownMission(_:nearest:)``.
    func mission(named name: String) throws -> Mission {
        if let mission = try mission(calledByName: name) { return mission }
        throw MoonshotError.unknownMission(name, nearest: try nearestMissions(MissionReference(name)))
    }

    /// Returns the mission whose number or whole name the user typed; `nil` if there is none, or several.
    private func mission(calledByName name: String) throws -> Mission? {
        let number = MissionReference(name).number
        if let number, let mission = try mission(numbered: number) { return mission }
        let wanted = SearchFold.foldName(name)
        let found = try missions().filter { SearchFold.foldName($0.name) == wanted }
        return found.count == 1 ? found[0] : nil
    }

    private func nearestMissions(_ reference: MissionReference) throws -> [String] {
        let all = try missions()
        guard let number = reference.number ?? reference.numberWithin else {
            // Compare with the names in the form that users type, because some languages write the names with
            // dashes.
            let names = Dictionary(
                all.map { ("Apollo \($0.number)", $0.name) }, uniquingKeysWith: { first, _ in first })
            return nearest(to: reference.text, in: all.map { "Apollo \($0.number)" })
                .compactMap { names[$0] }
        }
        let distances = all.map {
            ($0.number.subtractingReportingOverflow(number).partialValue.magnitude, $0.name)
        }
        // Suggest only nearby numbers: a distant number probably isn't a typing error.
        return distances.filter { $0.0 <= 6 }.min { $0.0 < $1.0 }.map { [$0.1] } ?? []
    }

    /// Returns the astronaut that the user names by key, last name or beginnings of words of the name.
    ///
    /// - Throws: ``MoonshotError/unknownAstronaut(_:nearest:)``,
    ///   ``MoonshotError/ambiguousAstronaut(_:candidates:)``.
    func astronaut(named name: String) throws -> Astronaut {
        let folded = SearchFold.foldName(name)
        if let found = try astronaut(keyed: folded) { return found }
        // “and” isn't Anders, and “all” isn't “Wally”.
        if ConditionOperators(localizer)[name] != nil || meansAll(name) {
            throw MoonshotError.unknownAstronaut(name, nearest: [])
        }
        var matches = try astronauts(withWords: name)
        // A few letters within a word are in many names. Other scripts don't separate words.
        if matches.isEmpty, folded.count > 3 || !folded.allSatisfy(\.isASCII) {
            matches = try astronauts(
                #Predicate {
                    $0.name.localizedStandardContains(name) || $0.key.localizedStandardContains(name)
                })
        }
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty {
            throw MoonshotError.unknownAstronaut(name, nearest: try nearestAstronauts(name))
        }
        let exact = matches.filter { SearchFold.foldName($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        throw MoonshotError.ambiguousAstronaut(name, candidates: matches.prefix(8).map(\.name))
    }

    /// Returns the astronauts in whose names each word of a text begins a word, as “neil armstrong” does.
    private func astronauts(withWords name: String) throws -> [Astronaut] {
        func words(_ name: String) -> [Substring] {
            SearchFold.foldName(name).split { !$0.isLetter && !$0.isNumber }
        }
        let wanted = words(name)
        if wanted.isEmpty { return [] }
        return try astronauts().filter { astronaut in
            let known = words(astronaut.name) + words(astronaut.key)
            return wanted.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
        }
    }

    /// Returns the names of the astronauts whose keys or names are most similar to the typed text, without
    /// duplicates.
    private func nearestAstronauts(_ name: String) throws -> [String] {
        let all = try astronauts()
        let names = Dictionary(all.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
        var found: [String] = []
        for candidate in nearest(to: name, in: all.flatMap { [$0.key, $0.name] }, limit: 6) {
            let shown = names[candidate] ?? candidate
            if !found.contains(shown) { found.append(shown) }
        }
        return Array(found.prefix(3))
    }

    /// Returns the mission or astronaut that the user names.
    ///
    /// - Throws: ``MoonshotError``.
    func subject(named name: String) throws -> Subject {
        if let mission = try mission(calledByName: name) { return .mission(mission) }
        do {
            return .astronaut(try astronaut(named: name))
        } catch MoonshotError.unknownAstronaut(_, let nearest) {
            let missions = try nearestMissions(MissionReference(name))
            throw MoonshotError.unknownName(name, nearest: Array((missions + nearest).prefix(3)))
        }
    }

    /// Returns the missions and the astronauts that words name, each once. Words that together name one are one name, such as
    /// “Apollo 11” and “Neil Armstrong”. Commas and “and” stand between names.
    ///
    /// - Throws: ``MoonshotError``.
    func subjects(named words: [String]) throws -> [Subject] {
        let joining = localizer.words(of: text("and, vs"))
        let parts = words.flatMap { word -> [String] in
            let parts = word.split(separator: ",").map(String.init)
            // “11,17” are two names, and “Borman, Frank” in quotation marks is one.
            let areNames =
                !word.contains(" ") || parts.allSatisfy { MissionReference($0).number != nil }
            return areNames ? parts : [word]
        }
        var names = parts.filter { !joining.contains(SearchFold.fold($0)) }[...]
        var subjects: [Subject] = []
        while !names.isEmpty {
            let count = try wordsOfName(at: names)
            let subject = try subject(named: names.prefix(count).joined(separator: " "))
            names = names.dropFirst(count)
            if !subjects.contains(where: { $0.key == subject.key }) { subjects.append(subject) }
        }
        return subjects
    }

    /// Returns how many of the first words are one name.
    private func wordsOfName(at names: ArraySlice<String>) throws -> Int {
        guard let first = names.first, names.count > 1, MissionReference(first).number == nil else {
            return 1
        }
        if first.lowercased() == "apollo", names.dropFirst().first.flatMap({ Int($0) }) != nil { return 2 }
        let most = min(names.count, 5)
        return try (2...most).reversed().first { count in
            let name = names.prefix(count).joined(separator: " ")
            return try mission(calledByName: name) != nil || astronauts(withWords: name).count == 1
        } ?? 1
    }
}

/// A mission or an astronaut, which commands can show or mark as a favourite.
enum Subject {
    case mission(Mission)
    case astronaut(Astronaut)

    /// The argument of commands for either of them.
    static let named = Parameter.words(
        "name", ValueType<String>.text.named(text("NAME")).completed(from: MissionCompletions.all),
        help: text("A mission or an astronaut. Default: the open one."))

    /// The name in the user's language.
    @MainActor var name: String {
        switch self {
        case .mission(let mission): mission.name
        case .astronaut(let astronaut): astronaut.name
        }
    }

    /// The name as a localizable text. In machine-readable output, the history then has a mission's English
    /// name.
    @MainActor var label: LocalizedText {
        switch self {
        case .mission(let mission): mission.label
        case .astronaut(let astronaut): .verbatim(astronaut.name)
        }
    }

    /// The kind and key that a favourite stores.
    @MainActor var key: (kind: Favourite.Kind, key: String) {
        switch self {
        case .mission(let mission): (.mission, String(mission.number))
        case .astronaut(let astronaut): (.astronaut, astronaut.key)
        }
    }
}

extension MoonshotSession {
    /// Returns the favourite for a mission or an astronaut; `nil` if the user hasn't marked it.
    func favourite(of subject: Subject) throws -> Favourite? {
        let (kind, key) = subject.key
        return try context.fetch(
            FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind && $0.key == key })
        ).first
    }

    /// Returns the keys of all favourite missions or of all favourite astronauts.
    func favouriteKeys(_ kind: Favourite.Kind) throws -> Set<String> {
        Set(
            try fetchReadable(FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind })).map(
                \.key))
    }

    /// Returns the favourites in the order in which they were marked, with their names. Those that the data don't contain
    /// have their keys.
    func favourites() throws -> [Favourite] {
        let favourites = try fetchReadable(FetchDescriptor<Favourite>(sortBy: [SortDescriptor(\.added)]))
        for favourite in favourites {
            if favourite.kind == .mission, let number = Int(favourite.key) {
                favourite.name = try nameCell(ofMission: number)
            } else {
                favourite.name = try astronaut(keyed: favourite.key)?.nameCell ?? .text(favourite.key)
            }
        }
        return favourites
    }

    /// Returns the note about a mission; `nil` if the mission has none.
    func note(about mission: Mission) throws -> MissionNote? {
        let number = mission.number
        return try context.fetch(
            FetchDescriptor<MissionNote>(predicate: #Predicate { $0.mission == number })
        ).first
    }

    /// Returns all notes, sorted by the missions' numbers.
    func notes() throws -> [MissionNote] {
        let notes = try fetchReadable(FetchDescriptor<MissionNote>(sortBy: [SortDescriptor(\.mission)]))
        for note in notes { note.name = try nameCell(ofMission: note.mission) }
        return notes
    }

    /// Returns the name of a mission as a cell, even if the data doesn't contain it.
    private func nameCell(ofMission number: Int) throws -> Cell {
        try mission(numbered: number)?.nameCell ?? Mission.nameCell(number, name(ofMission: number))
    }

    /// Returns the name of a mission of the Apollo programme, even if the data doesn't contain it.
    func name(ofMission number: Int) -> String { localizer.string(Mission.name(of: number)) }
}
