import Foundation
import Localization
import ProgramKit
import Shell

/// `map`: shows the landing sites on a map of the Moon.
struct MapCommand: Command {
    let declaration = CommandDeclaration(
        "map", group: .facts, summary: text("Shows the landing sites on a map of the Moon."),
        discussion: [text("For screen readers, the map is a list of distances and directions.")],
        examples: [.verbatim("map")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let map = try Self.map(in: session)
        if map.places.isEmpty {
            return Output([.message(text("The data contains no landing coordinates."))], data: [.map(map)])
        }
        return Output([.map(map)])
    }

    /// Returns the map of the landing sites.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - numbers: The numbers of the missions. Default: all.
    @MainActor
    static func map(in session: MoonshotSession, of numbers: Set<Int>? = nil) throws -> GlobeMap {
        let facts = try session.facts()
        let missions = try session.missions().filter { numbers?.contains($0.number) ?? true }
        let places = missions.compactMap { mission in
            facts.missions[mission.number]?.landingCoordinates.map { place in
                let name = session.localizer.string(mission.label)
                return GlobeMap.Place(
                    mission.landingSite.map { site in
                        Cell(mission.nameCell.raw, .text(text("%1$@, %2$@", name, site)))
                    } ?? mission.nameCell,
                    Globe.Position(latitude: place.latitude, longitude: place.longitude),
                    mark: String(mission.number), detail: .place(place, session.localizer))
            }
        }
        return GlobeMap(
            "places", title: text("Landing sites"), globe: .moon, places: places,
            extent: .hemisphere(Globe.Position(latitude: 0, longitude: 0)), outlines: { outlines })
    }

    /// The limb of the Moon as the Earth sees it, and its equator and middle meridian.
    nonisolated private static var outlines: [GlobeMap.Outline] {
        let limb = (0...120).map { step in
            let angle = Double(step) * 3 * .pi / 180
            // A point 90 degrees from the middle.
            return Globe.Position(
                latitude: asin(sin(angle)) * 180 / .pi, longitude: cos(angle) < 0 ? -90 : 90)
        }
        let degrees = stride(from: -90.0, through: 90, by: 3)
        return [
            GlobeMap.Outline(.coast, limb),
            GlobeMap.Outline(.border, degrees.map { Globe.Position(latitude: 0, longitude: $0) }),
            GlobeMap.Outline(.border, degrees.map { Globe.Position(latitude: $0, longitude: 0) }),
        ]
    }
}
