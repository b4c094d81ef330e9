import Foundation
import ModelData

/// Measures the memory for enumerating many rows, in a separate process.
enum PeakMemory {
    /// Fills a store with plain values. Doesn't create model objects.
    static func prepare(_ url: URL, rows: Int) throws {
        let container = try ModelContainer(
            for: Book.self, Author.self, Work.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        try context.upsert(
            Book.self, contentsOf: (0..<rows).lazy.map(BookRow.init(number:)), by: [\.isbn],
            setting: [
                .set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }, .set(\.author) { $0.author },
                .set(\.status) { $0.status }, .set(\.pages) { $0.pages }, .set(\.rating) { $0.rating },
                .set(\.price) { $0.price }, .set(\.added) { $0.added }, .set(\.finished) { $0.finished },
            ])
    }

    /// Enumerates all books and prints the process's peak memory.
    static func enumerate(_ url: URL) throws {
        let container = try ModelContainer(
            for: Book.self, Author.self, Work.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        var count = 0
        var pages = 0
        try context.enumerate(FetchDescriptor<Book>()) { book in
            count += 1
            pages += book.pages
        }
        print("enumerate \(count) rows, \(pages) pages: \(try peak()) MB at the peak")
    }

    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
            Int($0)
        }
        return (kilobytes ?? 0) / 1024
    }
}
