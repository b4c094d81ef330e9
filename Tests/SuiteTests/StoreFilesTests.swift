import Foundation
import TestSupport
import Testing

@testable import Suite

@Suite("The files that a store is made of")
struct StoreFilesTests {
    private let home: TemporaryDirectory
    private let files: StoreFiles

    init() throws {
        home = try TemporaryDirectory()
        try home.write("store", to: "data/own.json")
        try home.write("large", to: "data/own.json.external/value")
        try FileManager.default.createSymbolicLink(
            atPath: home.file("link.json"), withDestinationPath: "data/own.json")
        try FileManager.default.createSymbolicLink(atPath: home.file("there"), withDestinationPath: "data")
        files = try #require(StoreFiles(.file(path: home.file("link.json"))))
    }

    private func problem(of name: String) -> CareError? {
        do throws(CareError) {
            try files.refuse(home.file(name), shown: name)
            return nil
        } catch {
            return error
        }
    }

    @Test("The store is known in every spelling and by every link")
    func store() throws {
        try FileManager.default.linkItem(atPath: home.file("data/own.json"), toPath: home.file("hard.json"))
        for name in [
            "link.json", "data/own.json", "data/./own.json", "data/../data//own.json", "there/own.json",
            "hard.json",
        ] {
            guard case .isTheStore(name)? = problem(of: name) else {
                Issue.record("\(name): \(String(describing: problem(of: name)))")
                continue
            }
        }
    }

    @Test("What is beside the store itself, or would be, belongs to it, and so does all in its folder")
    func beside() throws {
        try home.write("log", to: "data/own.json-wal")
        try FileManager.default.createSymbolicLink(
            atPath: home.file("log"), withDestinationPath: "data/own.json-wal")
        for name in [
            "data/own.json-wal", "there/own.json-wal", "log", "data/own.json-shm", "data/own.json-journal",
            "there/../data/own.json-journal", "data/own.json.external", "data/own.json.external/new.json",
            "there/own.json.external/value", "data/.own.json.12345678-1234-1234-1234-123456789ABC.partial",
        ] {
            guard case .belongsToStore(name)? = problem(of: name) else {
                Issue.record("\(name): \(String(describing: problem(of: name)))")
                continue
            }
        }
    }

    @Test("Whatever else there is, or is like one of them by its name, is somebody else's")
    func others() throws {
        try home.write("text", to: "own.json")
        for name in [
            "own.json", "own.json-wal", "link.json-wal", "data/own.json2", "data/own.json-wal2",
            "data/2own.json-wal", "data/.own.json.txt", "data/own.json.external.json", "missing/own.json",
        ] {
            #expect(problem(of: name) == nil, "\(name)")
        }
        #expect(StoreFiles(.memory) == nil)
        // The same letters to people, and other bytes to the file system.
        let composed = try #require(StoreFiles(.file(path: home.file("caf\u{E9}.store"))))
        #expect(throws: CareError.self) {
            try composed.refuse(home.file("caf\u{E9}.store-wal"), shown: "")
        }
        try composed.refuse(home.file("cafe\u{301}.store-wal"), shown: "")
    }
}
