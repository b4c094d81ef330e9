import Foundation
import ModelData

/// The points of interest near a place.
@MainActor
enum NearbyPoints {
    /// A point and its distance.
    struct Hit {
        let point: PointOfInterest
        /// The distance in kilometres.
        let distance: Double
    }

    /// Returns the points within a distance, the nearest first.
    ///
    /// The query finds the points in a rectangle with an index over latitude and longitude. Their exact
    /// distances are checked afterwards.
    ///
    /// - Parameters:
    ///   - place: The centre.
    ///   - distance: The radius in kilometres.
    ///   - context: The context to fetch from.
    ///   - isWanted: Whether to include a point.
    /// - Throws: The errors of the fetch and of `isWanted`.
    static func around(
        _ place: Coordinates, within distance: Double, in context: ModelContext,
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
                let length = GreatCircle.distance(place, other)
                if length <= distance, try isWanted(point) {
                    hits.append(Hit(point: point, distance: length))
                }
            }
        }
        return hits.sorted { ($0.distance, $0.point.number) < ($1.distance, $1.point.number) }
    }
}
