import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `nearby`: the sights around a destination, a sight or a point.
struct NearbyCommand: Command {
    static let place = Parameter.rest(
        "place", ValueType<String>.nonBlank.completed(from: LiveValues.places, mark: .titleOfPlace),
        help: text(
            "A destination or a sight, by a part of its name or its number (sight:7 for a sight's), or degrees; the open destination unless it is named."
        ))
    static let within = Parameter.option(
        "within", .kilometres, help: text("How far away at most, in kilometres; 10 unless you say otherwise.")
    )
    static let count = Parameter.option(
        "count", .integer(in: 1...100_000), help: text("How many at most, the nearest first."))

    let declaration = CommandDeclaration(
        "nearby", aliases: ["near"], group: .looking,
        summary: text("Lists what is near a place, the nearest first."),
        discussion: [
            text("A destination is where the middle of its sights is. Distances are as the crow flies.")
        ],
        parameters: [place.declaration, within.declaration, count.declaration],
        examples: ["nearby rome", "nearby colosseum --within 2", "nearby 41.9,12.48 --count 5"])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let origin = try Origin(try invocation[Self.place].joined(separator: " "), session)
        let distance = try invocation[Self.within] ?? 10
        var hits = try NearbySights.around(origin.place, within: distance, in: session.context)
            .filter { $0.sight !== origin.sight }
        if let count = try invocation[Self.count] { hits = Array(hits.prefix(count)) }
        return Self.output(Self.table(hits, session.localizer), within: distance, of: origin.name)
    }

    /// What is near, or that nothing is.
    static func output(_ table: Table, within distance: Double, of name: String) -> Output {
        guard table.rows.isEmpty else { return Output([.table(table)]) }
        let nothing = text("Nothing is known within %1$@ km of %2$@. --within looks further.", distance, name)
        return Output([.message(nothing)], data: [.table(table)])
    }

    @MainActor
    private static func table(_ hits: [NearbySights.Hit], _ localizer: Localizer) -> Table {
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
                    .identifier(hit.sight.number), SightTable.visited(hit.sight.isVisited),
                    .text(hit.sight.name), .text(hit.sight.destination?.name),
                    SightTable.degrees(hit.sight.place?.latitude),
                    SightTable.degrees(hit.sight.place?.longitude),
                ]
            },
            count: text("%lld sights", hits.count))
    }

    /// A number of kilometres: to the metre for programs.
    nonisolated static func cell(distance: Double, _ localizer: Localizer) -> Cell {
        Cell(
            .decimal((distance * 1000).rounded() / 1000),
            .verbatim(localizer.decimal(distance, fractionDigits: digits(distance))))
    }

    /// Metres count near by only.
    nonisolated private static func digits(_ distance: Double) -> ClosedRange<Int> {
        distance < 10 ? 2...2 : distance < 100 ? 1...1 : 0...0
    }
}

extension ValueMark {
    /// `title:` before a name that would be read as a number, as degrees, or as a sight's.
    static let titleOfPlace = ValueMark(title.text) { name in
        title.isNeeded(name) || Origin.namesSight(name) || (try? PlaceReader.place(name)) != nil
    }
}

/// Where `nearby` looks from.
@MainActor
struct Origin {
    let place: Place
    let name: String
    /// The sight, which isn't near itself.
    let sight: Sight?

    init(_ string: String, _ session: TripSession) throws {
        if string.isEmpty {
            self = try Self(try session.record(nil, orOpen: Destination.self))
            return
        }
        if Self.namesSight(string) {
            let reference = try RecordReference(String(string.dropFirst(Self.sightPrefix.count)))
            self = try Self(try Self.lookingUp { try session.record(reference, in: Sight.self) })
            return
        }
        do throws(TripError) {
            place = try PlaceReader.place(string)
            name = place.text
            sight = nil
            return
        } catch .notAPlace {
            // A name, then.
        }
        self = try Self.named(try RecordReference(string), string, session)
    }

    nonisolated private static let sightPrefix = "sight:"

    /// Whether it says that a sight is meant.
    nonisolated static func namesSight(_ string: String) -> Bool {
        string.lowercased().hasPrefix(sightPrefix)
    }

    private init(_ destination: Destination) throws {
        guard let middle = GreatCircle.middle(of: destination.sights.compactMap(\.place)) else {
            throw TripError.noPlaces(name: destination.name)
        }
        place = middle
        name = destination.name
        sight = nil
    }

    private init(_ sight: Sight) throws {
        guard let place = sight.place else { throw TripError.noPlaces(name: sight.name) }
        self.place = place
        name = sight.name
        self.sight = sight
    }

    /// A sight of the open destination, or else of any.
    private static func sight(_ reference: RecordReference, _ session: TripSession) throws -> Sight {
        try lookingUp {
            do {
                return try session.sight(reference, in: nil)
            } catch RecordError.unknownTitle {
                return try session.record(reference, in: Sight.self)
            }
        }
    }

    /// Looks a sight up. Where several fit, their numbers are shown as those of sights, not of destinations.
    private static func lookingUp(_ find: () throws -> Sight) throws -> Sight {
        do {
            return try find()
        } catch let error as RecordError {
            throw error.marked(sightPrefix)
        }
    }

    /// A destination or else a sight. What fits both kinds is refused, unless one of them is called so exactly.
    private static func named(
        _ reference: RecordReference, _ string: String, _ session: TripSession
    ) throws -> Origin {
        let destination: Destination
        do {
            destination = try session.record(reference, in: Destination.self)
        } catch RecordError.unknownTitle(let title, let nearest, let command) {
            do {
                return try Origin(try Self.sight(reference, session))
            } catch RecordError.unknownTitle(_, let sights, _) where sights.isEmpty {
                // The list of sights is that of one destination, and none may be open.
                throw RecordError.unknownTitle(title, nearest: nearest, listingCommand: command)
            }
        }
        if case .title(let title) = reference,
            Localization.SearchFold.fold(destination.name) != Localization.SearchFold.fold(title),
            let sight = try? session.record(reference, in: Sight.self)
        {
            if Localization.SearchFold.fold(sight.name) == Localization.SearchFold.fold(title) {
                return try Origin(sight)
            }
            throw NearbyError.destinationOrSight(
                string, destination: destination.name, sight: sight.name, sight.number)
        }
        return try Origin(destination)
    }
}

/// A name that fits a destination and a sight.
enum NearbyError: PresentableError {
    case destinationOrSight(String, destination: String, sight: String, Int)

    var problem: LocalizedText {
        switch self {
        case .destinationOrSight(let string, let destination, let sight, _):
            text("“%1$@” fits the destination “%2$@” and the sight “%3$@”.", string, destination, sight)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .destinationOrSight(_, _, _, let number):
            text("Give more of the name, or sight:%@ for the sight.", String(number))
        }
    }
}

extension ValueType where Value == Double {
    /// A number of kilometres, as ``DistanceReader`` reads it.
    static var kilometres: ValueType<Double> {
        ValueType(placeholder: "KM") { string, context in
            guard let number = DistanceReader.kilometres(string, context.localizer), number <= 20_100 else {
                throw ValueError.refused(
                    ITour.text("“%@” is not a distance in kilometres.", string),
                    remedy: ITour.text("Give a number from 0 to 20,100, which is half around the earth."))
            }
            return number
        }
    }
}
