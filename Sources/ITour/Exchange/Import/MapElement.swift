/// The kinds of OpenStreetMap elements. An object often has two elements: for example, a building can have a
/// point and an outline.
enum MapElement: String {
    case node, way, relation

    /// Returns the kind of element in a sight's source, such as `osm:way/7`. Returns `nil` for other sources.
    init?(source: String) {
        guard source.hasPrefix("osm:") else { return nil }
        self.init(rawValue: String(source.dropFirst(4).prefix { $0 != "/" }))
    }
}
