import Foundation

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
        let record: Int64?
        /// The values; nil if one of them is unreadable.
        let values: [StoredValue]?
        /// The readable parts of the values, if an overflow page is damaged; nil if all values are readable or
        /// none is.
        var rest: [RecordBytes.Rest]?
    }

    /// - Parameters:
    ///   - number: The page's number.
    ///   - file: The database file.
    ///   - chains: Receives the readable overflow pages.
    init(_ number: UInt32, in file: PageFile, chains: inout Set<UInt32>) {
        guard let page = file.page(number) else {
            self = .other
            return
        }
        let start = number == 1 ? 100 : 0
        let kind = page[start]
        let count = page.short(at: start + 3)
        let isBranch = kind == 5 || kind == 2
        let pointers = start + (isBranch ? 12 : 8)
        guard [2, 5, 10, 13].contains(kind), pointers + 2 * count <= file.usableSize else {
            self = .other
            return
        }
        let offsets = (0..<count).map { page.short(at: pointers + 2 * $0) }
        let content = pointers + 2 * count
        func isWithin(_ offset: Int) -> Bool { offset >= content && offset + 4 <= file.usableSize }
        switch kind {
        case 5:
            var children: [(page: UInt32, last: Int64?)] = []
            var size = 0
            for offset in offsets {
                guard isWithin(offset), let key = page.variable(at: offset + 4) else {
                    children.append((0, nil))
                    continue
                }
                size += key.end - offset
                children.append((page.number(at: offset), Int64(bitPattern: key.value)))
            }
            children.append((page.number(at: start + 8), nil))
            self = .branch(children, isWhole: Self.isCovered(page, at: start, cells: size, file))
        case 13:
            var payload = PayloadReader(file: file)
            defer { chains.formUnion(payload.chains) }
            var size = 0
            let cells = offsets.map { offset -> Cell in
                guard isWithin(offset), let length = page.variable(at: offset),
                    let record = page.variable(at: length.end)
                else { return Cell(record: nil, values: nil) }
                let local = payload.local(length.value, isIndex: false)
                // A cell takes four bytes at least.
                size += max(4, record.end - offset + local.count + (local.goesOn ? 4 : 0))
                let bytes = payload.read(page, number, at: record.end, size: length.value, isIndex: false)
                let rest = bytes.flatMap {
                    RecordBytes.rest($0, of: length.value, zeroedFrom: payload.zeroedFrom)
                }
                let isWhole = rest?.allSatisfy(\.isWhole) ?? false
                return Cell(
                    record: Int64(bitPattern: record.value), values: isWhole ? rest?.map(\.value) : nil,
                    rest: isWhole ? nil : rest)
            }
            self = .rows(cells, isWhole: Self.isCovered(page, at: start, cells: size, file))
        default:
            var payload = PayloadReader(file: file)
            defer { chains.formUnion(payload.chains) }
            let cells = offsets.map { offset -> Cell in
                let begin = offset + (kind == 2 ? 4 : 0)
                guard isWithin(offset), let size = page.variable(at: begin) else {
                    return Cell(record: nil, values: nil)
                }
                let bytes = payload.read(page, number, at: size.end, size: size.value, isIndex: true)
                return Cell(
                    record: nil,
                    values: bytes.flatMap { $0.count == Int(size.value) ? RecordBytes.values($0) : nil })
            }
            let below = kind == 2 ? offsets.filter(isWithin).map { page.number(at: $0) } : []
            self = .keyed(cells, below: kind == 2 ? below + [page.number(at: start + 8)] : [])
        }
    }
}

extension RecoveredPage {
    /// Whether cells and free space make up all of a page, so that no cell is missing from its list.
    private static func isCovered(
        _ page: [UInt8], at start: Int, cells: Int, _ file: PageFile
    ) -> Bool {
        let content = page.short(at: start + 5) == 0 ? 65536 : page.short(at: start + 5)
        var free = Int(page[start + 7])
        var block = page.short(at: start + 1)
        while block != 0, block + 4 <= file.usableSize {
            free += page.short(at: block + 2)
            let next = page.short(at: block)
            guard next == 0 || next > block else { return false }
            block = next
        }
        return content + cells + free == file.usableSize
    }
}

/// Reads the payload of rows, including overflow pages.
private struct PayloadReader {
    let file: PageFile
    /// The readable overflow pages.
    private(set) var chains: Set<UInt32> = []
    /// The offset of the last overflow page in the row's bytes, if the row has only zeros there.
    private(set) var zeroedFrom: Int?

    init(file: PageFile) { self.file = file }

    /// Returns the number of a row's bytes on its own page, and whether it continues on overflow pages.
    func local(_ size: UInt64, isIndex: Bool) -> (count: Int, goesOn: Bool) {
        let usable = file.usableSize
        let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
        guard size > UInt64(most) else { return (Int(size), false) }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + Int(clamping: size - UInt64(least)) % (usable - 4)
        return (fitting <= most ? fitting : least, true)
    }

    /// Returns the bytes of a row, or those before the first implausible overflow page. Nil without any.
    mutating func read(
        _ page: [UInt8], _ number: UInt32, at start: Int, size: UInt64, isIndex: Bool
    ) -> [UInt8]? {
        guard size <= UInt64(file.pageCount) * UInt64(file.pageSize), size < 1 << 31 else { return nil }
        let total = Int(size)
        let usable = file.usableSize
        zeroedFrom = nil
        let (local, goesOn) = local(size, isIndex: isIndex)
        if !goesOn {
            return start + total <= usable ? Array(page[start..<start + total]) : nil
        }
        guard start + local + 4 <= usable else { return nil }
        var bytes = Array(page[start..<start + local])
        var next = page.number(at: start + local)
        var pages = [number]
        var seen: Set<UInt32> = []
        var whole = bytes.count
        while bytes.count < total {
            // If the next page is invalid or belongs to another row, the last page that was read is damaged.
            guard next > 1, seen.insert(next).inserted, let page = file.page(next),
                file.isCollectingClaims || file.claims.isBelievable(next, after: pages[pages.count - 1])
            else { return Array(bytes.prefix(whole)) }
            pages.append(next)
            whole = bytes.count
            bytes += page[4..<4 + min(usable - 4, total - bytes.count)]
            next = page.number(at: 0)
        }
        // If the row's last page has a successor, it is damaged too.
        guard next == 0 else { return Array(bytes.prefix(whole)) }
        if file.isCollectingClaims { file.claims.note(pages) }
        chains.formUnion(seen)
        if bytes[whole...].allSatisfy({ $0 == 0 }) { zeroedFrom = whole }
        return bytes
    }
}

/// The bytes of a row, as SQLite's record format has them.
enum RecordBytes {
    /// What is left of a value.
    struct Rest {
        /// The value; NULL where nothing is left of it.
        var value: StoredValue
        var isWhole: Bool
    }

    /// What is left of the values of a row of which only the first bytes can be read; nil where they aren't a row's.
    ///
    /// - Parameters:
    ///   - bytes: what can be read.
    ///   - size: how many bytes the row has.
    ///   - zeroedFrom: where a page of zeros begins. Data may end with them.
    static func rest(_ bytes: [UInt8], of size: UInt64, zeroedFrom: Int?) -> [Rest]? {
        guard let (kinds, start) = kinds(bytes) else { return nil }
        var rests: [Rest] = []
        var offset = UInt64(start)
        for kind in kinds {
            guard let size = self.size(of: kind) else { return nil }
            // Some values are nothing but their kind, wherever they would stand.
            let place = min(Int(clamping: offset), bytes.count)
            let isData = kind >= 12 && kind % 2 == 0
            let end = isData ? bytes.count : zeroedFrom ?? bytes.count
            let isRead = size == 0 || offset + size <= UInt64(end)
            // A zero is one of those: no number has only bytes of zero.
            let isZeroed =
                isRead && (1...7).contains(kind) && bytes[place...].prefix(Int(size)).allSatisfy { $0 == 0 }
            if isRead, !isZeroed, let (value, _) = value(of: kind, bytes, at: place) {
                rests.append(Rest(value: value, isWhole: true))
            } else if kind > 12, !isData, offset < UInt64(end) {
                rests.append(Rest(value: .text(text(bytes[Int(offset)..<end])), isWhole: false))
            } else {
                rests.append(Rest(value: .null, isWhole: false))
            }
            offset += size
        }
        return offset == size ? rests : nil
    }

    /// A text that ends anywhere, without a character that is cut off.
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

    /// The kinds of the values, and where the first one begins.
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

    /// Returns the values, or nil if the bytes aren't a row.
    static func values(_ bytes: [UInt8]) -> [StoredValue]? {
        guard let (kinds, start) = kinds(bytes) else { return nil }
        var offset = start
        var values: [StoredValue] = []
        for kind in kinds {
            guard let (value, size) = value(of: kind, bytes, at: offset) else { return nil }
            values.append(value)
            offset += size
        }
        return offset == bytes.count ? values : nil
    }

    private static func value(
        of kind: UInt64, _ bytes: [UInt8], at offset: Int
    ) -> (StoredValue, size: Int)? {
        func integer(_ size: Int) -> Int64? {
            guard offset + size <= bytes.count else { return nil }
            let start = Int64(Int8(bitPattern: bytes[offset]))
            return bytes[offset + 1..<offset + size].reduce(start) { $0 << 8 | Int64($1) }
        }
        switch kind {
        case 0: return (.null, 0)
        case 1...6:
            let size = [1, 2, 3, 4, 6, 8][Int(kind) - 1]
            return integer(size).map { (.integer($0), size) }
        case 7:
            return integer(8).map { (.real(Double(bitPattern: UInt64(bitPattern: $0))), 8) }
        case 8, 9: return (.integer(Int64(kind) - 8), 0)
        case 12...:
            let length = (kind - 12) / 2
            guard length <= UInt64(bytes.count - offset) else { return nil }
            let slice = bytes[offset..<offset + Int(length)]
            if kind % 2 == 0 { return (.blob(Data(slice)), Int(length)) }
            return (.text(String(decoding: slice, as: UTF8.self)), Int(length))
        default: return nil
        }
    }
}
