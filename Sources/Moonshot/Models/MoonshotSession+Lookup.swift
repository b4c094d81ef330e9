import Foundation
import Localization
import ModelData

extension MoonshotSession {
    /// The missions that a predicate lets through, by their numbers.
    func missions(_ predicate: Predicate<Mission>? = nil) throws -> [Mission] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
    }

    /// The astronauts that a predicate lets through, by their keys, which are their last names.
    func astronauts(_ predicate: Predicate<Astronaut>? = nil) throws -> [Astronaut] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.key)]))
    }

    /// The astronauts with a text in their names or lives, by their keys.
    func astronauts(containing searched: String) throws -> [Astronaut] {
        let found = try MissionReference.spellings(of: searched, localizer).flatMap { text in
            try astronauts(
                #Predicate {
                    $0.name.localizedStandardContains(text) || $0.biography.localizedStandardContains(text)
                })
        }
        let keys = Set(found.map(\.key))
        return try astronauts().filter { keys.contains($0.key) }
    }

    /// The mission with a number, if there is one.
    func mission(numbered number: Int) throws -> Mission? {
        try missions(#Predicate { $0.number == number }).first
    }

    /// The astronaut with a key, if there is one.
    func astronaut(keyed key: String) throws -> Astronaut? {
        try astronauts(#Predicate { $0.key == key }).first
    }

    /// The mission that a person names.
    ///
    /// - Throws: ``MoonshotError/unknownMission(_:nearest:)``.
    func mission(named name: String) throws -> Mission {
        let reference = MissionReference(name)
        if let number = reference.number, let mission = try mission(numbered: number) { return mission }
        throw MoonshotError.unknownMission(name, nearest: try nearestMissions(reference))
    }

    private func nearestMissions(_ reference: MissionReference) throws -> [String] {
        let all = try missions()
        guard let number = reference.number ?? reference.numberWithin else {
            // As people type them: some languages write names with dashes.
            let names = Dictionary(
                all.map { ("Apollo \($0.number)", $0.name) }, uniquingKeysWith: { first, _ in first })
            return nearest(to: reference.text, in: all.map { "Apollo \($0.number)" })
                .compactMap { names[$0] }
        }
        let distances = all.map {
            ($0.number.subtractingReportingOverflow(number).partialValue.magnitude, $0.name)
        }
        // A number that is far from all wasn't mistyped.
        return distances.filter { $0.0 <= 6 }.min { $0.0 < $1.0 }.map { [$0.1] } ?? []
    }

    /// The astronaut that a person names by key, last name or any part of the name.
    ///
    /// - Throws: ``MoonshotError/unknownAstronaut(_:nearest:)``, ``MoonshotError/ambiguousAstronaut(_:candidates:)``.
    func astronaut(named name: String) throws -> Astronaut {
        let folded = Localization.SearchFold.fold(name)
        if let found = try astronaut(keyed: folded) { return found }
        let matches = try astronauts(
            #Predicate { $0.name.localizedStandardContains(name) || $0.key.localizedStandardContains(name) })
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty {
            throw MoonshotError.unknownAstronaut(name, nearest: try nearestAstronauts(name))
        }
        let exact = matches.filter { Localization.SearchFold.fold($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        throw MoonshotError.ambiguousAstronaut(name, candidates: matches.prefix(8).map(\.name))
    }

    /// The names of the astronauts whose keys or names are most like what was typed, each once.
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

    /// What a person names, which may be a mission or an astronaut.
    ///
    /// - Throws: ``MoonshotError``.
    func subject(named name: String) throws -> Subject {
        let reference = MissionReference(name)
        if let number = reference.number, let mission = try mission(numbered: number) {
            return .mission(mission)
        }
        do {
            return .astronaut(try astronaut(named: name))
        } catch MoonshotError.unknownAstronaut(_, let nearest) {
            let missions = try nearestMissions(reference)
            throw MoonshotError.unknownName(name, nearest: Array((missions + nearest).prefix(3)))
        }
    }
}

/// A mission or an astronaut: what can be shown, and be a favourite.
enum Subject {
    case mission(Mission)
    case astronaut(Astronaut)

    /// The name as a person sees it.
    @MainActor var name: String {
        switch self {
        case .mission(let mission): mission.name
        case .astronaut(let astronaut): astronaut.name
        }
    }

    /// The name as a text of its own, so that a mission is in English in the history that programs read.
    @MainActor var words: LocalizedText {
        switch self {
        case .mission(let mission): Mission.name(of: mission.number)
        case .astronaut(let astronaut): .verbatim(astronaut.name)
        }
    }

    /// The kind and key by which a favourite names it.
    @MainActor var key: (kind: Favourite.Kind, key: String) {
        switch self {
        case .mission(let mission): (.mission, String(mission.number))
        case .astronaut(let astronaut): (.astronaut, astronaut.key)
        }
    }
}
