import Foundation
import ModelData

/// The sights near a place.
@MainActor
enum NearbySights {
    /// A sight and its distance.
    struct Hit {
        let sight: Sight
        /// The distance in kilometres.
        let distance: Double
    }

    /// Returns the sights within a distance, the nearest first.
    ///
    /// The query finds the sights in a rectangle with an index over latitude and longitude. Their exact
    /// distances are checked afterwards.
    ///
    /// - Parameters:
    ///   - place: The centre.
    ///   - distance: The radius in kilometres.
    ///   - context: The context to fetch from.
    /// - Throws: The errors of the fetch.
    static func around(
        _ place: Coordinates, within distance: Double, in context: ModelContext
    ) throws -> [Hit] {
        let box = SearchBox(around: place, within: distance)
        let (south, north) = (box.latitudes.lowerBound, box.latitudes.upperBound)
        var hits: [Hit] = []
        for range in box.longitudes {
            let (west, east) = (range.lowerBound, range.upperBound)
            let inBox = #Predicate<Sight> {
                $0.latitude! >= south && $0.latitude! <= north && $0.longitude! >= west
                    && $0.longitude! <= east
            }
            for sight in try context.fetch(FetchDescriptor(predicate: inBox)) {
                guard let other = sight.place else { continue }
                let length = GreatCircle.distance(place, other)
                if length <= distance { hits.append(Hit(sight: sight, distance: length)) }
            }
        }
        return hits.sorted { ($0.distance, $0.sight.number) < ($1.distance, $1.sight.number) }
    }
}
