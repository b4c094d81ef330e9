import Localization
import ProgramKit
import Shell

/// An astronaut with the facts and the user's mark: what lists, pages and exports show.
final class AstronautDetails {
    let astronaut: Astronaut
    let facts: AstronautFacts?
    let isFavourite: Bool
    /// The facts of the missions, by number.
    private let missionFacts: [Int: MissionFacts]

    init(
        _ astronaut: Astronaut, facts: AstronautFacts? = nil, isFavourite: Bool = false,
        missionFacts: [Int: MissionFacts] = [:]
    ) {
        self.astronaut = astronaut
        self.facts = facts
        self.isFavourite = isFavourite
        self.missionFacts = missionFacts
    }

    /// The missions on which the astronaut walked on the Moon. The command module pilot stayed in orbit.
    var moonwalkMissions: [Mission] {
        astronaut.flightsInOrder.compactMap { seat in
            guard let mission = seat.mission, (missionFacts[mission.number]?.moonwalks ?? 0) > 0,
                let role = RoleName(seat.role), role != .commandModulePilot
            else { return nil }
            return mission
        }
    }

    /// The age in years at the first launch among the missions; `nil` if the day of birth or of the launch is unknown.
    var ageAtLaunch: Int? {
        guard let born = facts?.born, let launch = astronaut.missions.compactMap(\.launchDay).min(),
            born <= launch
        else { return nil }
        let hadBirthday = (launch.month, launch.day) >= (born.month, born.day)
        return launch.year - born.year - (hadBirthday ? 0 : 1)
    }
}

extension AstronautDetails {
    private typealias Field = ProgramKit.Field<AstronautDetails>

    /// The fields of an astronaut.
    static let fields = FieldTable<AstronautDetails> {
        Field.computed("id", text("ID"), stored: \.astronaut.key) { details, _ in .text(details.astronaut.key)
        }
        .compared(as: .line).listed(priority: 8).only(in: [.lists, .data])
        Field.computed(
            "name", text("Astronaut's name"), stored: \.astronaut.name, \.astronaut.nameForPrograms
        ) { details, _ in details.astronaut.nameCell }
        .compared(as: .line).listed(priority: 9).only(in: [.lists, .data])
        Field.computed("flights", text("Flights"), stored: \.astronaut.flights) { details, _ in
            .number(details.astronaut.missions.count)
        }
        .compared(as: .decimal).listed(priority: 7, alignsRight: true).only(in: .lists)
        // Lists have the number of flights, and a page their names.
        Field.computed("spaceflights", text("Spaceflights")) { details, _ in
            .number(details.facts?.spaceflights?.count)
        }
        .compared(as: .decimal).listed(priority: 6, alignsRight: true).only(in: .lists)
        Field.computed("missions", text("Missions")) { details, _ in
            let missions = details.astronaut.missions
            return Cell(
                .list(missions.map { .integer($0.number) }),
                .verbatim(missions.map(\.name).joined(separator: ", ")))
        }
        .compared(as: .decimal).listed(wraps: true).only(in: .lists)
        Field.computed(
            "description", text("Biography"), stored: \.astronaut.biography, \.astronaut.biographyForPrograms
        ) { details, _ in .text(details.astronaut.biographyForPrograms) }
        .compared(as: .line).only(in: .data)
        Field.computed("favourite", text("Favourite")) { details, _ in
            details.isFavourite ? Cell(.bool(true), .text(text("yes"))) : Cell(.bool(false), .empty)
        }
        .listed(.verbatim(""), spokenTitle: text("Favourite"), priority: 9) { .star($0.isFavourite) }
        fact("born", text("Born")) { .day($0.born) }
        fact("died", text("Died")) { .day($0.died) }
        Field.computed("spaceflights", text("Spaceflights")) { details, context in
            details.facts?.spaceflights.map {
                .names($0.map { ($0, context.localizer.string(Mission.flightName($0))) })
            } ?? .empty
        }
        .only(in: [.show, .data])
        Field.computed("walked", text("Walked on the Moon")) { details, _ in
            let missions = details.moonwalkMissions
            return missions.isEmpty
                ? .empty
                : Cell(
                    .list(missions.map { .integer($0.number) }),
                    .verbatim(missions.map(\.name).joined(separator: ", ")))
        }
        .compared(as: .decimal).only(in: [.show, .data])
        Field.computed("age", text("Age at the first launch")) { details, _ in .number(details.ageAtLaunch) }
            .compared(as: .decimal).only(in: [.show, .data])
    }

    /// Describes a day of the data files, with what the data say of its certainty.
    private static func fact(
        _ key: String, _ label: LocalizedText, cell: @escaping @MainActor @Sendable (AstronautFacts) -> Cell
    ) -> Field {
        .computed(key, label) { details, context in
            guard let facts = details.facts else { return .empty }
            return cell(facts).qualified(
                about: facts.about?.contains(key) == true, others: (facts.otherSources ?? []).map(cell),
                context.localizer)
        }
        .compared(as: .day).only(in: [.show, .data])
    }

    /// The fields by which lists can be sorted, and which can be their columns.
    static let choices = fields.fields.enumerated()
        .filter { index, field in
            // The names of the spaceflights have the same key as their number.
            field.key != "description" && fields.fields.firstIndex { $0.key == field.key } == index
        }
        .map(\.element).map { Choice($0.word, $0.key, $0.sentence) }
}

extension MoonshotSession {
    /// Returns astronauts with their facts and the user's marks.
    func details(of astronauts: [Astronaut]) throws -> [AstronautDetails] {
        let favourites = try favouriteKeys(.astronaut), facts = try facts()
        return astronauts.map {
            AstronautDetails(
                $0, facts: facts.astronauts[$0.key], isFavourite: favourites.contains($0.key),
                missionFacts: facts.missions)
        }
    }
}
