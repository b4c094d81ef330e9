import Foundation

@testable import Portfolio

/// Fuzzes imports of portfolio: todo.txt, CSV, JSON and checklists.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    readAll { TodoSource(path: "fuzz.txt", timeZone: .gmt, isPlainList: false, read: pieces(of: bytes)) }
    readAll { ChecklistSource(path: "fuzz.md", read: pieces(of: bytes)) }
    readAll { try IssueCSVSource(path: "fuzz.csv", read: pieces(of: bytes)) }
    readAll { IssueJSONSource(path: "fuzz.json", isArray: true, read: pieces(of: bytes)) }
    return 0
}

private func readAll(_ open: () throws -> any EntrySource) {
    guard var source = try? open() else { return }
    while (try? source.next()) != nil {}
}

/// Returns a function that returns the bytes in two pieces.
private func pieces(of bytes: [UInt8]) -> () -> [UInt8] {
    var rest = bytes[...]
    return {
        defer { rest = rest.dropFirst(bytes.count / 2 + 1) }
        return Array(rest.prefix(bytes.count / 2 + 1))
    }
}
