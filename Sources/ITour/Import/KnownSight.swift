import Foundation
import Localization

/// A sight of the store or of the file, as far as another one is compared with it.
struct KnownSight {
    let source: String?
    /// What it is on the map that it comes from.
    let element: MapElement?
    /// The identifier of what the store had before the import; `nil` of a sight of the file.
    let stored: UUID?
    /// The identifier that the import gives it; `nil` where it makes no sight of it.
    let made: UUID?
    private let place: Place?
    private let address: String
    private let note: String
    private let isVisited: Bool

    /// A sight that the store had before the import.
    init(_ sight: Sight) {
        source = sight.source
        element = sight.source.flatMap(MapElement.init(source:))
        stored = sight.identifier
        made = nil
        place = sight.place
        address = sight.address
        note = sight.note
        isVisited = sight.isVisited
    }

    /// A sight of the file.
    init(_ sight: ImportedSight, madeWith identifier: UUID? = nil) {
        source = sight.source
        element = sight.source.flatMap(MapElement.init(source:))
        stored = nil
        made = identifier
        place = sight.place
        address = sight.address
        note = sight.note
        isVisited = sight.isVisited
    }

    /// Whether a sight is another thing on a map: another element of the same kind.
    func isOtherThing(than sight: KnownSight) -> Bool {
        element != nil && element == sight.element && source != sight.source
    }

    /// Whether a sight of the same name is another element of the same thing on a map; two of one kind are two
    /// things.
    func isOtherElement(of sight: KnownSight) -> Bool {
        guard let element, let other = sight.element, element != other, let place,
            let otherPlace = sight.place
        else { return false }
        return Self.isNear(place, otherPlace)
    }

    /// Whether a sight has a note or an address where this one has none.
    func lacks(anyOf sight: KnownSight) -> Bool {
        note.isEmpty && !sight.note.isEmpty || address.isEmpty && !sight.address.isEmpty
    }

    /// Whether a sight of the same name says nothing that this one doesn't.
    func saysAll(of sight: ImportedSight) -> Bool {
        guard sight.note.isEmpty || sight.note == note, isVisited || !sight.isVisited else { return false }
        switch (place, sight.place) {
        case (let own?, let other?):
            return Self.isNear(own, other) && (sight.address.isEmpty || sight.address == address)
        case (nil, nil): return sight.address == address
        default: return false
        }
    }

    /// Whether a sight of the same name may be this one: a place or an address that isn't known fits any.
    func fits(_ sight: ImportedSight) -> Bool {
        if let place, let other = sight.place { return Self.isNear(place, other) }
        return address.isEmpty || sight.address.isEmpty
            || Localization.SearchFold.fold(address) == Localization.SearchFold.fold(sight.address)
    }

    /// Whether places are the same, within some fifty metres.
    private static func isNear(_ left: Place, _ right: Place) -> Bool {
        // Fifty metres are less than so many degrees, which are quicker to compare.
        (left.latitude - right.latitude).magnitude < 0.0005 && GreatCircle.distance(left, right) < 0.05
    }
}
