import Foundation
import Testing

@testable import ModelData
@testable import StoreMaintenance

@Suite("Stores without their first page")
struct MissingFirstPageTests {
    private func isRecognizedAsStore(_ file: URL) -> Bool {
        StoreMaintainer(url: file, for: Schema([])).hasStorePages
    }

    @Test func `The remains of a new store, of a backup and of a restored store are recognized`() throws {
        let store = try MaintenanceTestStore(trips: 3)
        let copy = try store.backup()
        try store.maintainer.restore(from: copy)
        let new = try MaintenanceTestStore(trips: 0)
        for file in [store.url, copy, new.url] {
            #expect(isRecognizedAsStore(file), "\(file.lastPathComponent)")
            let whole = try Data(contentsOf: file)
            for (byte, count) in [(0, 4096), (0x41, 4096), (0xFF, 4096), (0, 16), (0x41, 100)] {
                let beginning = Data(repeating: UInt8(byte), count: count)
                let rest = store.directory.file("rest.store")
                try (beginning + whole.dropFirst(count)).write(to: rest)
                #expect(throws: ModelDataError.notAStore(path: rest.path, reason: .notADatabase)) {
                    _ = try StoreFile.inspect(rest.path)
                }
                #expect(isRecognizedAsStore(rest), "\(file.lastPathComponent), \(count) bytes of \(byte)")
            }
        }
    }

    @Test(arguments: [512, 1024, 4096, 8192, 65536])
    func `A store is recognized with any page size and among pages of long texts`(size: Int) throws {
        let store = try MaintenanceTestStore(trips: 0)
        let context = try store.context()
        // Long texts use overflow pages. With this many records, the store has pages at every offset at which
        // a larger page would begin.
        for number in 0..<3000 {
            let count = number == 0 ? 100_000 : number.isMultiple(of: 60) ? 4000 : 40
            context.insert(Trip(name: String(repeating: "\(number) ", count: count)))
        }
        try context.save()
        try context.close()
        let copy = try store.backup()
        do {
            let database = try SQLFile(copy.path, .existing, timeout: 5)
            try database.execute("PRAGMA journal_mode = DELETE; PRAGMA page_size = \(size); VACUUM")
        }
        let whole = try Data(contentsOf: copy)
        for count in [100, size] {
            try (Data(count: count) + whole.dropFirst(count)).write(to: copy)
            #expect(isRecognizedAsStore(copy), "\(count)")
            #expect(try PageFile(copy.path).pageSize == size)
        }
    }

    @Test
    func
        `A few row pages among thousands of text pages reveal the page size, also without all earlier pages`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 0)
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

    @Test func `Files of other kinds aren't recognized as stores, whatever text they contain`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.file()
        #expect(!isRecognizedAsStore(file))
        let words = "_modeldata format generation identifier _history_change"
        let object = #"{"format": 1, "generation": 2, "identifier": "3", "table": "_modeldata"}, "#
        // Use lines of 64 bytes, so that every page begins with a line.
        let lines = "\r\n" + words + "......."
        #expect(lines.utf8.count == 64)
        let files = [
            Data(), Data("x".utf8), Data(words.utf8), Data(String(repeating: object, count: 2000).utf8),
            Data(String(repeating: lines, count: 1024).utf8), Data(count: 40_000),
            Data(count: 4096) + Data([13]) + Data(count: 4095) + Data(words.utf8) + Data(count: 9000),
        ]
        for (number, content) in files.enumerated() {
            try content.write(to: file)
            #expect(!isRecognizedAsStore(file), "\(number)")
        }
    }
}
