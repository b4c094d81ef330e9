import Localization
import Shell
import Suite

/// An astronaut with the facts and the user's mark: what lists, pages and exports show.
final class AstronautDetails {
    let astronaut: Astronaut
    let facts: AstronautFacts?
    let isFavourite: Bool

    init(_ astronaut: Astronaut, facts: AstronautFacts? = nil, isFavourite: Bool = false) {
        self.astronaut = astronaut
        self.facts = facts
        self.isFavourite = isFavourite
    }
}

extension AstronautDetails {
    private typealias Field = Suite.Field<AstronautDetails>

    /// The fields of an astronaut.
    static let fields = FieldTable<AstronautDetails> {
        Field.computed("id", text("ID"), stored: \.astronaut.key) { details, _ in .text(details.astronaut.key)
        }
        .listed(priority: 8).only(in: [.lists, .data])
        Field.computed(
            "name", text("Astronaut's name"), stored: \.astronaut.name, \.astronaut.nameForPrograms
        ) { details, _ in details.astronaut.nameCell }
        .listed(priority: 9).only(in: [.lists, .data])
        Field.computed("flights", text("Flights"), stored: \.astronaut.flights) { details, _ in
            .number(details.astronaut.missions.count)
        }
        .listed(priority: 7, alignsRight: true).only(in: .lists)
        // Lists have the number of flights, and a page their names.
        Field.computed("spaceflights", text("Spaceflights")) { details, _ in
            .number(details.facts?.spaceflights?.count)
        }
        .listed(priority: 6, alignsRight: true).only(in: .lists)
        Field.computed("missions", text("Missions")) { details, _ in
            let missions = details.astronaut.missions
            return Cell(
                .list(missions.map { .integer($0.number) }),
                .verbatim(missions.map(\.name).joined(separator: ", ")))
        }
        .listed(wraps: true).only(in: .lists)
        Field.computed(
            "description", text("Biography"), stored: \.astronaut.biography, \.astronaut.biographyForPrograms
        ) { details, _ in .text(details.astronaut.biographyForPrograms) }
        .only(in: .data)
        Field.computed("favourite", text("Favourite")) { details, _ in
            details.isFavourite ? Cell(.bool(true), .text(text("yes"))) : Cell(.bool(false), .empty)
        }
        .listed(.verbatim(""), spokenTitle: text("Favourite"), priority: 9) { .star($0.isFavourite) }
        fact("born", text("Born")) { .day($0.born) }
        fact("died", text("Died")) { .day($0.died) }
        Field.computed("spaceflights", text("Spaceflights")) { details, _ in
            details.facts?.spaceflights.map { .names($0.map { ($0, $0) }) } ?? .empty
        }
        .only(in: [.show, .data])
    }

    /// Describes a day of the data files, with what the data say of its certainty.
    private static func fact(
        _ key: String, _ label: LocalizedText, cell: @escaping @MainActor @Sendable (AstronautFacts) -> Cell
    ) -> Field {
        .computed(key, label) { details, _ in
            guard let facts = details.facts else { return .empty }
            return cell(facts).qualified(
                about: facts.about?.contains(key) == true, others: (facts.otherSources ?? []).map(cell))
        }
        .only(in: [.show, .data])
    }

    /// The fields by which lists can be sorted, and which can be their columns.
    static let choices = fields.fields.dropLast().filter { $0.key != "description" }
        .map { Choice($0.word, $0.key, $0.sentence) }
}

extension MoonshotSession {
    /// Returns astronauts with their facts and the user's marks.
    func details(of astronauts: [Astronaut]) throws -> [AstronautDetails] {
        let favourites = try favouriteKeys(.astronaut), facts = try facts()
        return astronauts.map {
            AstronautDetails(
                $0, facts: facts.astronauts[$0.key], isFavourite: favourites.contains($0.key))
        }
    }
}
