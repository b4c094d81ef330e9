/// The kinds of OpenStreetMap's elements. One object often has two elements: a building has a point and an
/// outline.
enum MapElement: String {
    case node, way, relation

    /// Returns the kind in a sight's source, such as `osm:way/7`; `nil` for other sources.
    init?(source: String) {
        guard source.hasPrefix("osm:") else { return nil }
        self.init(rawValue: String(source.dropFirst(4).prefix { $0 != "/" }))
    }
}
