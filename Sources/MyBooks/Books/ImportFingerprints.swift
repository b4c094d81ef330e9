import ProgramKit

/// The values that the last import put into a book, as a short hash for each field.
///
/// If a field's current value has the recorded hash, the field still has the imported value. Otherwise, the
/// user set the value, and the next import doesn't change it.
///
/// The shelves that imports put the book on are recorded, too. If the book is no longer on such a shelf, the
/// user removed it. Shelves of another service than the first one are recorded apart, because the files of the first
/// service don't name them.
///
/// The service that the book was first imported from is recorded in the same way, and the sources of the books that
/// were merged into this one.
///
/// The stored form is `merged:77… title:1f… author:9c… shelf:03… othershelf:4b… service:a1…`, so that people can
/// read it in the store.
struct ImportFingerprints: Equatable {
    /// A field that imports set: one that has rules with others, or one of ``Book/details`` by its index.
    enum Field: Hashable {
        case title, author, summary, status, rating, added, started, completed
        case detail(Int)

        /// All fields, in the order of the stored form.
        static let all: [Field] =
            [.title, .author, .summary, .status, .rating, .added, .started, .completed]
            + Book.details.indices.map { .detail($0) }

        /// The key, which is the name in the stored form.
        var key: String { ImportFingerprints.keys[index] }

        /// The position in ``all``.
        fileprivate var index: Int {
            switch self {
            case .title: 0
            case .author: 1
            case .summary: 2
            case .status: 3
            case .rating: 4
            case .added: 5
            case .started: 6
            case .completed: 7
            case .detail(let index): 8 + index
            }
        }
    }

    /// The keys of the fields, in the order of the stored form.
    private static let keys = Book.own + Book.details.map(\.key)

    private var hashes: [UInt64?] = Array(repeating: nil, count: Field.all.count)
    /// The sorted hashes of shelf names.
    private var shelves: [UInt64] = []

    /// The hashes of the names of another service's shelves.
    private var otherShelves: [UInt64] = []
    /// The hash of the service that the book was first imported from.
    private var serviceHash: UInt64?

    /// The hashes of the sources of merged books.
    private var merged: [UInt64] = []

    private static let shelfName = "shelf"
    private static let otherShelfName = "othershelf"
    private static let serviceName = "service"
    private static let mergedName = "merged"

    /// The stored forms that record merged books are from this range of texts.
    static let withMerged = "\(mergedName):"..<"\(mergedName);"

    init() {}

    /// Parses the stored form. Fields without a valid hash count as set by the user.
    init(_ stored: String?) {
        guard var stored else { return }
        stored.withUTF8 { bytes in
            var next = 0
            for item in bytes.split(separator: UInt8(ascii: " ")) {
                guard let colon = item.firstIndex(of: UInt8(ascii: ":")),
                    let hash = Self.hash(ofHexadecimal: item[(colon + 1)...])
                else { continue }
                let name = item[..<colon]
                // Most names are those of fields.
                if let index = Self.index(of: name, from: next) {
                    hashes[index] = hash
                    next = index + 1
                } else if name.elementsEqual(Self.shelfName.utf8) {
                    shelves.append(hash)
                } else if name.elementsEqual(Self.otherShelfName.utf8) {
                    otherShelves.append(hash)
                } else if name.elementsEqual(Self.serviceName.utf8) {
                    serviceHash = hash
                } else if name.elementsEqual(Self.mergedName.utf8) {
                    merged.append(hash)
                }
            }
        }
        shelves.sort()
    }

    /// The names of the fields, in the order of the stored form.
    private static let names = keys.map { Array($0.utf8) }

    /// Returns the index of a field's name. The search begins at an index, because the names are usually in order.
    private static func index(of name: Slice<UnsafeBufferPointer<UInt8>>, from start: Int) -> Int? {
        names[start...].firstIndex { $0.count == name.count && $0.elementsEqual(name) }
            ?? names[..<start].firstIndex { $0.count == name.count && $0.elementsEqual(name) }
    }

    /// Returns the number that hexadecimal digits mean; `nil` for other texts.
    private static func hash(ofHexadecimal digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        guard (1...16).contains(digits.count) else { return nil }
        var hash: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: hash = hash << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: hash = hash << 4 | UInt64(digit - 0x61 + 10)
            default: return nil
            }
        }
        return hash
    }

    /// The stored form.
    var stored: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(34 * (hashes.count + shelves.count))
        // First, so that a comparison of texts finds books with merged ones.
        for hash in merged { Self.append(Self.mergedName, hash, to: &bytes) }
        for (key, hash) in zip(Self.keys, hashes) {
            if let hash { Self.append(key, hash, to: &bytes) }
        }
        for hash in shelves { Self.append(Self.shelfName, hash, to: &bytes) }
        for hash in otherShelves { Self.append(Self.otherShelfName, hash, to: &bytes) }
        if let serviceHash { Self.append(Self.serviceName, serviceHash, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a name and a hash in hexadecimal digits.
    private static func append(_ name: String, _ hash: UInt64, to bytes: inout [UInt8]) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        var name = name
        name.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: ":"))
        let count = max(1, 16 - hash.leadingZeroBitCount / 4)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { digits in
            var rest = hash
            for place in (0..<count).reversed() {
                let digit = UInt8(truncatingIfNeeded: rest) & 0xF
                digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
                rest >>= 4
            }
            bytes.append(contentsOf: digits)
        }
    }

    /// Records the service that the book is imported from, unless one is recorded already.
    mutating func put(_ service: BookService?) {
        if service?.hasOnlyQuotes ?? false { return }
        if serviceHash == nil { serviceHash = service.map { Self.hash($0.rawValue) } }
    }

    /// Returns whether the book was first imported from another service.
    ///
    /// - Parameter service: The service of the present import.
    func isFromAnother(than service: BookService) -> Bool {
        serviceHash.map { $0 != Self.hash(service.rawValue) } ?? false
    }

    /// Records a book that was merged into this one: imports of its row change this book.
    ///
    /// - Parameters:
    ///   - other: The fingerprints of the merged book.
    ///   - source: The source of the merged book, unless this book takes it.
    mutating func merge(_ other: ImportFingerprints, source: String?) {
        for hash in other.merged + [source.map(Self.hash)].compactMap(\.self) where !merged.contains(hash) {
            merged.append(hash)
        }
    }

    /// Returns whether a book with a source was merged into this one.
    func hasMerged(_ source: String) -> Bool { merged.contains(Self.hash(source)) }

    /// Records that the import put a value into a field.
    mutating func put(_ value: String, into field: Field) { self[field] = Self.hash(value) }

    /// Removes a field's hash.
    mutating func forget(_ field: Field) { self[field] = nil }

    /// Copies a field's hash from other fingerprints.
    mutating func restore(_ field: Field, from others: ImportFingerprints) { self[field] = others[field] }

    /// Returns whether a field still has the imported value.
    func holds(_ value: String, in field: Field) -> Bool { self[field] == Self.hash(value) }

    /// Returns whether an import has put a value into a field.
    func contains(_ field: Field) -> Bool { self[field] != nil }

    /// Records that an import put the book on a shelf.
    ///
    /// - Parameters:
    ///   - shelf: The name of the shelf.
    ///   - isOther: Whether another service than the first one has the shelf.
    mutating func put(on shelf: ShelfName, isOther: Bool = false) {
        let hash = Self.hash(shelf.key)
        if isOther {
            if !otherShelves.contains(hash) { otherShelves.append(hash) }
            return
        }
        guard !shelves.contains(hash) else { return }
        shelves.append(hash)
        shelves.sort()
    }

    /// Returns whether an import has put the book on a shelf, even if the book was removed from it later.
    ///
    /// - Parameters:
    ///   - shelf: The name of the shelf.
    ///   - isOther: Whether imports of other services count, too.
    func contains(_ shelf: ShelfName, orOther isOther: Bool = false) -> Bool {
        if shelves.isEmpty, !isOther || otherShelves.isEmpty { return false }
        let hash = Self.hash(shelf.key)
        return shelves.contains(hash) || isOther && otherShelves.contains(hash)
    }

    /// Removes the hashes of shelves that a file no longer names.
    ///
    /// - Parameter named: All shelves that the file names.
    /// - Returns: A function that tells whether the hash of a shelf's key was removed; `nil` if none was.
    mutating func forgetShelves(except named: [ShelfName]) -> ((_ key: String) -> Bool)? {
        if shelves.isEmpty { return nil }
        let kept = Set(named.map { Self.hash($0.key) })
        let forgotten = shelves.filter { !kept.contains($0) }
        if forgotten.isEmpty { return nil }
        shelves.removeAll { !kept.contains($0) }
        return { forgotten.contains(Self.hash($0)) }
    }

    private subscript(field: Field) -> UInt64? {
        get { hashes[field.index] }
        set { hashes[field.index] = newValue }
    }

    private static func hash(_ value: String) -> UInt64 { ImportMemory.hash(value) }
}

/// A service or program whose exports are imported.
enum BookService: String, Sendable {
    case goodreads, storygraph, hardcover, librarything, bookwyrm, openreads, calibre, bookbuddy, libib,
        openlibrary
    /// A device or a service whose files have quotes only.
    case kindle, readwise
    /// Any table with columns that the user mapped.
    case table

    /// The name of the service; `nil` for other tables.
    var name: String? {
        switch self {
        case .goodreads: "Goodreads"
        case .storygraph: "StoryGraph"
        case .hardcover: "Hardcover"
        case .librarything: "LibraryThing"
        case .bookwyrm: "BookWyrm"
        case .openreads: "Openreads"
        case .calibre: "Calibre"
        case .bookbuddy: "BookBuddy"
        case .libib: "Libib"
        case .openlibrary: "Open Library"
        case .kindle: "Kindle"
        case .readwise: "Readwise"
        case .table: nil
        }
    }

    /// Whether the files have only quotes and the titles and authors of their books.
    var hasOnlyQuotes: Bool { self == .kindle || self == .readwise }

    /// Finds the service in the source of a book, such as `goodreads:1000`.
    init?(source: String?) {
        guard let name = source?.prefix(while: { $0 != ":" }) else { return nil }
        self.init(rawValue: String(name))
    }
}
