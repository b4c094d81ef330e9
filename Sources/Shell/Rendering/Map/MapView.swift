import Foundation

/// The part of a globe that a map shows, and its size on the terminal.
struct MapView {
    let projection: MapProjection
    /// The point in the middle of the canvas.
    private let middle: MapProjection.Point
    /// The number of dots in a kilometre.
    let scale: Double
    let columns: Int
    let rows: Int

    /// The height of a map in lines, at least and at most.
    private static let heights = 6...24

    /// The angle from the centre up to which a map shows distances and directions, in degrees. Maps of larger
    /// parts of the globe are cylindrical.
    private static let widestAzimuthal = 40.0

    /// Creates the view of a map.
    ///
    /// - Parameters:
    ///   - map: The map.
    ///   - columns: The width of the drawing in terminal columns.
    init(_ map: GlobeMap, columns: Int) {
        let least = Self.heights.lowerBound
        let most = min(max(least, columns * 2 / 5), Self.heights.upperBound)
        self.init(map, columns: columns, rows: least...most)
    }

    /// Creates the view of a map with a height in a range.
    ///
    /// - Parameters:
    ///   - map: The map.
    ///   - columns: The width in columns, each with two dots.
    ///   - heights: The minimum and the maximum height in rows, each with four dots.
    init(_ map: GlobeMap, columns: Int, rows heights: ClosedRange<Int>) {
        self.columns = columns
        let positions = map.places.map(\.position)
        let (projection, bounds) = Self.projection(of: map, positions)
        self.projection = projection
        middle = bounds.middle
        let size = (width: bounds.width / map.zoom, height: bounds.height / map.zoom)
        // Two dots beside and four dots above each other make a cell, which is twice as high as it is wide.
        let natural = (Double(columns) * 2 * size.height / size.width / 4).rounded(.up)
        rows = Int(min(max(natural, Double(heights.lowerBound)), Double(heights.upperBound)))
        scale = min(Double(columns) * 2 / size.width, Double(rows) * 4 / size.height)
    }

    /// A rectangle in the plane, in kilometres.
    private struct Bounds {
        var middle = MapProjection.Point(x: 0, y: 0)
        var width: Double
        var height: Double
    }

    private static func projection(
        of map: GlobeMap, _ positions: [Globe.Position]
    ) -> (MapProjection, Bounds) {
        let globe = map.globe
        switch map.extent {
        case .globe: return complete(globe, longitude: 0)
        case .around(let centre, let radius):
            let radius = min(max(radius, globe.radius * 1e-7), globe.radius * .pi / 2)
            return (.azimuthal(around: centre, on: globe), Bounds(width: 2 * radius, height: radius * 1.2))
        case .hemisphere(let centre):
            // The margin keeps the limb off the edge.
            let width = globe.radius * .pi * 1.02
            return (.azimuthal(around: centre, on: globe), Bounds(width: width, height: width))
        case .places: break
        }
        guard !positions.isEmpty else { return complete(globe, longitude: 0) }
        if let centre = Globe.middle(of: positions),
            positions.allSatisfy({
                globe.distance(centre, $0) <= globe.radius * widestAzimuthal * .pi / 180
            })
        {
            let projection = MapProjection.azimuthal(around: centre, on: globe)
            return (projection, bounds(of: positions, in: projection, map))
        }
        let longitude = middleLongitude(of: positions)
        let latitudes = positions.map(\.latitude)
        let latitude = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        let projection = MapProjection.cylindrical(
            around: Globe.Position(latitude: latitude, longitude: longitude), on: globe)
        var found = bounds(of: positions, in: projection, map)
        if found.width > projection.circumference * 0.8 {
            found.middle.x = 0
            found.width = projection.circumference
        }
        return (projection, found)
    }

    /// The complete globe without the surroundings of the poles, which a rectangle distorts most.
    private static func complete(_ globe: Globe, longitude: Double) -> (MapProjection, Bounds) {
        let middle = Globe.Position(latitude: 10, longitude: longitude)
        return (
            .cylindrical(around: middle, on: globe),
            Bounds(
                width: 2 * .pi * globe.radius * cos(10 * .pi / 180), height: globe.radius * 150 * .pi / 180)
        )
    }

    /// Returns the rectangle around the places, with a margin.
    private static func bounds(
        of positions: [Globe.Position], in projection: MapProjection, _ map: GlobeMap
    ) -> Bounds {
        let points = positions.compactMap(projection.point)
        let (x, y) = (points.map(\.x), points.map(\.y))
        let (west, east) = (x.min() ?? 0, x.max() ?? 0)
        let (south, north) = (y.min() ?? 0, y.max() ?? 0)
        return Bounds(
            middle: MapProjection.Point(x: (west + east) / 2, y: (south + north) / 2),
            width: max((east - west) * 1.2, map.minimumWidth),
            height: max((north - south) * 1.3, map.minimumWidth / 2))
    }

    /// Returns the longitude opposite to the widest gap between the places.
    private static func middleLongitude(of positions: [Globe.Position]) -> Double {
        let sorted = positions.map(\.longitude).sorted()
        guard let first = sorted.first, let last = sorted.last else { return 0 }
        var (widest, after) = (first + 360 - last, first)
        for (west, east) in zip(sorted, sorted.dropFirst()) where east - west > widest {
            (widest, after) = (east - west, east)
        }
        return Globe.Position(latitude: 0, longitude: after + (360 - widest) / 2).longitude
    }

    /// The width of the drawing in kilometres.
    var width: Double { Double(columns) * 2 / scale }

    /// The width of a map in kilometres below which outlines would be too coarse, as a part of the globe's radius:
    /// 200 km on the Earth.
    private static let finestOutlines = 200 / 6371.0088

    /// Whether the map is wide enough to show outlines.
    func hasOutlines(of map: GlobeMap) -> Bool { width >= Self.finestOutlines * map.globe.radius }

    /// The round length of a scale, in kilometres: at most a third of the width.
    var scaleLength: Double {
        let most = width / 3
        let power = pow(10, log10(most).rounded(.down))
        return [5, 2, 1].map { $0 * power }.first { $0 <= most } ?? power
    }

    /// Returns the dot of a point of the plane, with y downwards. It may be outside the canvas.
    func dot(_ point: MapProjection.Point) -> (x: Double, y: Double) {
        (
            Double(columns) + (point.x - middle.x) * scale,
            Double(rows) * 2 - (point.y - middle.y) * scale
        )
    }
}
