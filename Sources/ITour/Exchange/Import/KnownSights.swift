import Foundation
import Localization

/// The known sights of an import, by destination and name.
///
/// A large file has hundreds of thousands of sights. Therefore they are in a few large blocks of memory, and those with
/// the same key form a linked list.
struct KnownSights {
    /// A destination and a text. Only the hash value of 64 bits is kept: two keys of a file are equal by chance once in
    /// a hundred million files with a hundred thousand sights.
    struct Key: Hashable {
        private let value: Int

        init(destination: Int, text: String) {
            var hasher = Hasher()
            hasher.combine(destination)
            hasher.combine(text)
            value = hasher.finalize()
        }
    }

    private struct Slot {
        var sight: KnownSight
        /// The next slot with the same key, or the next free one; -1 at the end.
        var next: Int32
    }

    private static let blockSize = 1024

    /// The slots of the first and the last sight with each key.
    private var ends: [Key: (first: Int32, last: Int32)] = [:]
    private var blocks: [[Slot]] = []
    private var firstFree: Int32 = -1

    /// Returns the first sight with a key that meets a condition, in the order in which the sights were added.
    func first(_ key: Key, where condition: (KnownSight) -> Bool) -> KnownSight? {
        var index = ends[key]?.first ?? -1
        while index >= 0 {
            let slot = self[index]
            if condition(slot.sight) { return slot.sight }
            index = slot.next
        }
        return nil
    }

    /// Returns the sights with a key that meet a condition.
    func all(_ key: Key, where condition: (KnownSight) -> Bool) -> [KnownSight] {
        var found: [KnownSight] = []
        _ = first(key) {
            if condition($0) { found.append($0) }
            return false
        }
        return found
    }

    private subscript(_ index: Int32) -> Slot {
        get { blocks[Int(index) / Self.blockSize][Int(index) % Self.blockSize] }
        set { blocks[Int(index) / Self.blockSize][Int(index) % Self.blockSize] = newValue }
    }

    /// Returns the sight in a slot.
    func sight(in slot: Int32) -> KnownSight { self[slot].sight }

    /// Adds a sight.
    ///
    /// - Returns: The slot of the sight, which stays the same until its key is removed.
    @discardableResult
    mutating func append(_ sight: KnownSight, for key: Key) -> Int32 {
        let index = place(Slot(sight: sight, next: -1))
        guard let (first, last) = ends[key] else {
            ends[key] = (index, index)
            return index
        }
        self[last].next = index
        ends[key] = (first, index)
        return index
    }

    private mutating func place(_ slot: Slot) -> Int32 {
        if firstFree >= 0 {
            let index = firstFree
            firstFree = self[index].next
            self[index] = slot
            return index
        }
        if blocks.last?.count ?? Self.blockSize == Self.blockSize {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
        }
        blocks[blocks.count - 1].append(slot)
        return Int32((blocks.count - 1) * Self.blockSize + blocks[blocks.count - 1].count - 1)
    }

    /// Removes the sights with a key.
    mutating func remove(_ key: Key) {
        guard let (first, last) = ends.removeValue(forKey: key) else { return }
        self[last].next = firstFree
        firstFree = first
    }
}

/// The values of a sight from the store or the file, for comparison with other sights.
///
/// An import keeps one of these for each sight. Therefore it is small: texts are kept as hash values, and coordinates in
/// units of 1e-7 degrees, which are about a centimetre.
struct KnownSight {
    /// The kind of map element that the sight comes from; `nil` if it doesn't come from a map.
    let element: MapElement?
    private let isVisited: Bool
    private let facts: Facts
    /// Whether the store had the sight before the import.
    private let isStored: Bool
    /// Whether the sight has an identifier.
    private let isIdentified: Bool
    private let identifier: UUID
    /// The hash value of the source; 0 without a source.
    private let source: Int
    /// The hash values of texts; 0 if the sight has no such text. They are only compared with those of sights with the
    /// same name.
    private let note, address, foldedAddress: UInt32
    /// The coordinates; `Int32.max` if they aren't known.
    private let latitude, longitude: Int32

    /// The facts that a sight has.
    private struct Facts: OptionSet {
        let rawValue: UInt8

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ sight: Sight) {
            var facts: UInt8 = 0
            for (index, field) in Self.fields.enumerated() where field.value(of: sight) != .null {
                facts |= 1 << UInt8(index)
            }
            rawValue = facts
        }

        private static let fields = Sight.facts.compactMap { Sight.fields[$0] }
    }

    /// The identifier of a sight that the store had before the import. The value is `nil` for a sight of the
    /// file.
    var stored: UUID? { isIdentified && isStored ? identifier : nil }

    /// The identifier that the import gives to the new sight. The value is `nil` if the import creates no
    /// sight.
    var made: UUID? { isIdentified && !isStored ? identifier : nil }

    private var place: Coordinates? {
        latitude == .max
            ? nil : Coordinates(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    /// Creates the values of a sight that the store had before the import.
    init(_ sight: Sight) { self.init(sight, isStored: true, identifier: sight.identifier) }

    /// Creates the values of a sight that the import created and saved.
    init(madeFrom sight: Sight) { self.init(sight, isStored: false, identifier: sight.identifier) }

    /// Creates the values of a sight of the file.
    init(_ sight: ImportedSight, madeWith identifier: UUID? = nil) {
        self.init(sight.record, isStored: false, identifier: identifier)
    }

    private init(_ sight: Sight, isStored: Bool, identifier: UUID?) {
        element = sight.source.flatMap(MapElement.init(source:))
        isVisited = sight.isVisited
        facts = Facts(sight)
        self.isStored = isStored
        isIdentified = identifier != nil
        self.identifier = identifier ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        source = sight.source?.hashValue ?? 0
        note = Self.hash(sight.note)
        address = Self.hash(sight.address)
        foldedAddress = Self.hash(SearchFold.fold(sight.address))
        let place = sight.place
        latitude = Self.unit(place?.latitude)
        longitude = Self.unit(place?.longitude)
    }

    private static func hash(_ text: String) -> UInt32 {
        text.isEmpty ? 0 : max(1, UInt32(truncatingIfNeeded: text.hashValue))
    }

    private static func unit(_ degrees: Double?) -> Int32 {
        degrees.map { Int32(($0 * 1e7).rounded()) } ?? .max
    }

    /// Whether two sights have the same source, or both have none.
    func hasSource(of sight: KnownSight) -> Bool { source == sight.source }

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
    func lacksFields(of sight: KnownSight) -> Bool { !sight.facts.isSubset(of: facts) }

    /// Whether this sight has all values of another sight with the same name.
    func includesAllFields(of sight: KnownSight) -> Bool {
        guard sight.note == 0 || sight.note == note, isVisited || !sight.isVisited else { return false }
        switch (place, sight.place) {
        case (let own?, let other?):
            return Self.isNear(own, other) && (sight.address == 0 || sight.address == address)
        case (nil, nil): return sight.address == address
        default: return false
        }
    }

    /// Whether a sight with the same name may be this sight. If both have a place, the places must be near
    /// each other. Otherwise, the addresses must be equal, or one of the sights must lack an address.
    func fits(_ sight: KnownSight) -> Bool {
        if let place, let other = sight.place { return Self.isNear(place, other) }
        return address == 0 || sight.address == 0 || foldedAddress == sight.foldedAddress
    }

    /// Whether places are less than 50 metres apart.
    private static func isNear(_ left: Coordinates, _ right: Coordinates) -> Bool {
        // First compare degrees, which is faster: 50 metres are less than 0.0005 degrees of latitude.
        (left.latitude - right.latitude).magnitude < 0.0005 && GreatCircle.distance(left, right) < 0.05
    }
}

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
