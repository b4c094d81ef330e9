import Localization
import Shell
import Suite

/// `poi near`: the points of interest around a place.
struct PointNearCommand: Command {
    static let place = Parameter.rest(
        "place", ValueType<String>.nonBlank.completed(from: LiveValues.points, mark: .titleOfPlace),
        help: text(
            "A point of interest, a destination or a sight, by a part of its name, or degrees; the open destination unless it is named."
        ))

    let declaration = CommandDeclaration(
        "poi near", aliases: ["poi nearby"], group: .points,
        summary: text("Lists the points of interest near a place, the nearest first."),
        discussion: [
            text("A destination is where the middle of its sights is. Distances are as the crow flies.")
        ],
        parameters: [place.declaration, NearbyCommand.within.declaration] + PointFilterOptions.declarations,
        examples: ["poi near colosseum", "poi near 41.9,12.48 --within 2 --category museum --count 5"])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let filter = try PointFilter(invocation, session)
        let origin = try origin(try invocation[Self.place].joined(separator: " "), session)
        let distance = try invocation[NearbyCommand.within] ?? 10
        var hits = try NearbyPoints.around(origin.place, within: distance, in: session.context) {
            $0 !== origin.point && filter.includes($0)
        }
        if let limit = filter.limit { hits = Array(hits.prefix(limit)) }
        return NearbyCommand.output(
            PointTable.table(hits, session.localizer), within: distance, of: origin.name)
    }

    /// Where to look from. A name means a point of interest before it means a destination or a sight.
    @MainActor
    private func origin(
        _ string: String, _ session: TripSession
    ) throws -> (place: Place, name: String, point: PointOfInterest?) {
        if !string.isEmpty, (try? PlaceReader.place(string)) == nil, !Origin.namesSight(string) {
            do {
                let point = try session.record(try RecordReference(string), in: PointOfInterest.self)
                guard let place = point.place else { throw PointError.unknownPlace(name: point.name) }
                return (place, point.name, point)
            } catch RecordError.unknownTitle(let title, let nearest, let command) {
                // A destination or a sight, then; where it is none either, the points are what was meant.
                do {
                    let origin = try Origin(string, session)
                    return (origin.place, origin.name, nil)
                } catch RecordError.unknownTitle {
                    throw RecordError.unknownTitle(title, nearest: nearest, listingCommand: command)
                }
            }
        }
        let origin = try Origin(string, session)
        return (origin.place, origin.name, nil)
    }
}
