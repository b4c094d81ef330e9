import ProgramKit

@testable import Portfolio

/// Fuzzes imports of portfolio: todo.txt, CSV, JSON (also of Taskwarrior and GitHub) and checklists.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    for format in IssueFormat.allCases {
        do {
            guard let input = InputInMemory.file(start, count) else { return 0 }
            var file = EntryFile(
                path: input.path, format: format, timeZone: .gmt, start: try TextFileStart(input))
            var source = try file.source()
            while try source.next() != nil {}
        } catch {}
    }
    return 0
}
