import Localization
import Shell
import Suite

/// `map`: shows the landing sites on a map of the Moon.
struct MapCommand: Command {
    let declaration = CommandDeclaration(
        "map", group: .looking, summary: text("Shows the landing sites on a map of the Moon."),
        discussion: [text("For screen readers, the map is a list of distances and directions.")],
        examples: [.verbatim("map")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let map = try Self.map(in: session)
        if map.places.isEmpty {
            return Output(
                [.message(text("The data contains no landing coordinates."))], data: [.map(map)])
        }
        return Output([.map(map)])
    }

    /// Returns the map of the landing sites.
    @MainActor
    static func map(in session: MoonshotSession) throws -> GlobeMap {
        let facts = try session.facts()
        let places = try session.missions().compactMap { mission in
            facts.missions[mission.number]?.landingCoordinates.map { place in
                GlobeMap.Place(
                    mission.nameCell,
                    Globe.Position(latitude: place.latitude, longitude: place.longitude))
            }
        }
        return GlobeMap("places", title: text("Landing sites"), globe: .moon, places: places)
    }
}
