import Localization
import Shell

/// Cells that several outputs share.
@MainActor
enum MissionCells {
    /// Returns a mission's name: in the user's language, and in English for programs.
    static func name(_ mission: Mission) -> Cell { name(mission.number, mission.name) }

    /// Returns the name of a mission that the data may not contain.
    static func name(_ number: Int, _ shown: String) -> Cell {
        Cell(.string(Localizer(.english).string(Mission.name(of: number))), .verbatim(shown))
    }

    /// Returns the name of a favourite, in English for programs.
    static func name(_ favourite: Favourite, in session: MoonshotSession) throws -> Cell {
        let shown = try session.name(of: favourite)
        if favourite.kind == .mission, let number = Int(favourite.key) { return name(number, shown) }
        return try session.astronaut(keyed: favourite.key)?.nameCell ?? .text(shown)
    }

    /// Returns a day, or “N/A”.
    static func day(_ day: CivilDate?) -> Cell { day == nil ? notAvailable : .day(day) }

    /// A missing value, shown as “N/A”.
    static var notAvailable: Cell { Cell(.null, .text(text("N/A"))) }

    /// Returns the landing site: in the user's language, and as in the data file for programs.
    static func landingSite(_ mission: Mission) -> Cell {
        guard let site = mission.landingSite else { return .empty }
        return Cell(.string(mission.landingSiteAsWritten ?? site), .verbatim(site))
    }

    /// Returns a star for a favourite.
    static func favourite(_ isFavourite: Bool) -> Cell {
        Cell(.bool(isFavourite), isFavourite ? .symbol("★", ascii: "*", spoken: text("yes")) : .empty)
    }

    /// Returns a star for the commander. Screen readers get “yes” instead, or nothing if the role's name is
    /// “Commander”.
    static func commander(_ seat: CrewRole) -> Cell {
        Cell(
            .bool(seat.isCommander),
            seat.isCommander
                ? .symbol(
                    "★", ascii: "*", spoken: RoleName(seat.role) == .commander ? .verbatim("") : text("yes"))
                : .empty)
    }

    /// Returns a role, localized if it is known.
    static func role(_ seat: CrewRole) -> Cell { Cell(.string(seat.role), .text(seat.roleName)) }

    /// Returns a crew: keys for programs, and names for the user.
    static func crew(_ mission: Mission) -> Cell {
        let crew = mission.crewInOrder.compactMap(\.astronaut)
        return Cell(.list(crew.map { .string($0.key) }), .verbatim(crew.map(\.name).joined(separator: ", ")))
    }
}
