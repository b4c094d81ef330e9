import Basics
import Foundation
import ModelData

/// A parsed page of a table's B-tree.
enum RecoveredPage {
    /// A leaf page of a table: its rows, and whether none is missing from the page.
    case rows([Cell], isWhole: Bool)
    /// An interior page of a table: its child pages with the greatest record number of each, if known, and
    /// whether no child is missing. Page number 0 is an unknown child.
    case branch([(page: UInt32, last: Int64?)], isWhole: Bool)
    /// A page of an index or of a `WITHOUT ROWID` table: its rows and its child pages.
    case keyed([Cell], below: [UInt32])
    /// Anything else.
    case other

    /// One row on a page.
    struct Cell {
        /// The record's number; nil if it is unreadable or the table has none.
        var record: Int64?
        /// The readable parts of the values; nil if none is readable.
        var parts: [RecordBytes.Part]?

        /// The values; nil if one of them is unreadable.
        var values: [StoredValue]? {
            guard let parts, parts.allSatisfy(\.isWhole) else { return nil }
            return parts.map(\.value)
        }
    }

    /// - Parameters:
    ///   - number: The page's number.
    ///   - file: The database file.
    ///   - chains: Receives the readable overflow pages.
    init(_ number: UInt32, in file: PageFile, chains: inout Set<UInt32>) {
        self = .other
        guard let page = file.page(number) else { return }
        let start = number == 1 ? 100 : 0
        let kind = page[start]
        let count = page.short(at: start + 3)
        let isBranch = kind == 5 || kind == 2
        let pointers = start + (isBranch ? 12 : 8)
        let content = pointers + 2 * count
        guard [2, 5, 10, 13].contains(kind), content <= page.count else { return }
        // Nil for an offset outside the page's content.
        let offsets = (0..<count).map { index -> Int? in
            let offset = page.short(at: pointers + 2 * index)
            return offset >= content && offset + 4 <= page.count ? offset : nil
        }
        var reader = CellReader(file: file, page: page)
        switch kind {
        case 5:
            let children = offsets.map { $0.map { reader.child(at: $0) } ?? (0, nil) }
            let isWhole = Self.isCovered(page, at: start, cells: reader.size)
            self = .branch(children + [(page.number(at: start + 8), nil)], isWhole: isWhole)
        case 13:
            let cells = offsets.map { $0.map { reader.row(at: $0) } ?? Cell() }
            self = .rows(cells, isWhole: Self.isCovered(page, at: start, cells: reader.size))
        default:
            let cells = offsets.map { $0.map { reader.key(at: $0 + (isBranch ? 4 : 0)) } ?? Cell() }
            let below = isBranch ? offsets.compactMap { $0.map { page.number(at: $0) } } : []
            self = .keyed(cells, below: isBranch ? below + [page.number(at: start + 8)] : [])
        }
        chains.formUnion(reader.chains)
    }

    /// Returns whether cells and free space make up all of a page, so that no cell is missing from its list.
    private static func isCovered(_ page: [UInt8], at start: Int, cells: Int) -> Bool {
        let content = page.short(at: start + 5) == 0 ? 65536 : page.short(at: start + 5)
        var free = Int(page[start + 7])
        var block = page.short(at: start + 1)
        while block != 0, block + 4 <= page.count {
            free += page.short(at: block + 2)
            let next = page.short(at: block)
            guard next == 0 || next > block else { return false }
            block = next
        }
        return content + cells + free == page.count
    }
}

/// Reads the cells of a page, including overflow pages.
private struct CellReader {
    let file: PageFile
    let page: [UInt8]
    /// The readable overflow pages.
    private(set) var chains: Set<UInt32> = []
    /// The size of the cells read so far, in bytes.
    private(set) var size = 0

    init(file: PageFile, page: [UInt8]) { (self.file, self.page) = (file, page) }

    /// Returns the child page of an interior cell, and its greatest record number.
    mutating func child(at offset: Int) -> (page: UInt32, last: Int64?) {
        guard let key = page.variable(at: offset + 4) else { return (0, nil) }
        size += key.end - offset
        return (page.number(at: offset), Int64(bitPattern: key.value))
    }

    /// Returns the row in a cell of a table's leaf page.
    mutating func row(at offset: Int) -> RecoveredPage.Cell {
        guard let length = page.variable(at: offset), let record = page.variable(at: length.end) else {
            return .init()
        }
        let local = local(length.value, isIndex: false)
        // A cell takes four bytes at least.
        size += max(4, record.end - offset + local.count + (local.goesOn ? 4 : 0))
        return .init(
            record: Int64(bitPattern: record.value),
            parts: parts(at: record.end, size: length.value, isIndex: false))
    }

    /// Returns the row in a cell of an index page.
    mutating func key(at offset: Int) -> RecoveredPage.Cell {
        guard let length = page.variable(at: offset) else { return .init() }
        return .init(parts: parts(at: length.end, size: length.value, isIndex: true))
    }

    /// Returns the number of a row's bytes on its own page, and whether it continues on overflow pages.
    private func local(_ size: UInt64, isIndex: Bool) -> (count: Int, goesOn: Bool) {
        let usable = page.count
        let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
        guard size > UInt64(most) else { return (Int(size), false) }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + Int(clamping: size - UInt64(least)) % (usable - 4)
        return (fitting <= most ? fitting : least, true)
    }

    /// Returns the readable parts of a row, up to the first unreadable overflow page. Nil without any.
    private mutating func parts(at start: Int, size: UInt64, isIndex: Bool) -> [RecordBytes.Part]? {
        guard size <= UInt64(file.pageCount) * UInt64(page.count), size < 1 << 31 else { return nil }
        let total = Int(size)
        let (local, goesOn) = local(size, isIndex: isIndex)
        guard start + local + (goesOn ? 4 : 0) <= page.count else { return nil }
        var bytes = Array(page[start..<start + local])
        if !goesOn { return RecordBytes.parts(bytes, of: size, zeroedFrom: nil) }
        var next = page.number(at: start + local)
        var seen: Set<UInt32> = []
        var whole = local
        while bytes.count < total {
            // If the next page is invalid, the last page that was read is damaged.
            guard next > 1, seen.insert(next).inserted, let page = file.page(next) else { break }
            whole = bytes.count
            bytes += page[4..<4 + min(page.count - 4, total - bytes.count)]
            next = page.number(at: 0)
        }
        // If the row's last page has a successor, it is damaged, too.
        if bytes.count < total || next != 0 {
            return RecordBytes.parts(Array(bytes.prefix(whole)), of: size, zeroedFrom: nil)
        }
        chains.formUnion(seen)
        let isZeroed = bytes[whole...].allSatisfy { $0 == 0 }
        return RecordBytes.parts(bytes, of: size, zeroedFrom: isZeroed ? whole : nil)
    }
}

/// The bytes of a row in SQLite's record format.
enum RecordBytes {
    /// The readable part of a value.
    struct Part {
        /// The value, or its readable part; NULL if nothing of it is readable.
        var value: StoredValue
        /// Whether the whole value is readable.
        var isWhole: Bool
    }

    /// Returns the readable parts of a row's values; nil if the bytes aren't the beginning of a row.
    ///
    /// - Parameters:
    ///   - bytes: The readable bytes, from the row's beginning.
    ///   - size: The size of the complete row, in bytes.
    ///   - zeroedFrom: The offset from which all bytes are zero because the page is unreadable, or nil. A
    ///     value of type `Data` may end with zeros.
    static func parts(_ bytes: [UInt8], of size: UInt64, zeroedFrom: Int?) -> [Part]? {
        guard let (kinds, start) = kinds(bytes) else { return nil }
        var parts: [Part] = []
        var offset = UInt64(start)
        for kind in kinds {
            guard let size = self.size(of: kind) else { return nil }
            let isData = kind >= 12 && kind % 2 == 0
            let end = isData ? bytes.count : zeroedFrom ?? bytes.count
            // Values of size zero are readable anywhere.
            let place = min(Int(clamping: offset), bytes.count)
            let isRead = size == 0 || offset + size <= UInt64(end)
            // SQLite stores the number 0 without bytes, so a number of zero bytes is unreadable.
            let isZeroed =
                isRead && (1...7).contains(kind) && bytes[place...].prefix(Int(size)).allSatisfy { $0 == 0 }
            if isRead, !isZeroed {
                parts.append(Part(value: value(of: kind, bytes[place..<place + Int(size)]), isWhole: true))
            } else if kind > 12, !isData, offset < UInt64(end) {
                parts.append(Part(value: .text(text(bytes[Int(offset)..<end])), isWhole: false))
            } else {
                parts.append(Part(value: .null, isWhole: false))
            }
            offset += size
        }
        return offset == size ? parts : nil
    }

    /// Returns a text that may end within a character. That character is left out.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        for end in 0..<min(4, bytes.count) {
            if let text = String(validating: bytes.dropLast(end), as: UTF8.self) { return text }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the size of a value in bytes, or nil for an invalid kind or size.
    private static func size(of kind: UInt64) -> UInt64? {
        switch kind {
        case 0...9: [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][Int(kind)]
        case 12..<1 << 32: (kind - 12) / 2
        default: nil
        }
    }

    /// Returns the kinds of the values, and the offset of the first value.
    private static func kinds(_ bytes: [UInt8]) -> (kinds: [UInt64], start: Int)? {
        guard let header = bytes.variable(at: 0), header.value <= UInt64(bytes.count) else { return nil }
        var kinds: [UInt64] = []
        var offset = header.end
        while offset < Int(header.value) {
            guard let kind = bytes.variable(at: offset) else { return nil }
            kinds.append(kind.value)
            offset = kind.end
        }
        return offset == Int(header.value) ? (kinds, offset) : nil
    }

    /// Returns the value of a valid kind from its bytes.
    private static func value(of kind: UInt64, _ bytes: ArraySlice<UInt8>) -> StoredValue {
        func integer() -> Int64 {
            let start = Int64(Int8(bitPattern: bytes.first ?? 0))
            return bytes.dropFirst().reduce(start) { $0 << 8 | Int64($1) }
        }
        return switch kind {
        case 0: .null
        case 1...6: .integer(integer())
        case 7: .real(Double(bitPattern: UInt64(bitPattern: integer())))
        case 8, 9: .integer(Int64(kind) - 8)
        default: kind % 2 == 0 ? .blob(Data(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
