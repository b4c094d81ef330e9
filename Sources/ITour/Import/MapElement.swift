/// The kinds of elements of OpenStreetMap, which often has one thing as two of them: a building as a point and as an
/// outline.
enum MapElement: String {
    case node, way, relation

    /// The kind that a sight's source names, such as `osm:way/7`.
    init?(source: String) {
        guard source.hasPrefix("osm:") else { return nil }
        self.init(rawValue: String(source.dropFirst(4).prefix { $0 != "/" }))
    }
}
