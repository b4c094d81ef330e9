import Foundation

/// The line of a recorded track or of a planned way, with its length and its climb.
///
/// The points are those that a map needs: they differ from the line by at most 10 m, or more if they would be more than 500.
struct TrackLine {
    private struct Point {
        let place: Coordinates
        /// Whether the line begins anew here.
        let isStart: Bool
    }

    /// The length in kilometres, along the surface of the Earth.
    private(set) var length = 0.0
    /// The climb in metres. Rises of less than 5 m don't count, because receivers are less exact.
    private(set) var climb = 0.0
    private(set) var first: Coordinates?
    private(set) var last: Coordinates?

    private var points: [Point] = []
    /// Only every so many of the points are kept.
    private var stride = 1
    private var count = 0
    /// The lowest height since the last counted rise.
    private var base: Double?

    private static let (mostKept, mostWritten, tolerance, leastRise) = (8192, 500, 10.0, 5.0)

    /// Adds the next point.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - height: The height in metres; `nil` if it isn't known.
    ///   - isStart: Whether no line leads from the point before to this one.
    mutating func add(_ place: Coordinates, height: Double?, isStart: Bool) {
        if let last, !isStart { length += GreatCircle.distance(last, place) }
        if let height {
            if let low = base, !isStart, height >= low {
                if height - low >= Self.leastRise {
                    climb += height - low
                    base = height
                }
            } else {
                base = height
            }
        }
        first = first ?? place
        last = place
        if isStart || count % stride == 0 { points.append(Point(place: place, isStart: isStart)) }
        count += 1
        guard points.count >= Self.mostKept else { return }
        stride *= 2
        let isOfLines = points.count(where: \.isStart) < Self.mostKept / 4
        points = points.enumerated().filter { $0.offset % 2 == 0 || isOfLines && $0.element.isStart }.map(
            \.element)
    }

    /// The stored form: degrees as `41.8902,12.4922`, with a space between points, and a semicolon where the line begins
    /// anew.
    var text: String {
        var tolerance = Self.tolerance
        var written = simplified(tolerance)
        while written.count > Self.mostWritten, tolerance < 1e7 {
            tolerance *= 2
            written = simplified(tolerance)
        }
        var text = ""
        for point in written {
            if !text.isEmpty { text += point.isStart ? ";" : " " }
            text += "\(Self.degrees(point.place.latitude)),\(Self.degrees(point.place.longitude))"
        }
        return text
    }

    /// Formats degrees with five decimal digits, which is about a metre.
    private static func degrees(_ number: Double) -> String {
        Coordinates.degrees((number * 1e5).rounded() / 1e5)
    }

    /// Returns the lines of a stored form. Points that can't be read are left out.
    static func lines(_ text: String) -> [[Coordinates]] {
        text.split(separator: ";").map { line -> [Coordinates] in
            line.split(separator: " ").compactMap { point -> Coordinates? in
                let degrees = point.split(separator: ",").compactMap { Double($0) }
                return degrees.count == 2
                    ? Coordinates(latitude: degrees[0], longitude: degrees[1]) : nil
            }
        }.filter { $0.count > 1 }
    }

    // MARK: Simplification

    /// Returns the points without those that are nearer to the line of the others than a distance in metres.
    private func simplified(_ tolerance: Double) -> [Point] {
        var all = points
        if let last, all.last?.place != last { all.append(Point(place: last, isStart: false)) }
        var result: [Point] = []
        var start = 0
        while start < all.count {
            let end = all[(start + 1)...].firstIndex(where: \.isStart) ?? all.count
            // A line of one point can't be drawn.
            if end - start > 1 { result += Self.simplified(all[start..<end], tolerance) }
            start = end
        }
        return result
    }

    /// Keeps the points at the ends, and between them, again and again, the one that is farthest from the line.
    private static func simplified(_ points: ArraySlice<Point>, _ tolerance: Double) -> [Point] {
        let places = plane(points.map(\.place))
        var isKept = Array(repeating: false, count: places.count)
        isKept[0] = true
        isKept[places.count - 1] = true
        var waiting = [(0, places.count - 1)]
        while let (first, last) = waiting.popLast() {
            guard last - first > 1 else { continue }
            var farthest = first, distance = tolerance
            for index in (first + 1)..<last {
                let own = Self.distance(places[index], from: places[first], to: places[last])
                if own > distance { (farthest, distance) = (index, own) }
            }
            guard farthest > first else { continue }
            isKept[farthest] = true
            waiting += [(first, farthest), (farthest, last)]
        }
        return zip(points, isKept).filter(\.1).map(\.0)
    }

    /// Returns metres east and north of the first place on a plane.
    private static func plane(_ places: [Coordinates]) -> [(x: Double, y: Double)] {
        guard let origin = places.first else { return [] }
        let metres = GreatCircle.earthRadius * 1000 * .pi / 180
        let shrink = cos(origin.latitude * .pi / 180)
        return places.map { place in
            // A line may cross the meridian of 180 degrees.
            var east = place.longitude - origin.longitude
            if east > 180 { east -= 360 } else if east < -180 { east += 360 }
            return (east * shrink * metres, (place.latitude - origin.latitude) * metres)
        }
    }

    private static func distance(
        _ point: (x: Double, y: Double), from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let square = x * x + y * y
        let part = square > 0 ? ((point.x - start.x) * x + (point.y - start.y) * y) / square : 0
        let near = min(max(part, 0), 1)
        let (a, b) = (point.x - start.x - near * x, point.y - start.y - near * y)
        return (a * a + b * b).squareRoot()
    }
}
