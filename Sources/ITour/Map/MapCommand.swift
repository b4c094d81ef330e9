import Localization
import ModelData
import ProgramKit
import Shell

/// `map`: draws the places of a destination or of all destinations on a map.
struct MapCommand: Command {
    static let place = Parameter.words(
        "place", ValueType<String>.nonBlank.completed(from: TripCompletions.places, mark: .titleOfPlace),
        placeholder: text("PLACE"),
        help: text(
            "A destination or a sight (the number or a part of the name; sight:7 for a sight's number), a trip's name, a day, or a place in degrees. Default: the open destination or trip, or all destinations."
        ))
    static let around = Parameter.option(
        "around",
        ValueType<String>.nonBlank.completed(from: TripCompletions.places, mark: .titleOfPlace)
            .named(text("PLACE")),
        help: text(
            "The middle of the map: a destination, a sight or degrees. The map shows the sights around it."))
    static let zoom = Parameter.option(
        "zoom", .zoom,
        help: text("The magnification, such as 2 for half the width, or 0.5 for twice the width."))

    let declaration = CommandDeclaration(
        "map", group: .looking, summary: text("Draws destinations or sights on a map."),
        discussion: [
            text(
                "The map has coasts and borders if it is at least 200 kilometres wide. Each place has a symbol, which the legend below the map explains."
            )
        ],
        parameters: [place.declaration, around.declaration, zoom.declaration],
        examples: [
            .verbatim("map"), text("map rome"), .verbatim("map 2031-05-01"),
            text("map --around colosseum"), .verbatim("map --zoom 0.5"),
        ])

    /// The radius of a map around a place, in kilometres.
    private static let radius = 2.5

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let zoom = try invocation[Self.zoom] ?? 1
        let words = try invocation[Self.place].joined(separator: " ")
        if let centre = try invocation[Self.around] {
            let origin = try NearbyOrigin(centre, session)
            let extent = GlobeMap.Extent.around(origin.place.position, radius: Self.radius)
            let map =
                try words.isEmpty
                ? Self.surroundings(of: origin, zoom: zoom, in: session) : Self.map(of: words, in: session)
            return Self.output(map, extent, zoom: zoom)
        }
        return Self.output(try Self.map(of: words, in: session), zoom: zoom)
    }

    @MainActor
    private static func map(of words: String, in session: TripSession) throws -> TripMap {
        if words.isEmpty {
            if let open = try session.opened(Destination.self) {
                return TripMap(open.sights, title: text("Map of %@", open.name), of: open)
            }
            if let trip = try session.opened(Trip.self) { return TripMap(trip) }
            return TripMap(
                try session.fetchReadable(FetchDescriptor<Destination>()).sorted { $0.number < $1.number },
                title: text("Map of all destinations"))
        }
        if let trip = try trip(named: words, in: session) { return TripMap(trip) }
        do {
            let origin = try NearbyOrigin(words, session)
            if let destination = origin.destination {
                return TripMap(
                    destination.sights, title: text("Map of %@", destination.name), of: destination)
            }
            return TripMap(origin.place, named: origin.name)
        } catch RecordError.unknownTitle(let title, let nearest, let command) {
            if let day = day(words, in: session) {
                return TripMap(
                    try session.scheduledSights(on: day),
                    title: text("Map of %@", session.localizer.day(day, style: .full)), isRoute: true)
            }
            throw RecordError.unknownTitle(title, nearest: nearest, listingCommand: command)
        }
    }

    /// Returns the trip with exactly a name, without regard to case and accents; `nil` if there is none.
    @MainActor
    private static func trip(named name: String, in session: TripSession) throws -> Trip? {
        let folded = SearchFold.fold(name)
        return try session.fetchReadable(FetchDescriptor<Trip>())
            .first { SearchFold.fold($0.name) == folded }
    }

    /// Returns the day that a text means; `nil` if it isn't a day.
    @MainActor
    static func day(_ text: String, in session: TripSession) -> CivilDate? {
        try? ValueType<CivilDate>.coming.parse(text, session.fieldContext.parsing)
    }

    /// Returns the map of the sights around a place, the nearest first.
    @MainActor
    private static func surroundings(
        of origin: NearbyOrigin, zoom: Double, in session: TripSession
    ) throws -> TripMap {
        let hits = try NearbyRecord.around(origin.place, within: 2 * radius / zoom, in: session.context)
        let title = text("Map around %@", origin.name)
        return hits.isEmpty
            ? TripMap(origin.place, named: origin.name) : TripMap(hits.map(\.record), title: title)
    }

    @MainActor
    private static func output(
        _ map: TripMap, _ extent: GlobeMap.Extent = .places, zoom: Double
    ) -> Output {
        var blocks: [Block] = [.map(map.map(extent, zoom: zoom))]
        if map.places.isEmpty {
            blocks.append(.message(text("No place is known. Add one with “edit DESTINATION --at PLACE”.")))
        } else if map.unplaced > 0 {
            blocks.append(.message(text("Without a place, and not on the map: %lld.", map.unplaced)))
        }
        return Output(blocks)
    }
}

extension ValueType where Value == Double {
    /// A magnification, 0.001 to 100,000.
    static var zoom: ValueType<Double> {
        ValueType(placeholder: ITour.text("FACTOR")) { string, context in
            guard let number = DistanceReader.kilometres(string, context.localizer),
                (0.001...100_000).contains(number)
            else {
                throw ValueError.refused(
                    ITour.text("“%@” is not a magnification.", string),
                    remedy: ITour.text("Enter a number such as 2, or 0.5 to see more of the surroundings."))
            }
            return number
        }
    }
}
