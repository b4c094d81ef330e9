import Localization
import Shell

extension Mission {
    /// The name. On screen, it is in the user's language; data have it in English.
    var nameCell: Cell { ownName.map { Cell(.string($0), .verbatim(name)) } ?? Self.nameCell(number, name) }

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

    /// A mark for the commander; stars are favourites. For screen readers, the cell says “yes”; if the role is already named “Commander”,
    /// the cell is empty.
    var commanderCell: Cell {
        Cell(
            .bool(isCommander),
            isCommander
                ? .symbol("◆", ascii: "+", spoken: RoleName(role) == .commander ? .verbatim("") : text("yes"))
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

    /// Returns persons: names on screen, and keys in data.
    static func names(_ persons: [(key: String, name: String)]) -> Cell {
        Cell(
            .list(persons.map { .string($0.key) }),
            .verbatim(persons.map(\.name).joined(separator: ", ")))
    }

    /// Returns a time of day. On screen, it has no seconds and is on the user's clock; data have it as the data file does.
    static func time(_ time: ClockTime?) -> Cell {
        time.map {
            Cell(.string($0.text), .text(Moonshot.text("%@", TextArgument.time(minute: $0.second / 60))))
        } ?? .empty
    }

    /// Returns a place, such as “0.67° N 23.47° E”.
    static func place(_ place: Coordinates?, _ localizer: Localizer) -> Cell {
        guard let place else { return .empty }
        func degrees(_ value: Double) -> String { localizer.decimal(abs(value), fractionDigits: 2...2) + "°" }
        let latitude = degrees(place.latitude) + (place.latitude < 0 ? " S" : " N")
        let longitude = degrees(place.longitude) + (place.longitude < 0 ? " W" : " E")
        let north = localizer.decimal(abs(place.latitude), fractionDigits: 2...2)
        let east = localizer.decimal(abs(place.longitude), fractionDigits: 2...2)
        let spoken = Moonshot.text(
            "%1$@, %2$@",
            place.latitude < 0
                ? Moonshot.text("%@ degrees south", north) : Moonshot.text("%@ degrees north", north),
            place.longitude < 0
                ? Moonshot.text("%@ degrees west", east) : Moonshot.text("%@ degrees east", east))
        let short = "\(latitude) \(longitude)"
        return Cell(
            .list([.decimal(place.latitude), .decimal(place.longitude)]),
            .symbol(short, ascii: short, spoken: spoken))
    }

    /// Returns a point in time in UTC, such as “Jul 21, 1969, 17:54”.
    static func moment(_ moment: Moment?) -> Cell {
        moment.map { Cell(.string($0.written), .text(Moonshot.text("%@", $0.argument))) } ?? .empty
    }

    /// Returns the periods of events: “Jul 21, 1969, 02:39 to 05:11”.
    static func periods(_ events: [MissionEvent]) -> Cell {
        if events.isEmpty { return .empty }
        return Cell(
            .list(events.map { .string($0.start.written + ($0.end.map { "/\($0.written)" } ?? "")) }),
            .text(Moonshot.text("%@", TextArgument.list(events.map { .text($0.period) }))))
    }

    /// Returns words of the data.
    static func list(_ words: [String]?) -> Cell {
        words.map { Cell(.list($0.map { .string($0) }), .verbatim($0.joined(separator: ", "))) } ?? .empty
    }

    /// Returns the cell of a fact with what the data say of its certainty: “about 42.8 kg”, and the values of other
    /// sources.
    ///
    /// - Parameters:
    ///   - isAbout: Whether the sources round the value.
    ///   - others: The cells of what other sources say.
    ///   - localizer: The user's language.
    func qualified(about isAbout: Bool, others: [Cell], _ localizer: Localizer) -> Cell {
        func shown(isSpoken: Bool) -> LocalizedText? {
            let different = others.compactMap { $0.argument(isSpoken: isSpoken) }
            guard let value = argument(isSpoken: isSpoken), isAbout || !different.isEmpty else { return nil }
            let shown: LocalizedText = isAbout ? Moonshot.text("about %@", value) : Moonshot.text("%@", value)
            if different.isEmpty { return shown }
            return Moonshot.text("%1$@ (another source: %2$@)", shown, TextArgument.list(different))
        }
        guard let written = shown(isSpoken: false), let spoken = shown(isSpoken: true) else { return self }
        if written == spoken { return Cell(raw, .text(written)) }
        let short = localizer.string(written)
        return Cell(raw, .symbol(short, ascii: short, spoken: spoken))
    }

    /// Returns a mass in kilograms, such as “21.55 kg”, which screen readers get in words.
    static func mass(_ kilograms: Double?, _ localizer: Localizer) -> Cell {
        guard let kilograms else { return .empty }
        let short = localizer.string(Moonshot.text("%@ kg", kilograms))
        let whole = Int(exactly: kilograms)
        let spoken =
            whole.map { Moonshot.text("%lld kilograms", $0) } ?? Moonshot.text("%@ kilograms", kilograms)
        return Cell(.decimal(kilograms), .symbol(short, ascii: short, spoken: spoken))
    }

    /// Returns what the user sees or hears, as part of a text; `nil` for an empty cell.
    private func argument(isSpoken: Bool) -> TextArgument? {
        switch display {
        case .empty: nil
        case .verbatim(let text): .string(text)
        case .text(let text): .text(text)
        case .integer(let number): .string(String(number))
        case .day(let day): .day(day)
        case .symbol(let symbol, _, let spoken): isSpoken ? .text(spoken) : .string(symbol)
        case .instant: nil
        }
    }
}
