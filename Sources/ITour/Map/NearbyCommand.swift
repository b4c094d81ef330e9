import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `nearby`: lists the sights around a destination, a sight or coordinates.
struct NearbyCommand: Command {
    static let place = Parameter.words(
        "place", ValueType<String>.nonBlank.completed(from: TripCompletions.places, mark: .titleOfPlace),
        placeholder: text("PLACE"),
        help: text(
            "A destination or a sight (the number or a part of the name; sight:7 for a sight's number), or a place in degrees. Default: the open destination."
        ))
    static let within = Parameter.option(
        "within", .kilometres, help: text("The largest distance in kilometres. Default: 10.")
    )
    static let count = Parameter.option(
        "count", .integer(in: 1...100_000), help: text("The maximum number of results, nearest first."))

    let declaration = CommandDeclaration(
        "nearby", aliases: ["near"], group: .looking,
        summary: text("Lists destinations and sights near a place, nearest first."),
        discussion: [
            text("A destination's place is the middle of its sights. Distances are in a straight line.")
        ],
        parameters: [place.declaration, within.declaration, count.declaration],
        examples: [
            text("nearby rome"), text("nearby colosseum --within 2"),
            .verbatim("nearby 41.9,12.48 --count 5"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let origin = try NearbyOrigin(try invocation[Self.place].joined(separator: " "), session)
        let distance = try invocation[Self.within] ?? 10
        var hits = try NearbyRecord.around(origin.place, within: distance, in: session.context)
            .filter { $0.record !== origin.sight }
        if let count = try invocation[Self.count] { hits = Array(hits.prefix(count)) }
        return Self.output(
            Self.table(hits, session.localizer), within: distance, of: origin.name, session.localizer)
    }

    /// Shows a table of results, or a message if it is empty.
    ///
    /// - Parameters:
    ///   - table: The results.
    ///   - distance: The search radius in kilometres.
    ///   - name: The name of the place at the centre.
    ///   - localizer: The user's language.
    static func output(
        _ table: Table, within distance: Double, of name: String, _ localizer: Localizer
    ) -> Output {
        Output(
            table,
            ifEmpty: text(
                "Nothing was found within %1$@ of %2$@. Use --within to search farther.",
                TextArgument.distance(distance, localizer), name))
    }

    @MainActor
    private static func table(_ hits: [NearbyRecord<Sight>], _ localizer: Localizer) -> Table {
        Table(
            "sights",
            columns: [
                .init("distance", text("Kilometres"), alignsRight: true, priority: 9),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("visited", text("Visited"), priority: 8),
                .init("name", text("Sight"), priority: 6),
                .init("destination", text("Destination"), priority: 5),
                .init("latitude", text("Latitude"), isShown: false),
                .init("longitude", text("Longitude"), isShown: false),
            ],
            rows: hits.map { hit in
                [
                    cell(distance: hit.distance, localizer),
                    .identifier(hit.record.number), .visited(hit.record.isVisited),
                    .text(hit.record.name), .text(hit.record.destination?.name),
                    .degrees(hit.record.place?.latitude),
                    .degrees(hit.record.place?.longitude),
                ]
            },
            count: text("%lld sights", hits.count))
    }

    /// Returns a cell with a distance in kilometres. In machine-readable output, the distance is rounded to
    /// metres.
    nonisolated static func cell(distance: Double, _ localizer: Localizer) -> Cell {
        Cell(
            .decimal((distance * 1000).rounded() / 1000),
            .verbatim(localizer.decimal(distance, fractionDigits: digits(distance))))
    }

    /// The number of decimal digits to show: fewer for longer distances.
    nonisolated private static func digits(_ distance: Double) -> ClosedRange<Int> {
        distance < 10 ? 2...2 : distance < 100 ? 1...1 : 0...0
    }
}

extension ValueMark {
    /// Adds the prefix `title:` to a name that would otherwise be read as a number, as coordinates or as a
    /// sight's number.
    static let titleOfPlace = ValueMark(title.text) { name in
        title.isNeeded(name) || NearbyOrigin.hasSightPrefix(name) || (try? PlaceReader.place(name)) != nil
    }
}

/// The place at the centre of `nearby`.
@MainActor
struct NearbyOrigin {
    let place: Coordinates
    let name: String
    /// The sight at the centre, if any. The results leave out this sight.
    let sight: Sight?
    /// The destination at the centre, if any.
    let destination: Destination?

    init(_ string: String, _ session: TripSession) throws {
        if string.isEmpty {
            self = try Self(try session.record(nil, orOpen: Destination.self))
            return
        }
        if Self.hasSightPrefix(string) {
            let reference = try RecordReference(String(string.dropFirst(Self.sightPrefix.count)))
            self = try Self(try Self.lookingUp { try session.record(reference, in: Sight.self) })
            return
        }
        do throws(TripError) {
            place = try PlaceReader.place(string)
            name = place.text
            sight = nil
            destination = nil
            return
        } catch .notAPlace {
            // The text isn't coordinates, so look it up as a name.
        }
        self = try Self.named(try RecordReference(string), string, session)
    }

    nonisolated private static let sightPrefix = "sight:"

    /// Whether a text begins with `sight:`. Such a text refers to a sight.
    nonisolated static func hasSightPrefix(_ string: String) -> Bool {
        string.lowercased().hasPrefix(sightPrefix)
    }

    private init(_ destination: Destination) throws {
        let sights = destination.sights.compactMap(\.place)
        guard let middle = GreatCircle.middle(of: sights) ?? destination.place else {
            throw TripError.noPlaces(name: destination.name)
        }
        place = middle
        name = destination.name
        sight = nil
        self.destination = destination
    }

    private init(_ sight: Sight) throws {
        guard let place = sight.place else { throw TripError.noPlaces(name: sight.name) }
        self.place = place
        name = sight.name
        self.sight = sight
        destination = nil
    }

    /// Returns a sight of the open destination. If no destination is open, returns a sight of any
    /// destination.
    private static func sight(_ reference: RecordReference, _ session: TripSession) throws -> Sight {
        try lookingUp {
            do {
                return try session.sight(reference, in: nil)
            } catch RecordError.unknownTitle {
                return try session.record(reference, in: Sight.self)
            }
        }
    }

    /// Looks up a sight. If several sights match, the error lists their numbers with the prefix `sight:`.
    private static func lookingUp(_ find: () throws -> Sight) throws -> Sight {
        do {
            return try find()
        } catch let error as RecordError {
            throw error.marked(sightPrefix)
        }
    }

    /// Returns a destination; if no destination matches, a sight. If both a destination and a sight match,
    /// only an exact name is accepted.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - string: The text that the user typed.
    ///   - session: The session.
    /// - Throws: ``NearbyError``, `RecordError`, ``TripError``.
    private static func named(
        _ reference: RecordReference, _ string: String, _ session: TripSession
    ) throws -> NearbyOrigin {
        let destination: Destination
        do {
            destination = try session.record(reference, in: Destination.self)
        } catch RecordError.unknownTitle(let title, let nearest, let command) {
            do {
                return try NearbyOrigin(try Self.sight(reference, session))
            } catch RecordError.unknownTitle(_, let sights, _) where sights.isEmpty {
                // Suggest the list of destinations, because “sight list” needs an open destination.
                throw RecordError.unknownTitle(title, nearest: nearest, listingCommand: command)
            }
        }
        if case .title(let title) = reference,
            SearchFold.fold(destination.name) != SearchFold.fold(title),
            let sight = try session.recordIfAny(reference, in: Sight.self)
        {
            if SearchFold.fold(sight.name) == SearchFold.fold(title) { return try NearbyOrigin(sight) }
            throw NearbyError.destinationOrSight(
                string, destination: destination.name, sight: sight.name, sight.number)
        }
        return try NearbyOrigin(destination)
    }
}

/// An error for a name that matches both a destination and a sight.
enum NearbyError: PresentableError {
    case destinationOrSight(String, destination: String, sight: String, Int)

    var problem: LocalizedText {
        switch self {
        case .destinationOrSight(let string, let destination, let sight, _):
            text("“%1$@” matches the destination “%2$@” and the sight “%3$@”.", string, destination, sight)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .destinationOrSight(_, _, _, let number):
            text("Give more of the name, or sight:%@ to choose the sight.", String(number))
        }
    }
}

extension ValueType where Value == Double {
    /// A distance in kilometres, 0 to 20,100, parsed by ``DistanceReader``.
    static var kilometres: ValueType<Double> {
        ValueType(placeholder: ITour.text("KM")) { string, context in
            guard let number = DistanceReader.kilometres(string, context.localizer), number <= 20_100 else {
                throw ValueError.refused(
                    ITour.text("“%@” is not a distance in kilometres.", string),
                    remedy: ITour.text(
                        "Enter a number from 0 to 20,100 (half the circumference of the earth)."))
            }
            return number
        }
    }
}

/// A sight or a point of interest near a place.
@MainActor
struct NearbyRecord<Model: TitledModel & Locatable> {
    let record: Model
    /// The distance in kilometres.
    let distance: Double

    /// Returns the records within a distance, the nearest first.
    ///
    /// The query finds the records in a rectangle with an index over latitude and longitude. Their exact
    /// distances are checked afterwards.
    ///
    /// - Parameters:
    ///   - place: The centre.
    ///   - distance: The radius in kilometres.
    ///   - context: The context to fetch from.
    ///   - isWanted: Whether to include a record. Default: all.
    ///   - inBox: Returns the predicate for a rectangle, by its southern, northern, western and eastern edge.
    /// - Throws: The errors of the fetch and of `isWanted`.
    static func around(
        _ place: Coordinates, within distance: Double, in context: ModelContext,
        where isWanted: (Model) throws -> Bool = { _ in true },
        inBox: (Double, Double, Double, Double) -> Predicate<Model>
    ) throws -> [NearbyRecord] {
        let box = SearchBox(around: place, within: distance)
        var hits: [NearbyRecord] = []
        for range in box.longitudes {
            let predicate = inBox(
                box.latitudes.lowerBound, box.latitudes.upperBound, range.lowerBound, range.upperBound)
            for record in try context.fetch(FetchDescriptor(predicate: predicate)) {
                guard let other = record.place else { continue }
                let length = GreatCircle.distance(place, other)
                if length <= distance, try isWanted(record) {
                    hits.append(NearbyRecord(record: record, distance: length))
                }
            }
        }
        return hits.sorted { ($0.distance, $0.record.number) < ($1.distance, $1.record.number) }
    }
}

extension NearbyRecord<Sight> {
    /// Returns the sights within a distance, the nearest first.
    static func around(
        _ place: Coordinates, within distance: Double, in context: ModelContext
    ) throws -> [NearbyRecord] {
        try around(place, within: distance, in: context) { south, north, west, east in
            #Predicate<Sight> {
                $0.latitude! >= south && $0.latitude! <= north && $0.longitude! >= west
                    && $0.longitude! <= east
            }
        }
    }
}
