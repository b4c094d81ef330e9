import Localization

/// A map with places, and optionally a route and outlines such as coasts.
///
/// A terminal shows a drawing with a legend. Screen readers get distances and directions instead, other formats a
/// table of the places.
///
/// ```swift
/// let map = GlobeMap(
///     "places", title: text("Landing sites"), globe: .moon,
///     places: [
///         .init(.text("Apollo 11"), Globe.Position(latitude: 0.67, longitude: 23.47)),
///         .init(.text("Apollo 12"), Globe.Position(latitude: -3.01, longitude: -23.42)),
///     ])
/// ```
public struct GlobeMap: Sendable {
    /// A place on the map.
    public struct Place: Sendable {
        /// The name in the legend.
        public let label: Cell
        /// The position on the globe.
        public let position: Globe.Position
        /// The colour of the mark, on terminals with colours.
        public let color: TerminalColor
        /// The mark on the drawing, such as “11”; `nil` for the number of the place in the legend.
        public let mark: String?
        /// What screen readers and pages say of the place after its name, such as its coordinates.
        public var detail: Cell { details.first ?? .empty }
        /// The detail, stored apart: few maps have any, and each of many places would have room for one.
        private let details: [Cell]

        /// Creates a place.
        ///
        /// - Parameters:
        ///   - label: The name in the legend.
        ///   - position: The position on the globe.
        ///   - color: The colour of the mark.
        ///   - mark: The mark on the drawing. Default: the number of the place in the legend.
        ///   - detail: What screen readers and pages say of the place after its name. Default: nothing.
        public init(
            _ label: Cell, _ position: Globe.Position, color: TerminalColor = .yellow, mark: String? = nil,
            detail: Cell = .empty
        ) {
            self.label = label
            self.position = position
            self.color = color
            self.mark = mark
            if case .empty = detail.display { details = [] } else { details = [detail] }
        }
    }

    /// A line on the globe that is the background of the map.
    public struct Outline: Sendable {
        /// The kind of line, which determines how it is drawn.
        public enum Kind: Sendable {
            /// A coast, or the edge of a lunar mare: a solid line.
            case coast
            /// A border: a dotted line.
            case border
        }

        /// The kind of line.
        public let kind: Kind
        /// The points, in order.
        public let points: [Globe.Position]

        /// Creates an outline.
        ///
        /// - Parameters:
        ///   - kind: The kind of line.
        ///   - points: The points, in order.
        public init(_ kind: Kind, _ points: [Globe.Position]) {
            self.kind = kind
            self.points = points
        }
    }

    /// The part of the globe that the map shows.
    public enum Extent: Sendable, Hashable {
        /// The part with all places.
        case places
        /// A circle around a position, with its radius in kilometres.
        case around(Globe.Position, radius: Double)
        /// The complete globe.
        case globe
        /// The half of the globe around a position, as a disc.
        case hemisphere(Globe.Position)
    }

    /// The key in `--json` and `--csv`.
    public let key: String
    /// The heading.
    public let title: LocalizedText
    /// The globe.
    public let globe: Globe
    /// The places, in the order of the legend.
    public let places: [Place]
    /// Whether a line joins the places in their order.
    public let isRoute: Bool
    /// The part of the globe that the map shows.
    public let extent: Extent
    /// The magnification relative to the extent, such as 2 for half its width; positive.
    public let zoom: Double
    /// The minimum width of the map in kilometres, so that a single place has surroundings.
    public let minimumWidth: Double
    /// Returns the outlines. They are only requested if the map is drawn and wide enough to show them.
    let outlines: @Sendable () -> [Outline]

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - key: The key in `--json` and `--csv`.
    ///   - title: The heading.
    ///   - globe: The globe. Default: the Earth.
    ///   - places: The places, in the order of the legend.
    ///   - isRoute: Whether a line joins the places in their order.
    ///   - extent: The part of the globe that the map shows. Default: the part with all places.
    ///   - zoom: The magnification relative to the extent; positive.
    ///   - minimumWidth: The minimum width of the map in kilometres. Default: a tenth of the globe's radius.
    ///   - outlines: Returns the outlines. Default: none.
    public init(
        _ key: String, title: LocalizedText, globe: Globe = .earth, places: [Place], isRoute: Bool = false,
        extent: Extent = .places, zoom: Double = 1, minimumWidth: Double? = nil,
        outlines: @escaping @Sendable () -> [Outline] = { [] }
    ) {
        self.key = key
        self.title = title
        self.globe = globe
        self.places = places
        self.isRoute = isRoute
        self.extent = extent
        self.zoom = zoom.isFinite && zoom > 0 ? zoom : 1
        self.minimumWidth = minimumWidth ?? globe.radius / 10
        self.outlines = outlines
    }
}

extension GlobeMap {
    /// The places of the map as a table.
    var table: Table {
        Table(
            key,
            columns: [
                .init("name", text("Name")), .init("latitude", text("Latitude"), alignsRight: true),
                .init("longitude", text("Longitude"), alignsRight: true),
            ],
            rows: places.map { place in
                [place.label, Self.degrees(place.position.latitude), Self.degrees(place.position.longitude)]
            })
    }

    private static func degrees(_ degrees: Double) -> Cell {
        let rounded = (degrees * 1e5).rounded() / 1e5
        return Cell(.decimal(degrees), .verbatim(String(rounded + 0)))
    }
}
