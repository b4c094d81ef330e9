import Localization
import Shell

/// Cells that several outputs have.
@MainActor
enum MissionCells {
    /// The name in the person's language, and in English for programs.
    static func name(_ mission: Mission) -> Cell { name(mission.number, mission.name) }

    /// The name of a mission that the data may lack.
    static func name(_ number: Int, _ shown: String) -> Cell {
        Cell(.string(Localizer(.english).string(Mission.name(of: number))), .verbatim(shown))
    }

    /// The name of a favourite, in English for programs.
    static func name(_ favourite: Favourite, in session: MoonshotSession) throws -> Cell {
        let shown = try session.name(of: favourite)
        if favourite.kind == .mission, let number = Int(favourite.key) { return name(number, shown) }
        return try session.astronaut(keyed: favourite.key)?.nameCell ?? .text(shown)
    }

    /// A day, or that there is none.
    static func day(_ day: CivilDate?) -> Cell { day == nil ? notAvailable : .day(day) }

    /// That there is nothing.
    static var notAvailable: Cell { Cell(.null, .text(text("N/A"))) }

    /// The landing site in the person's language, and as the data file writes it for programs.
    static func landingSite(_ mission: Mission) -> Cell {
        guard let site = mission.landingSite else { return .empty }
        return Cell(.string(mission.landingSiteAsWritten ?? site), .verbatim(site))
    }

    /// A star for a favourite.
    static func favourite(_ isFavourite: Bool) -> Cell {
        Cell(.bool(isFavourite), isFavourite ? .symbol("★", ascii: "*", words: text("yes")) : .empty)
    }

    /// A star for the commander, in words only where the role doesn't say so itself.
    static func commander(_ seat: CrewRole) -> Cell {
        Cell(
            .bool(seat.isCommander),
            seat.isCommander
                ? .symbol(
                    "★", ascii: "*", words: RoleName(seat.role) == .commander ? .verbatim("") : text("yes"))
                : .empty)
    }

    /// A role, localized where we know it.
    static func role(_ seat: CrewRole) -> Cell { Cell(.string(seat.role), .text(seat.roleName)) }

    /// The keys of a crew, for programs, and their names.
    static func crew(_ mission: Mission) -> Cell {
        let crew = mission.crewInOrder.compactMap(\.astronaut)
        return Cell(.list(crew.map { .string($0.key) }), .verbatim(crew.map(\.name).joined(separator: ", ")))
    }
}
