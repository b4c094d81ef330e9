import Foundation
import TestSupport
import Testing

@Suite("Damaged stores", .level(.slow))
struct DamagedStoreTests {
    /// Runs a program's script as a new user. Returns the user and the bytes of the user's store.
    private func store(_ script: Script) throws -> (Person, [UInt8]) {
        let person = try Self.owners.copy(script) {
            let person = try Person(script.program)
            try script.prepare(person.home)
            let result = try person.run(script: script.lines)
            try #require(result.status == .exited(0), "\(result.stderr)")
            return person
        }
        return (person, Array(try Data(contentsOf: URL(fileURLWithPath: person.store))))
    }

    private static let owners = PreparedHomes<Script>()

    /// Replaces the store with bytes, and runs commands that read and change it.
    private func open(
        _ person: Person, _ script: Script, with bytes: [UInt8], _ place: String
    ) throws -> [ProcessResult] {
        for file in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: person.store + file) }
        try Data(bytes).write(to: URL(fileURLWithPath: person.store))
        let results = try [
            person.run([script.program == "moonshot" ? "notes" : "list"]),
            person.run(["-c", script.lines[0]]),
            person.run(["undo"]),
        ]
        for result in results {
            FailureReport.check(result, place)
            // An error with exit code 65 must name the store, or the record that can't be read and the remedy.
            let isAboutStore = result.stderr.contains(person.store) || result.stderr.contains("“repair”")
            #expect(result.status != .exited(65) || isAboutStore, "\(place): \(result.stderr)")
        }
        return results
    }

    @Test(arguments: Script.all)
    func `Random damage crashes or hangs no program`(script: Script) throws {
        let (person, bytes) = try store(script)
        var generator = Extent.generator("\(script.program), flipped bytes")
        for number in 1...Extent.rounds(all: 1000, sample: 12) {
            var damaged = bytes
            let count = [1, 4, 32].randomElement(using: &generator) ?? 1
            for _ in 0..<count {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            }
            _ = try open(
                person, script, with: damaged, "\(script.program), seed \(generator.seed), round \(number)")
        }
    }

    @Test(arguments: Script.all)
    func `Random damage to the first page crashes or hangs no program`(script: Script) throws {
        let (person, bytes) = try store(script)
        var generator = Extent.generator("\(script.program), flipped bytes of the first page")
        for number in 1...Extent.rounds(all: 500, sample: 8) {
            var damaged = bytes
            // Damage the header and the rest of the first page, which contains the schema, in turn.
            let range = number % 2 == 0 ? 0..<100 : 100..<4096
            let place = Int.random(in: range, using: &generator)
            damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            _ = try open(person, script, with: damaged, "\(script.program), byte \(place) of the first page")
        }
    }

    @Test(arguments: Script.all)
    func `A store truncated at any page is reported as truncated`(script: Script) throws {
        let (person, bytes) = try store(script)
        let pages = bytes.count / 4096
        for page in Extent.points(pages - 1, sample: 6, "\(script.program), truncated") {
            for rest in [0, 700] {
                let place = "\(script.program), cut off after \(page) pages and \(rest) bytes"
                let results = try open(
                    person, script, with: Array(bytes.prefix(page * 4096 + rest)), place)
                for result in results {
                    #expect(result.status == .exited(65), "\(place): \(result.status)")
                    #expect(result.stderr.contains("is incomplete"), "\(place): \(result.stderr)")
                    #expect(result.stderr.contains("“repair”"), "\(place): \(result.stderr)")
                }
                #expect(FileManager.default.contents(atPath: person.store)?.count == page * 4096 + rest)
            }
        }
    }

    @Test(arguments: EarlierStore.all)
    func `A store with an earlier schema and any one overwritten page can be repaired and used`(
        store: EarlierStore
    ) throws {
        let owner = try store.owner()
        let whole = try Data(contentsOf: URL(fileURLWithPath: owner.store))
        var generator = Extent.generator("\(store.testDescription), overwritten pages")
        let later = Extent.points(whole.count / 4096 - 1, sample: 7, "\(store.testDescription), pages")
        for page in [0] + later {
            let person = try owner.copied()
            var damaged = whole
            for offset in page * 4096..<(page + 1) * 4096 {
                damaged[offset] = UInt8.random(in: 0...255, using: &generator)
            }
            try damaged.write(to: URL(fileURLWithPath: person.store))
            for line in [["repair", "--yes"], ["list"], ["undo"]] {
                let result = try person.run(line)
                FailureReport.check(result, "\(store.testDescription), page \(page), \(line)")
                // Undo may fail, because an unreadable history has no steps to undo.
                if line == ["undo"] { continue }
                #expect(result.status == .exited(0), "page \(page), \(line): \(result.stderr)")
            }
            try StoreSnapshot.checkIntegrity(of: person.store)
        }
    }

    @Test(arguments: Script.all)
    func `A file of another kind is refused, unchanged and reported as no store`(script: Script) throws {
        let (person, bytes) = try store(script)
        var generator = Extent.generator("\(script.program), other files")
        let headers: [(String, [UInt8])] = [
            ("text", Array("Dear diary, today I read Solaris.\n".utf8)),
            ("an empty page", [UInt8](repeating: 0, count: 4096)),
            ("PDF", Array("%PDF-1.7\n".utf8)), ("ZIP", [0x50, 0x4B, 3, 4]), ("gzip", [0x1F, 0x8B, 8, 0]),
            ("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("ELF", [0x7F, 0x45, 0x4C, 0x46]),
            ("an SQLite file of version 2", Array("** This file contains an SQLite 2.1 database **".utf8)),
            ("a header alone", Array(bytes.prefix(100))),
            ("half a header", Array(bytes.prefix(50))),
            ("noise", (0..<8192).map { _ in UInt8.random(in: 0...255, using: &generator) }),
        ]
        for (name, header) in headers {
            for size in [header.count, 20_000] {
                let file = header + [UInt8](repeating: 0, count: max(0, size - header.count))
                let results = try open(person, script, with: file, "\(script.program), \(name)")
                for result in results { #expect(result.status == .exited(65), "\(name): \(result.stderr)") }
                #expect(
                    FileManager.default.contents(atPath: person.store) == Data(file), "\(name) was changed")
            }
        }
    }
}
