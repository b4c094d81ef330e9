import Foundation

/// A link to a place on a map: a `geo:` address, or a link of OpenStreetMap, Google Maps, Apple Maps and others.
struct MapLink {
    private let link: String

    /// Creates a link; `nil` if the text isn't an address of the web or a `geo:` address.
    init?(_ text: String) {
        let lower = text.lowercased()
        guard ["geo:", "http://", "https://"].contains(where: lower.hasPrefix) else { return nil }
        link = text.removingPercentEncoding ?? text
    }

    /// The coordinates in the link; `nil` if it has none, as a shortened link.
    ///
    /// The coordinates of a pin are preferred to those of the middle of the map.
    var degrees: (latitude: Double, longitude: Double)? {
        if link.lowercased().hasPrefix("geo:") { return geo }
        return pin ?? parameter ?? fragment ?? view
    }

    /// `geo:41.8902,12.4922;u=35?z=15`. Android writes `geo:0,0?q=41.8902,12.4922(Colosseum)`.
    private var geo: (latitude: Double, longitude: Double)? {
        let place = Self.pair(link.dropFirst("geo:".count))
        if let place, place != (0, 0) { return place }
        return parameter ?? place
    }

    /// The pin in the data of Google Maps: `!3d41.8902!4d12.4922`. The last one is the place itself.
    private var pin: (latitude: Double, longitude: Double)? {
        guard let start = link.ranges(of: "!3d").last else { return nil }
        let parts = link[start.upperBound...].split(separator: "!4d", maxSplits: 1)
        guard parts.count == 2, let latitude = PlaceReader.number(String(parts[0])),
            let longitude = PlaceReader.number(String(parts[1].prefix(while: Self.isNumeric)))
        else { return nil }
        return (latitude, longitude)
    }

    /// The names of parameters with coordinates, the most specific first.
    private static let names = [
        "coordinate", "query", "q", "ll", "destination", "daddr", "center", "cp", "sll", "viewpoint",
    ]

    /// A parameter such as `?q=41.8902,12.4922`, or OpenStreetMap's `?mlat=41.8902&mlon=12.4922`.
    private var parameter: (latitude: Double, longitude: Double)? {
        guard let question = link.firstIndex(of: "?") else { return nil }
        let query = link[link.index(after: question)...].prefix { $0 != "#" }
        var values: [Substring: Substring] = [:]
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1)
            if sides.count == 2, values[sides[0]] == nil { values[sides[0]] = sides[1] }
        }
        for (north, east) in [("mlat", "mlon"), ("lat", "lon"), ("lat", "lng")] {
            if let latitude = values[north[...]].flatMap({ PlaceReader.number(String($0)) }),
                let longitude = values[east[...]].flatMap({ PlaceReader.number(String($0)) })
            {
                return (latitude, longitude)
            }
        }
        return Self.names.lazy.compactMap { values[$0[...]].flatMap { Self.pair($0) } }.first
    }

    /// OpenStreetMap's view: `#map=17/41.8902/12.4922`.
    private var fragment: (latitude: Double, longitude: Double)? {
        guard let start = link.firstRange(of: "#map=") else { return nil }
        let parts = link[start.upperBound...].split(separator: "/")
        guard parts.count >= 3, let latitude = PlaceReader.number(String(parts[1])),
            let longitude = PlaceReader.number(String(parts[2].prefix(while: Self.isNumeric)))
        else { return nil }
        return (latitude, longitude)
    }

    /// A part of the path with coordinates: Google's view `/@41.8902,12.4922,17z` or search `/41.8902,+12.4922`.
    private var view: (latitude: Double, longitude: Double)? {
        let path = link.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").lazy
            .compactMap { Self.pair($0.hasPrefix("@") ? $0.dropFirst() : $0) }.first
    }

    /// Returns the coordinates at the beginning of a text: `41.8902,12.4922`, `41.8902,+12.4922`, `41.89~12.49`.
    private static func pair(_ text: Substring) -> (latitude: Double, longitude: Double)? {
        let parts = text.drop { $0 == " " }
            .split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "," || $0 == "~" }
        guard parts.count == 2, let latitude = PlaceReader.number(String(parts[0])) else { return nil }
        let rest = parts[1].drop { $0 == "+" || $0 == " " }
        guard let longitude = PlaceReader.number(String(rest.prefix(while: isNumeric))) else { return nil }
        return (latitude, longitude)
    }

    private static func isNumeric(_ character: Character) -> Bool {
        ("0"..."9").contains(character) || character == "." || character == "-"
    }
}
