import Foundation
import Localization
import ModelData
import ProgramKit

extension MoonshotSession {
    /// Returns the astronauts with a text in their names, biographies, roles or facts, sorted by key.
    func astronauts(containing searched: String) throws -> [Astronaut] {
        let found = try MissionReference.spellings(of: searched, localizer).flatMap { text in
            try astronauts(
                #Predicate {
                    $0.name.localizedStandardContains(text) || $0.biography.localizedStandardContains(text)
                })
        }
        let keys = Set(found.map(\.key))
        let search = TextSearch(searched, localizer), facts = try facts().astronauts
        return try astronauts().filter { astronaut in
            if keys.contains(astronaut.key) { return true }
            if astronaut.flights.contains(where: { search.finds($0, localizer) }) { return true }
            guard let known = facts[astronaut.key] else { return false }
            let days = [known.born, known.died].compactMap(\.self)
            return days.contains {
                search.matches(search.texts(of: .day($0))) || String($0.year) == search.wanted
            } || search.matches(known.spaceflights ?? [])
        }
    }

    /// What conditions can ask of astronauts: every field that a list can show.
    var astronautConditions: ConditionVocabulary<AstronautDetails> {
        ConditionVocabulary(
            AstronautDetails.fields,
            flags: [ConditionFlag("favourite", "favorite") { _ in ConditionTest { $0.isFavourite } }],
            past: ["born", "died"]
        ) { [weak self] text in
            let keys = Set(try self?.astronauts(containing: text).map(\.key) ?? [])
            return ConditionTest { keys.contains($0.astronaut.key) }
        }
    }
}
