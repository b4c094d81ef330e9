import Localization

/// An element of an answer of the Overpass API.
struct OverpassElement: Decodable {
    private let type: String
    private let id: Int64
    private let lat: Double?
    private let lon: Double?
    /// The middle of a way or a relation, which `out center` asks for.
    private let center: Point?
    private let tags: [String: String]?

    private struct Point: Decodable {
        let lat: Double
        let lon: Double
    }

    /// The sight that the element is.
    ///
    /// - Parameter language: The language whose name is preferred.
    func item(position: Int, language: Language) throws(ItemProblem) -> ImportItem {
        let tags = tags ?? [:]
        guard let name = tags["name:\(language.code)"] ?? tags["name"] else {
            return .leftOut(type == "node" ? .unnamedPoint : .shape)
        }
        guard let latitude = lat ?? center?.lat, let longitude = lon ?? center?.lon else {
            return .leftOut(.shape)
        }
        guard let place = Place(latitude: latitude, longitude: longitude) else {
            throw .place("\(latitude), \(longitude)")
        }
        var sight = ImportedSight(position: position, name: try RawFields.tidyName(name))
        sight.place = place
        sight.source = "osm:\(type)/\(id)"
        let street = [tags["addr:street"], tags["addr:housenumber"]].compactMap(\.self).joined(separator: " ")
        let town = [tags["addr:postcode"], tags["addr:city"]].compactMap(\.self).joined(separator: " ")
        sight.address = [street, town].filter { !$0.isEmpty }.joined(separator: ", ")
        sight.note = [tags["description"], tags["opening_hours"], tags["website"]].compactMap(\.self)
            .joined(separator: "\n")
        return .sight(sight)
    }
}
