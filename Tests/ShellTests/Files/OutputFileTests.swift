import Foundation
import Testing

@testable import Shell

@Suite("Writing a file")
struct OutputFileTests {
    func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory.path)
    }

    @Test func `A file is private to the user and replaced only on request`() throws {
        try withDirectory { directory in
            let path = directory + "/a.json"
            try OutputFile.write(Array("one".utf8), path: "a.json", absolutePath: path, replacing: false)
            #expect(throws: FileError.exists(path: "a.json")) {
                try OutputFile.write(Array("two".utf8), path: "a.json", absolutePath: path, replacing: false)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
            try OutputFile.write(Array("two".utf8), path: "a.json", absolutePath: path, replacing: true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.json"])
        }
    }

    @Test func `A full disk is reported as an error`() {
        #expect(throws: FileError.unwritable(path: "full", SystemFailure(ENOSPC))) {
            try OutputFile.write([1, 2, 3], path: "full", absolutePath: "/dev/full", replacing: true)
        }
    }

    @Test func `A missing directory and a directory at the path are errors`() throws {
        try withDirectory { directory in
            #expect(throws: FileError.unwritable(path: "x", SystemFailure(ENOENT))) {
                try OutputFile.write([], path: "x", absolutePath: directory + "/no/x", replacing: false)
            }
            #expect(throws: FileError.isDirectory(path: "d")) {
                try OutputFile.write([], path: "d", absolutePath: directory, replacing: true)
            }
        }
    }
}
