import Foundation
import TestSupport
import Testing

@Suite("Copies of a prepared directory")
struct TemporaryDirectoryCopyTests {
    @Test func `Each copy is separate and has all files with their modes and links`() throws {
        var count = 0
        func copy() throws -> TemporaryDirectory {
            try TemporaryDirectory.copy(of: "a text, a folder and a link") { directory in
                count += 1
                let text = try directory.write("a text", to: "folder/text")
                for (path, mode) in [(text, 0o400), (directory.file("folder"), 0o700)] {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                }
                try FileManager.default.createSymbolicLink(
                    atPath: directory.file("link"), withDestinationPath: "folder/text")
            }
        }
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let first = try copy()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: first.path).count == 3)
        #expect(try mode(first.file("folder")) == 0o700 && mode(first.file("folder/text")) == 0o400)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: first.file("link")) == "folder/text")
        try FileManager.default.removeItem(atPath: first.file("folder"))
        let second = try copy()
        #expect(try String(contentsOfFile: second.file("link"), encoding: .utf8) == "a text")
        #expect(count == 1)
    }

    @Test func `A failed preparation is tried again`() throws {
        #expect(throws: TestSupportError.self) {
            try TemporaryDirectory.copy(of: "a word") { _ in throw TestSupportError("no word") }
        }
        let copy = try TemporaryDirectory.copy(of: "a word") { try $0.write("word", to: "word") }
        #expect(FileManager.default.fileExists(atPath: copy.file("word")))
    }
}
