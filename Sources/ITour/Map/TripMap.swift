import Foundation
import Localization
import ProgramKit
import Shell

/// The content of `map`: the places of a destination or of all destinations.
@MainActor
struct TripMap {
    private(set) var places: [GlobeMap.Place] = []
    /// The number of destinations or sights that have no place.
    private(set) var unplaced = 0
    private let title: LocalizedText
    private let minimumWidth: Double
    private let isRoute: Bool

    /// The minimum width of a map of destinations, in kilometres.
    private static let widthOfDestinations = 800.0
    /// The minimum width of a map of sights, in kilometres.
    private static let widthOfSights = 1.0

    /// Creates the map of several destinations.
    ///
    /// - Parameters:
    ///   - destinations: The destinations, in the order of the legend.
    ///   - title: The heading.
    ///   - isRoute: Whether a line joins the destinations in their order.
    init(_ destinations: [Destination], title: LocalizedText, isRoute: Bool = false) {
        self.title = title
        self.isRoute = isRoute
        minimumWidth = Self.widthOfDestinations
        for destination in destinations {
            if let place = destination.placeOnMap {
                places.append(.init(.text(destination.name), place.position, color: .magenta))
            } else {
                unplaced += 1
            }
        }
    }

    /// Creates the map of a trip with the way from destination to destination.
    init(_ trip: Trip) {
        self.init(trip.destinations, title: text("Map of %@", trip.name), isRoute: true)
    }

    /// Creates the map of sights. Without a place of a sight, it shows the destination itself.
    ///
    /// - Parameters:
    ///   - sights: The sights, in the order of the legend.
    ///   - title: The heading.
    ///   - destination: The destination of the sights.
    ///   - isRoute: Whether a line joins the sights in their order.
    init(_ sights: [Sight], title: LocalizedText, of destination: Destination? = nil, isRoute: Bool = false) {
        self.title = title
        self.isRoute = isRoute
        places.reserveCapacity(sights.count)
        for sight in sights {
            if let place = sight.place {
                places.append(.init(.text(sight.name), place.position))
            } else {
                unplaced += 1
            }
        }
        if places.isEmpty, let destination, let place = destination.placeOnMap {
            places.append(.init(.text(destination.name), place.position, color: .magenta))
            minimumWidth = Self.widthOfDestinations
        } else {
            minimumWidth = Self.widthOfSights
        }
    }

    /// Creates the map of a day with the way from stop to stop, each with its mark.
    init(stops: [(name: String, place: Coordinates, mark: String)], title: LocalizedText) {
        self.title = title
        isRoute = true
        minimumWidth = Self.widthOfSights
        places = stops.map { .init(.text($0.name), $0.place.position, mark: $0.mark) }
    }

    /// Whether the map has places at two positions or more. A map with one dot says nothing.
    var hasDifferentPlaces: Bool { places.contains { $0.position != places.first?.position } }

    /// Creates the map of a single place.
    init(_ place: Coordinates, named name: String) {
        title = text("Map of %@", name)
        isRoute = false
        minimumWidth = Self.widthOfDestinations
        places = [.init(.text(name), place.position, color: .magenta)]
    }

    /// Returns the map.
    ///
    /// - Parameters:
    ///   - extent: The part of the Earth that the map shows.
    ///   - zoom: The magnification.
    func map(_ extent: GlobeMap.Extent = .places, zoom: Double = 1) -> GlobeMap {
        GlobeMap(
            "places", title: title, places: places, isRoute: isRoute, extent: extent, zoom: zoom,
            minimumWidth: minimumWidth, outlines: { EarthOutlines.all })
    }
}

extension Destination {
    /// The place of the destination on a map: its own, or the middle of its sights.
    var placeOnMap: Coordinates? { place ?? GreatCircle.middle(of: sights.compactMap(\.place)) }
}

/// The coasts and borders of the Earth, from the shapes of Natural Earth at 1:110m.
///
/// The data are embedded in the program; see `Scripts/make-outlines.py`. They are read when a map first needs them.
enum EarthOutlines {
    /// The coasts and borders.
    static let all: [GlobeMap.Outline] = {
        EmbeddedFiles.contents("map/outlines.txt").map { contents in
            contents.withUTF8Buffer { read($0[...]) }
        } ?? []
    }()

    /// Returns the outlines in a file. Each line has a kind and whole numbers: the longitude and the latitude of the
    /// first point in hundredths of a degree, and the differences of each point from the point before.
    static func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [GlobeMap.Outline] {
        bytes.split(separator: UInt8(ascii: "\n")).map { line in
            let kind = line.first == UInt8(ascii: "b") ? GlobeMap.Outline.Kind.border : .coast
            var points: [Globe.Position] = []
            var (x, y) = (0, 0)
            var isX = true
            for field in line.split(separator: UInt8(ascii: " ")).dropFirst() {
                let value = number(field)
                if isX {
                    x += value
                } else {
                    y += value
                    points.append(Globe.Position(latitude: Double(y) / 100, longitude: Double(x) / 100))
                }
                isX.toggle()
            }
            return GlobeMap.Outline(kind, points)
        }
    }

    private static func number(_ field: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var value = 0
        for byte in field where byte != UInt8(ascii: "-") { value = value &* 10 &+ Int(byte &- 48) }
        return field.first == UInt8(ascii: "-") ? -value : value
    }
}
