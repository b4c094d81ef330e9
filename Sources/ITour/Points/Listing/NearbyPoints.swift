import Foundation
import ModelData

/// The points of interest near a place.
@MainActor
enum NearbyPoints {
    /// A point and how far it is.
    struct Hit {
        let point: PointOfInterest
        /// In kilometres.
        let distance: Double
    }

    /// The points within a distance, the nearest first.
    ///
    /// An index over latitude and longitude narrows them down; the exact distance decides.
    /// - Parameter distance: In kilometres.
    static func around(
        _ place: Place, within distance: Double, in context: ModelContext,
        where isWanted: (PointOfInterest) throws -> Bool
    ) throws -> [Hit] {
        let box = SearchBox(around: place, within: distance)
        let (south, north) = (box.latitudes.lowerBound, box.latitudes.upperBound)
        var hits: [Hit] = []
        for range in box.longitudes {
            let (west, east) = (range.lowerBound, range.upperBound)
            let inBox = #Predicate<PointOfInterest> {
                $0.latitude! >= south && $0.latitude! <= north && $0.longitude! >= west
                    && $0.longitude! <= east
            }
            for point in try context.fetch(FetchDescriptor(predicate: inBox)) {
                guard let other = point.place else { continue }
                let way = GreatCircle.distance(place, other)
                if way <= distance, try isWanted(point) { hits.append(Hit(point: point, distance: way)) }
            }
        }
        return hits.sorted { ($0.distance, $0.point.number) < ($1.distance, $1.point.number) }
    }
}
