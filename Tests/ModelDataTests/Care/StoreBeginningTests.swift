import Foundation
import Testing

@testable import ModelData

@Suite("Stores whose beginning is gone")
struct StoreBeginningTests {
    private func tellsOfStore(_ file: URL) -> Bool {
        StoreCare(url: file, for: Schema([])).hasPagesOfStore
    }

    @Test(
        "What is left of a store says that it was one: of a new one, of a backup, and of one that was restored"
    )
    func stores() throws {
        let store = try CareStore(trips: 3)
        let copy = try store.backup()
        try store.care.restore(from: copy)
        let new = try CareStore(trips: 0)
        for file in [store.url, copy, new.url] {
            #expect(tellsOfStore(file), "\(file.lastPathComponent)")
            let whole = try Data(contentsOf: file)
            for (byte, count) in [(0, 4096), (0x41, 4096), (0xFF, 4096), (0, 16), (0x41, 100)] {
                let beginning = Data(repeating: UInt8(byte), count: count)
                let rest = store.directory.file("rest.store")
                try (beginning + whole.dropFirst(count)).write(to: rest)
                #expect(throws: ModelDataError.notAStore(path: rest.path, reason: .notADatabase)) {
                    _ = try StoreFile.inspect(rest.path)
                }
                #expect(tellsOfStore(rest), "\(file.lastPathComponent), \(count) bytes of \(byte)")
            }
        }
    }

    @Test(
        "So it is whatever the size of its pages is, and among pages of long texts",
        arguments: [512, 1024, 4096, 8192, 65536])
    func pageSizes(size: Int) throws {
        let store = try CareStore(trips: 0)
        let context = try store.context()
        // Long texts are on pages that aren't of trees, and large stores have pages wherever larger ones would begin.
        for number in 0..<3000 {
            let count = number == 0 ? 100_000 : number.isMultiple(of: 60) ? 4000 : 40
            context.insert(Trip(name: String(repeating: "\(number) ", count: count)))
        }
        try context.save()
        try context.close()
        let copy = try store.backup()
        do {
            let database = try CareConnection(copy.path, .existing, timeout: 5)
            try database.execute("PRAGMA journal_mode = DELETE; PRAGMA page_size = \(size); VACUUM")
        }
        let whole = try Data(contentsOf: copy)
        for count in [100, size] {
            try (Data(count: count) + whole.dropFirst(count)).write(to: copy)
            #expect(tellsOfStore(copy), "\(count)")
            #expect(try PageFile(copy.path).pageSize == size)
        }
    }

    @Test(
        "A few pages of rows among thousands of long texts tell the size, also where all pages before them are gone"
    )
    func fewRows() throws {
        let store = try CareStore(trips: 0)
        let context = try store.context()
        for number in 0..<30 {
            context.insert(Trip(name: String(repeating: "\(number) ", count: 100_000)))
        }
        try context.save()
        try context.close()
        let copy = try store.backup()
        let whole = try Data(contentsOf: copy)
        for header in [0, 100] {
            let gone = whole.prefix(header) + Data(count: 64 * 4096 - header)
            try (gone + whole.dropFirst(64 * 4096)).write(to: copy)
            #expect(try PageFile(copy.path).pageSize == 4096)
        }
    }

    @Test("No file of another kind says so, whatever words are in it")
    func others() throws {
        let directory = try TemporaryDirectory()
        let file = directory.file()
        #expect(!tellsOfStore(file))
        let words = "_modeldata format generation identifier _history_change"
        let object = #"{"format": 1, "generation": 2, "identifier": "3", "table": "_modeldata"}, "#
        // 64 bytes a line, so that every page begins with one.
        let lines = "\r\n" + words + "......."
        #expect(lines.utf8.count == 64)
        let files = [
            Data(), Data("x".utf8), Data(words.utf8), Data(String(repeating: object, count: 2000).utf8),
            Data(String(repeating: lines, count: 1024).utf8), Data(count: 40_000),
            Data(count: 4096) + Data([13]) + Data(count: 4095) + Data(words.utf8) + Data(count: 9000),
        ]
        for (number, content) in files.enumerated() {
            try content.write(to: file)
            #expect(!tellsOfStore(file), "\(number)")
        }
    }
}
