import Foundation
import TestSupport
import Testing

@testable import ProgramKit

@Suite("Store files")
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

    private func problem(of name: String) -> MaintenanceError? {
        do throws(MaintenanceError) {
            try files.checkNotStoreFile(home.file(name), shown: name)
            return nil
        } catch {
            return error
        }
    }

    @Test func `The store is recognized by every spelling of its path and every link`() throws {
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

    @Test func `Files beside the store and in its folder belong to it, even if they don't exist yet`() throws
    {
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

    @Test func `Other files with similar names don't belong to the store`() throws {
        try home.write("text", to: "own.json")
        for name in [
            "own.json", "own.json-wal", "link.json-wal", "data/own.json2", "data/own.json-wal2",
            "data/2own.json-wal", "data/.own.json.txt", "data/own.json.external.json", "missing/own.json",
        ] {
            #expect(problem(of: name) == nil, "\(name)")
        }
        #expect(StoreFiles(.memory) == nil)
        // The two names look the same, but the file system distinguishes them by their bytes.
        let composed = try #require(StoreFiles(.file(path: home.file("caf\u{E9}.store"))))
        #expect(throws: MaintenanceError.self) {
            try composed.checkNotStoreFile(home.file("caf\u{E9}.store-wal"), shown: "")
        }
        try composed.checkNotStoreFile(home.file("cafe\u{301}.store-wal"), shown: "")
    }
}
