import Foundation
import Localization
import Testing
import TestSupport

@testable import Shell

@Suite("File and stream errors")
struct FileErrorTests {
    @Test(arguments: [(ENOENT, 66), (EACCES, 66), (EISDIR, 66), (EIO, 74)] as [(Int32, Int32)])
    func `The system's error numbers map to the kinds that exit codes distinguish`(
        _ code: Int32, _ expected: Int32
    ) {
        #expect(FileError.reading("x", SystemFailure(code)).failure.rawValue == expected)
        #expect(FileError.unwritable(path: "x", SystemFailure(code)).failure == .inputOutput)
    }

    @Test func `Foundation's errors name their file`() throws {
        do {
            _ = try String(contentsOfFile: "/no/such/file", encoding: .utf8)
            Issue.record("there is no such file")
        } catch {
            #expect(FileError(error) == .missing(path: "/no/such/file"))
        }
        #expect(FileError(CancellationError()) == nil)
    }

    @Test func `Every file and stream error is written in every language`() {
        let errors: [any PresentableError] = [
            FileError.missing(path: "x"), FileError.isDirectory(path: "x"), FileError.empty(path: "x"),
            FileError.binary(path: "x"),
            FileError.notUTF8(path: "x"), FileError.exists(path: "x"),
            FileError.unknownFormat(path: "x", known: [".y"]),
            FileError.unreadable(path: "x", SystemFailure(EACCES)),
            FileError.unwritable(path: "x", SystemFailure(EROFS)),
            StreamError.writing(ENOSPC), StreamError.writing(EIO), StreamError.reading(EIO),
            EditorError.failed("x"), EditorError.notStarted("x", SystemFailure(ENOENT)),
        ]
        for error in errors {
            for localizer in [polish, hungarian] {
                #expect(localizer.hasEntry(for: error.problem))
                #expect(localizer.string(error.problem) != english.string(error.problem))
            }
        }
    }
}
