import Localization
import ProgramKit
import Shell

/// `poi near`: lists the points of interest around a place.
struct PointNearCommand: Command {
    static let place = Parameter.words(
        "place", ValueType<String>.nonBlank.completed(from: TripCompletions.points, mark: .titleOfPlace),
        placeholder: text("PLACE"),
        help: text(
            "A point of interest, a destination or a sight (a part of its name), or a place in degrees. Default: the open destination."
        ))

    let declaration = CommandDeclaration(
        "poi near", aliases: ["poi nearby"], group: .points,
        summary: text("Lists the points of interest near a place, nearest first."),
        discussion: [
            text("A destination's place is the middle of its sights. Distances are in a straight line.")
        ],
        parameters: [place.declaration, NearbyCommand.within.declaration] + PointFilterOptions.declarations,
        examples: [
            text("poi near colosseum"), text("poi near 41.9,12.48 --within 2 --category museum --count 5"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let filter = try PointFilter(invocation, session)
        let origin = try origin(try invocation[Self.place].joined(separator: " "), session)
        let distance = try invocation[NearbyCommand.within] ?? 10
        var hits = try NearbyPoints.around(origin.place, within: distance, in: session.context) {
            $0 !== origin.point && filter.includes($0)
        }
        if let limit = filter.limit { hits = Array(hits.prefix(limit)) }
        return NearbyCommand.output(
            PointOfInterest.table(near: hits, session.fieldContext), within: distance, of: origin.name,
            session.localizer)
    }

    /// Returns the place at the centre of the search. A name is looked up among points of interest first,
    /// then among destinations and sights.
    @MainActor
    private func origin(
        _ string: String, _ session: TripSession
    ) throws -> (place: Coordinates, name: String, point: PointOfInterest?) {
        if !string.isEmpty, (try? PlaceReader.place(string)) == nil, !NearbyOrigin.hasSightPrefix(string) {
            do {
                let point = try session.record(try RecordReference(string), in: PointOfInterest.self)
                guard let place = point.place else { throw PointError.unknownPlace(name: point.name) }
                return (place, point.name, point)
            } catch RecordError.unknownTitle(let title, let nearest, let command) {
                // Try a destination or a sight. If neither matches, report that no point of interest matches.
                do {
                    let origin = try NearbyOrigin(string, session)
                    return (origin.place, origin.name, nil)
                } catch RecordError.unknownTitle {
                    throw RecordError.unknownTitle(title, nearest: nearest, listingCommand: command)
                }
            }
        }
        let origin = try NearbyOrigin(string, session)
        return (origin.place, origin.name, nil)
    }
}
