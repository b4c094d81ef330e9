import Foundation
import Testing
import TestSupport

@testable import Shell

@MainActor
@Suite("Editor")
struct EditorTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func editor(_ line: String) -> Editor {
        Editor(environment: ["EDITOR": line, "TMPDIR": directory.path])
    }

    private func script(_ body: String) throws -> String {
        let path = try directory.write("#!/bin/sh\n\(body)\n", to: "my editor")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    @Test("The text comes back as the editor left it, without the line end that editors add")
    func edits() async throws {
        let path = try script(#"printf 'changed: ' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1""#)
        #expect(try await editor("'\(path)'").edit("one\ntwo") == "changed: one\ntwo")
    }

    @Test("The editor's arguments are words, and no shell reads them")
    func arguments() async throws {
        let path = try script(#"printf '%s|' "$1" "$2" > "$3""#)
        #expect(try await editor("\"\(path)\" -w '$HOME;`x`'").edit("x") == "-w|$HOME;`x`|")
    }

    @Test("$VISUAL comes before $EDITOR")
    func visual() async throws {
        let path = try script(#"printf visual > "$1""#)
        let editor = Editor(
            environment: ["VISUAL": "'\(path)'", "EDITOR": "false", "TMPDIR": directory.path])
        #expect(try await editor.edit("x") == "visual")
    }

    @Test("While it is edited the text is for nobody else to read, and afterwards it is gone")
    func privacy() async throws {
        let path = try script(#"stat -c '%a' "$1" "$(dirname "$1")" > "$1.m"; cat "$1.m" > "$1""#)
        #expect(try await editor("'\(path)'").edit("secret") == "600\n700")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["my editor"])
    }

    @Test("An editor that can't be started is named")
    func missing() async {
        await #expect(throws: EditorError.notStarted("/no/editor", SystemFailure(ENOENT))) {
            try await editor("/no/editor").edit("x")
        }
    }

    @Test("An editor that fails leaves the text as it was")
    func fails() async {
        await #expect(throws: EditorError.failed("false -x")) { try await editor("false -x").edit("x") }
    }

    @Test("What is no text afterwards is refused")
    func notText() async throws {
        let path = try script(#"printf '\377' > "$1""#)
        await #expect(throws: FileError.self) { try await editor("'\(path)'").edit("x") }
    }
}
