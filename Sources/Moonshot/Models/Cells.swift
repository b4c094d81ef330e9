import Localization
import Shell

extension Mission {
    /// The name. On screen, it is in the user's language; data have it in English.
    var nameCell: Cell { Self.nameCell(number, name) }

    /// Returns the name of a mission, even if the data doesn't contain the mission.
    static func nameCell(_ number: Int, _ shown: String) -> Cell {
        Cell(.string(english.string(name(of: number))), .verbatim(shown))
    }

    private static let english = Localizer(.english)

    /// The landing site. On screen, it is in the user's language; data have it as the data file does.
    var siteCell: Cell {
        landingSite.map { Cell(.string(landingSiteAsWritten ?? $0), .verbatim($0)) } ?? .empty
    }
}

extension CrewRole {
    /// The role. A known role is localized.
    var roleCell: Cell { Cell(.string(role), .text(roleName)) }

    /// A star for the commander. For screen readers, the cell says “yes”; if the role is already named “Commander”,
    /// the cell is empty.
    var commanderCell: Cell {
        Cell(
            .bool(isCommander),
            isCommander
                ? .symbol("★", ascii: "*", spoken: RoleName(role) == .commander ? .verbatim("") : text("yes"))
                : .empty)
    }
}

extension Cell {
    /// A missing value, shown as “N/A”.
    static var notAvailable: Cell { Cell(.null, .text(Moonshot.text("N/A"))) }

    /// Returns a star if an item is a favourite.
    static func star(_ isFavourite: Bool) -> Cell {
        Cell(
            .bool(isFavourite), isFavourite ? .symbol("★", ascii: "*", spoken: Moonshot.text("yes")) : .empty)
    }

    /// Returns a day with its day of the week. Lists are sorted by the day in data.
    static func fullDay(_ day: CivilDate, _ localizer: Localizer) -> Cell {
        Cell(.string(day.description), .text(.verbatim(localizer.day(day, style: .full))))
    }

    /// Returns persons: names on screen, and keys in data.
    static func names(_ persons: [(key: String, name: String)]) -> Cell {
        Cell(
            .list(persons.map { .string($0.key) }),
            .verbatim(persons.map(\.name).joined(separator: ", ")))
    }

    /// Returns a place, such as “0.67° N 23.47° E”.
    static func place(_ place: Coordinates?, _ localizer: Localizer) -> Cell {
        guard let place else { return .empty }
        func degrees(_ value: Double) -> String {
            localizer.decimal(abs(value), fractionDigits: 2...2) + "°"
        }
        let latitude = degrees(place.latitude) + (place.latitude < 0 ? " S" : " N")
        let longitude = degrees(place.longitude) + (place.longitude < 0 ? " W" : " E")
        return Cell(
            .list([.decimal(place.latitude), .decimal(place.longitude)]),
            .verbatim("\(latitude) \(longitude)"))
    }

    /// Returns a duration, such as “21 h 36 min”.
    static func duration(_ minutes: Int?) -> Cell {
        guard let minutes else { return .empty }
        return Cell(
            .integer(minutes),
            .text(Moonshot.text("%1$@ h %2$@ min", String(minutes / 60), String(minutes % 60))))
    }
}
