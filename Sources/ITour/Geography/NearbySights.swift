import Foundation
import ModelData

/// The sights near a place.
@MainActor
enum NearbySights {
    /// A sight and how far it is.
    struct Hit {
        let sight: Sight
        /// In kilometres.
        let distance: Double
    }

    /// The sights within a distance, the nearest first.
    ///
    /// An index over latitude and longitude narrows them down; the exact distance decides.
    /// - Parameter distance: In kilometres.
    static func around(_ place: Place, within distance: Double, in context: ModelContext) throws -> [Hit] {
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
                let way = GreatCircle.distance(place, other)
                if way <= distance { hits.append(Hit(sight: sight, distance: way)) }
            }
        }
        return hits.sorted { ($0.distance, $0.sight.number) < ($1.distance, $1.sight.number) }
    }
}
