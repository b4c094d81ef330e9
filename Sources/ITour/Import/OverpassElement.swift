import Localization

/// An element of an answer from the Overpass API.
struct OverpassElement: Decodable {
    private let type: String
    private let id: Int64
    private let lat: Double?
    private let lon: Double?
    /// The centre of a way or a relation, which queries with `out center` return.
    private let center: Point?
    private let tags: [String: String]?

    private struct Point: Decodable {
        let lat: Double
        let lon: Double
    }

    /// Returns the sight that the element describes.
    ///
    /// - Parameters:
    ///   - position: The number of the element in the file, from 1.
    ///   - language: The language of the name beside the local one.
    /// - Throws: ``ItemProblem``.
    func item(position: Int, language: Language) throws(ItemProblem) -> TripFileItem {
        let tags = tags ?? [:]
        let translation = tags["name:\(language.code)"] ?? tags["name:en"]
        guard let name = tags["name"] ?? translation else {
            return .ignored(type == "node" ? .unnamedPoint : .shape)
        }
        guard let latitude = lat ?? center?.lat, let longitude = lon ?? center?.lon else {
            return .ignored(.shape)
        }
        guard let place = Coordinates(latitude: latitude, longitude: longitude) else {
            throw .place("\(latitude), \(longitude)")
        }
        var sight = ImportedSight(position: position, name: try RawFields.tidyName(name))
        sight.place = place
        sight.source = "osm:\(type)/\(id)"
        let street = [tags["addr:street"], tags["addr:housenumber"]].compactMap(\.self).joined(separator: " ")
        let town = [tags["addr:postcode"], tags["addr:city"]].compactMap(\.self).joined(separator: " ")
        sight.address = [street, town].filter { !$0.isEmpty }.joined(separator: ", ")
        sight.note = tags["description"] ?? ""
        sight.details.hours = tags["opening_hours"] ?? ""
        sight.details.link = tags["website"] ?? tags["contact:website"] ?? ""
        sight.details.phone = tags["phone"] ?? tags["contact:phone"] ?? ""
        if let translation, translation != name { sight.details.otherName = translation }
        return .sight(sight)
    }
}
