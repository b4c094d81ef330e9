import Foundation

/// What the last import put into each field of a book, as one short hash per field.
///
/// A field whose present value has the same hash still holds what the import put there; any other value was set by
/// the person, and the next import leaves it alone. The shelves that imports put the book on are remembered too: where
/// the book stands on one no more, the person has taken it off. Stored as `title:1f… author:9c… shelf:03… shelf:a1…`,
/// so that a store stays readable.
struct ImportFingerprints: Equatable {
    /// A field that imports fill.
    enum Field: String, CaseIterable {
        case title, author, summary, status, rating, added, started, completed
    }

    private var hashes: [UInt64?] = Array(repeating: nil, count: Field.allCases.count)
    /// The hashes of the names of shelves, sorted.
    private var shelves: [UInt64] = []

    private static let shelfName = "shelf"

    init() {}

    /// Reads the stored form; what isn't understood counts as set by the person.
    init(_ stored: String?) {
        guard let stored else { return }
        for item in stored.utf8.split(separator: UInt8(ascii: " ")) {
            guard let colon = item.firstIndex(of: UInt8(ascii: ":")),
                let name = String(item[..<colon]), let digits = String(item[item.index(after: colon)...]),
                let hash = UInt64(digits, radix: 16)
            else { continue }
            if let field = Field(rawValue: name) {
                self[field] = hash
            } else if name == Self.shelfName {
                shelves.append(hash)
            }
        }
        shelves.sort()
    }

    /// The stored form.
    var stored: String {
        var result = ""
        result.reserveCapacity(26 * hashes.count)
        for field in Field.allCases {
            guard let hash = self[field] else { continue }
            if !result.isEmpty { result += " " }
            result += field.rawValue
            result += ":"
            result += String(hash, radix: 16)
        }
        for hash in shelves {
            if !result.isEmpty { result += " " }
            result += Self.shelfName
            result += ":"
            result += String(hash, radix: 16)
        }
        return result
    }

    /// Remembers that the import put this value into a field.
    mutating func put(_ value: String, into field: Field) {
        self[field] = Self.hash(value)
    }

    /// Forgets that an import ever put something into a field.
    mutating func forget(_ field: Field) {
        self[field] = nil
    }

    /// Remembers of a field what others do.
    mutating func restore(_ field: Field, from others: ImportFingerprints) {
        self[field] = others[field]
    }

    /// Whether the field still holds what an import put there.
    func holds(_ value: String, in field: Field) -> Bool {
        self[field] == Self.hash(value)
    }

    /// Whether an import ever put something into the field.
    func knows(_ field: Field) -> Bool {
        self[field] != nil
    }

    /// Remembers that an import put the book on a shelf.
    mutating func put(on shelf: ShelfName) {
        let hash = Self.hash(shelf.key)
        guard !shelves.contains(hash) else { return }
        shelves.append(hash)
        shelves.sort()
    }

    /// Whether an import put the book on a shelf, be it there still or not.
    func knows(_ shelf: ShelfName) -> Bool { !shelves.isEmpty && shelves.contains(Self.hash(shelf.key)) }

    /// Forgets the shelves that a file doesn't name any more.
    ///
    /// - Parameter named: All shelves that the file names.
    /// - Returns: Whether a shelf with a key is one of them; `nil` where there was none to forget.
    mutating func forgetShelves(except named: [ShelfName]) -> ((_ key: String) -> Bool)? {
        if shelves.isEmpty { return nil }
        let kept = Set(named.map { Self.hash($0.key) })
        let forgotten = shelves.filter { !kept.contains($0) }
        if forgotten.isEmpty { return nil }
        shelves.removeAll { !kept.contains($0) }
        return { forgotten.contains(Self.hash($0)) }
    }

    private subscript(field: Field) -> UInt64? {
        get { hashes[Self.index(field)] }
        set { hashes[Self.index(field)] = newValue }
    }

    private static func index(_ field: Field) -> Int {
        switch field {
        case .title: 0
        case .author: 1
        case .summary: 2
        case .status: 3
        case .rating: 4
        case .added: 5
        case .started: 6
        case .completed: 7
        }
    }

    /// FNV-1a, 64 bits: the same in every process, unlike Swift's own hashing. It is that of the text in NFC, the form
    /// in which the store keeps what a file has in any.
    private static func hash(_ value: String) -> UInt64 {
        // Below U+0300, whose first byte is 0xCC, everything is in NFC.
        let isNFC = value.utf8.allSatisfy { $0 < 0xCC }
        let text = isNFC ? value : value.precomposedStringWithCanonicalMapping
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 {
            hash ^= UInt64(byte)
            hash = hash &* 0x0000_0100_0000_01b3
        }
        return hash
    }
}
