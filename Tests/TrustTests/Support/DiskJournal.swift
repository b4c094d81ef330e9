import Foundation
import TestSupport

/// A program's output and its operations on files in its home, in order.
struct DiskJournal {
    enum Entry {
        case create(file: UInt64, path: String)
        case makeDirectory(path: String)
        case write(file: UInt64, place: Int, bytes: [UInt8])
        case truncate(file: UInt64, size: Int)
        case synchronize(file: UInt64, path: String)
        case link(file: UInt64, path: String)
        case rename(path: String, from: String)
        case unlink(path: String)
        case answer([UInt8])
    }

    private(set) var entries: [Entry] = []

    /// Reads a journal of the fault injector.
    init(contentsOf path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var rest = bytes[...]
        func take(_ count: Int) -> ArraySlice<UInt8> {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ count: Int) -> UInt64 {
            take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while let kind = rest.popFirst() {
            let file = number(8)
            let place = Int(number(8))
            let nameLength = Int(number(4))
            let count = Int(number(4))
            let name = String(decoding: take(nameLength), as: UTF8.self)
            let content = Array(take(count))
            switch kind {
            case UInt8(ascii: "c"): entries.append(.create(file: file, path: name))
            case UInt8(ascii: "d"): entries.append(.makeDirectory(path: name))
            case UInt8(ascii: "w"): entries.append(.write(file: file, place: place, bytes: content))
            case UInt8(ascii: "t"): entries.append(.truncate(file: file, size: place))
            case UInt8(ascii: "s"): entries.append(.synchronize(file: file, path: name))
            case UInt8(ascii: "l"): entries.append(.link(file: file, path: name))
            case UInt8(ascii: "r"):
                entries.append(.rename(path: name, from: String(decoding: content, as: UTF8.self)))
            case UInt8(ascii: "u"): entries.append(.unlink(path: name))
            case UInt8(ascii: "a"): entries.append(.answer(content))
            default: throw TestSupportError("the journal has an entry of kind \(kind)")
            }
        }
    }
}
