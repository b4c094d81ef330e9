import Formats
import ProgramKit

/// A saved place in a map file of Google Takeout, whose properties have other names than those of other maps.
///
/// The earlier form has `Title`, `Google Maps URL` and `Location` with `Business Name` and `Geo Coordinates`, the present one
/// `google_maps_url` and `location` with `name`. A place without degrees has 0, 0.
struct SavedPlace {
    let name: String
    let address: String
    let link: String
    let note: String
    let rating: Int?
    /// The degrees in the properties or in the link; `nil` if only the geometry has them.
    let place: Coordinates?

    /// Reads the properties of a feature; `nil` if they are those of another map.
    init?(_ properties: JSONView?, at geometry: Coordinates?) {
        guard let properties,
            let link = Self.text(properties["google_maps_url"] ?? properties["Google Maps URL"])
        else { return nil }
        let location = properties["location"] ?? properties["Location"]
        self.link = link
        address = Self.text(location?["address"] ?? location?["Address"]) ?? ""
        note =
            Self.text(properties["Comment"] ?? properties["comment"] ?? properties["review_text_published"])
            ?? ""
        let stars = properties["five_star_rating_published"]?.number.flatMap { Int($0) }
        rating = stars.flatMap { (1...5).contains($0) ? $0 : nil }
        let degrees = location?["Geo Coordinates"]
        let written = (degrees?["Latitude"], degrees?["Longitude"])
        let known = Self.number(written.0).flatMap { latitude in
            Self.number(written.1).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let isPlaced = geometry.map { $0.latitude != 0 || $0.longitude != 0 } ?? false
        place = isPlaced ? geometry : known ?? MapLink(link)?.coordinates
        let names = [properties["Title"], location?["name"], location?["Business Name"]]
        let title = names.lazy.compactMap(Self.text).compactMap { RawFields.name($0) }.first
        guard let name = title ?? RawFields.name(address) ?? place?.text else { return nil }
        self.name = name
    }

    /// The sight for the place.
    var sight: ImportedSight {
        let sight = ImportedSight(name: name)
        sight.record.place = place
        sight.record.address = address == name ? "" : address
        sight.record.link = link
        sight.record.note = note
        sight.record.rating = rating
        return sight
    }

    private static func text(_ view: JSONView?) -> String? {
        guard let text = view?.string?.withoutNUL, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    private static func number(_ view: JSONView?) -> Double? {
        view.flatMap { $0.number ?? $0.string }.flatMap(Double.init)
    }
}

extension MapLink {
    /// The coordinates in the link; `nil` if it has none.
    var coordinates: Coordinates? {
        degrees.flatMap { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
    }
}
