import Localization
import Shell

/// Cells that several outputs share.
@MainActor
enum MissionCells {
    /// Returns a cell with a mission's name. On screen, it is in the user's language; in machine-readable
    /// output, in English.
    static func name(_ mission: Mission) -> Cell { name(mission.number, mission.name) }

    /// Returns a cell with the name of a mission, even if the data doesn't contain the mission.
    static func name(_ number: Int, _ shown: String) -> Cell {
        Cell(.string(english.string(Mission.name(of: number))), .verbatim(shown))
    }

    private static let english = Localizer(.english)

    /// Returns a cell with the name of a favourite. In machine-readable output, it is in English.
    static func name(_ favourite: Favourite, in session: MoonshotSession) throws -> Cell {
        let shown = try session.name(of: favourite)
        if favourite.kind == .mission, let number = Int(favourite.key) { return name(number, shown) }
        return try session.astronaut(keyed: favourite.key)?.nameCell ?? .text(shown)
    }

    /// Returns a day, or “N/A”.
    static func day(_ day: CivilDate?) -> Cell { day == nil ? notAvailable : .day(day) }

    /// A missing value, shown as “N/A”.
    static var notAvailable: Cell { Cell(.null, .text(text("N/A"))) }

    /// Returns a cell with the landing site. On screen, it is in the user's language; in machine-readable
    /// output, as in the data file.
    static func landingSite(_ mission: Mission) -> Cell {
        guard let site = mission.landingSite else { return .empty }
        return Cell(.string(mission.landingSiteAsWritten ?? site), .verbatim(site))
    }

    /// Returns a cell with a star if an item is a favourite.
    static func favourite(_ isFavourite: Bool) -> Cell {
        Cell(.bool(isFavourite), isFavourite ? .symbol("★", ascii: "*", spoken: text("yes")) : .empty)
    }

    /// Returns a cell with a star for the commander. For screen readers, the cell says “yes”; if the role is
    /// already named “Commander”, the cell is empty.
    static func commander(_ seat: CrewRole) -> Cell {
        Cell(
            .bool(seat.isCommander),
            seat.isCommander
                ? .symbol(
                    "★", ascii: "*", spoken: RoleName(seat.role) == .commander ? .verbatim("") : text("yes"))
                : .empty)
    }

    /// Returns a role. A known role is localized.
    static func role(_ seat: CrewRole) -> Cell { Cell(.string(seat.role), .text(seat.roleName)) }

    /// Returns a cell with a crew: names on screen, and keys in machine-readable output.
    static func crew(_ mission: Mission) -> Cell {
        let crew = mission.crewInOrder.compactMap(\.astronaut)
        return Cell(.list(crew.map { .string($0.key) }), .verbatim(crew.map(\.name).joined(separator: ", ")))
    }
}
