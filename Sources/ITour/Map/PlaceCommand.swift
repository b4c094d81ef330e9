import Localization
import ProgramKit
import Shell

/// `place`: looks up places of the world by their names, without a connection.
struct PlaceCommand: Command {
    static let name = Parameter.words(
        "name", .nonBlank.completed(from: TripCompletions.gazetteer), minimum: 1, placeholder: text("NAME"),
        help: text("The name in any language, with the country or the state after a comma."),
        question: text("Name"))

    let declaration = CommandDeclaration(
        "place", group: .looking, summary: text("Looks up the cities of the world that have a name."),
        discussion: [
            text(
                "The program knows some 69,000 places with more than 5,000 people, without a connection. The data come from GeoNames."
            )
        ],
        parameters: [name.declaration], examples: [text("place kyoto"), text("place Springfield, Illinois")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let places = Gazetteer.builtIn.places(named: name)
        return Output(
            Self.table(places, session.localizer.language),
            ifEmpty: text("No place with more than 5,000 people has the name “%@”.", name))
    }

    private static func table(_ places: [KnownPlace], _ language: Language) -> Table {
        Table(
            "places",
            columns: [
                .init("name", text("Name"), priority: 6),
                .init("state", text("State"), priority: 5),
                .init("country", text("Country"), priority: 7),
                .init("latitude", text("Latitude"), isShown: false),
                .init("longitude", text("Longitude"), isShown: false),
                .init("place", text("Place"), priority: 8, isData: false),
                .init("timeZone", text("Time zone"), priority: 4),
            ],
            rows: places.map { place in
                [
                    Cell(.string(place.name), .verbatim(place.name(in: language))),
                    place.state.map { state in
                        Cell(.string(state), .verbatim(Countries.builtIn.state(state) ?? state))
                    } ?? .empty,
                    .country(place.country, in: language),
                    .degrees(place.coordinates.latitude),
                    .degrees(place.coordinates.longitude), .place(place.coordinates),
                    .text(place.timeZone),
                ]
            },
            count: text("%lld places", places.count))
    }
}

extension Cell {
    /// Returns a cell with a country: its code in machine-readable output, its name for the user; for `nil`, an empty
    /// cell.
    static func country(_ code: String?, in language: Language) -> Cell {
        code.map { Cell(.string($0), .verbatim(Countries.builtIn.name(of: $0, in: language))) } ?? .empty
    }
}
