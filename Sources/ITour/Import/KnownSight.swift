import Foundation
import Localization

/// The values of a sight from the store or the file, for comparison with other sights.
struct KnownSight {
    let source: String?
    /// The kind of map element that the sight comes from; `nil` if it doesn't come from a map.
    let element: MapElement?
    /// The identifier of a sight that the store had before the import. The value is `nil` for a sight of the
    /// file.
    let stored: UUID?
    /// The identifier that the import gives to the new sight. The value is `nil` if the import creates no
    /// sight.
    let made: UUID?
    private let place: Coordinates?
    private let address: String
    private let note: String
    private let isVisited: Bool
    /// Whether the sight has opening hours, a link, a phone and another name.
    private let hasFacts: [Bool]

    /// Creates the values of a sight that the store had before the import.
    init(_ sight: Sight) { self.init(sight, stored: sight.identifier, made: nil) }

    /// Creates the values of a sight that the import created and saved.
    init(madeFrom sight: Sight) { self.init(sight, stored: nil, made: sight.identifier) }

    private init(_ sight: Sight, stored: UUID?, made: UUID?) {
        source = sight.source
        element = sight.source.flatMap(MapElement.init(source:))
        self.stored = stored
        self.made = made
        place = sight.place
        address = sight.address
        note = sight.note
        isVisited = sight.isVisited
        hasFacts = [sight.hours, sight.link, sight.phone, sight.otherName].map { !$0.isEmpty }
    }

    /// Creates the values of a sight of the file.
    init(_ sight: ImportedSight, madeWith identifier: UUID? = nil) {
        source = sight.source
        element = sight.source.flatMap(MapElement.init(source:))
        stored = nil
        made = identifier
        place = sight.place
        address = sight.address
        note = sight.note
        isVisited = sight.isVisited
        let details = sight.details
        hasFacts = [details.hours, details.link, details.phone, details.otherName].map { !$0.isEmpty }
    }

    /// Whether two sights are different objects on a map. They are if their elements have the same kind but
    /// different sources.
    func isDifferentObject(from sight: KnownSight) -> Bool {
        element != nil && element == sight.element && source != sight.source
    }

    /// Whether a sight with the same name comes from another map element for the same object. The two
    /// elements must have different kinds and be near each other.
    func isDuplicateElement(of sight: KnownSight) -> Bool {
        guard let element, let other = sight.element, element != other, let place,
            let otherPlace = sight.place
        else { return false }
        return Self.isNear(place, otherPlace)
    }

    /// Whether this sight lacks a note, an address or another text that another sight has.
    func lacksFields(of sight: KnownSight) -> Bool {
        note.isEmpty && !sight.note.isEmpty || address.isEmpty && !sight.address.isEmpty
            || zip(hasFacts, sight.hasFacts).contains { !$0 && $1 }
    }

    /// Whether this sight has all values of another sight with the same name.
    func includesAllFields(of sight: ImportedSight) -> Bool {
        guard sight.note.isEmpty || sight.note == note, isVisited || !sight.isVisited else { return false }
        switch (place, sight.place) {
        case (let own?, let other?):
            return Self.isNear(own, other) && (sight.address.isEmpty || sight.address == address)
        case (nil, nil): return sight.address == address
        default: return false
        }
    }

    /// Whether a sight with the same name may be this sight. If both have a place, the places must be near
    /// each other. Otherwise, the addresses must be equal, or one of the sights must lack an address.
    func fits(_ sight: ImportedSight) -> Bool {
        if let place, let other = sight.place { return Self.isNear(place, other) }
        return address.isEmpty || sight.address.isEmpty
            || SearchFold.fold(address) == SearchFold.fold(sight.address)
    }

    /// Whether places are less than 50 metres apart.
    private static func isNear(_ left: Coordinates, _ right: Coordinates) -> Bool {
        // First compare degrees, which is faster: 50 metres are less than 0.0005 degrees of latitude.
        (left.latitude - right.latitude).magnitude < 0.0005 && GreatCircle.distance(left, right) < 0.05
    }
}
