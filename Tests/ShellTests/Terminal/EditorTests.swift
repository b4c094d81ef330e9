import Foundation
import Testing
import TestSupport

@testable import Shell

@MainActor
@Suite("Editor")
struct EditorTests {
    private let directory: TemporaryDirectory
    private let drafts: Drafts

    init() throws {
        directory = try TemporaryDirectory()
        drafts = Drafts(
            environment: ["XDG_STATE_HOME": directory.file("state"), "TMPDIR": directory.path],
            program: "shelf"
        )
    }

    private func editor(_ line: String) -> Editor {
        Editor(environment: ["EDITOR": line], drafts: drafts)
    }

    /// The files in the directory for drafts.
    private var names: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: directory.file("state/shelf")).sorted()) ?? []
    }

    private func script(_ body: String) throws -> String {
        try directory.writeScript(body, to: "my editor")
    }

    @Test(.level(.default)) func `The edited text is returned without the line end that editors add`()
        async throws
    {
        let path = try script(#"printf 'changed: ' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1""#)
        #expect(try await editor("'\(path)'").edit("one\ntwo") == "changed: one\ntwo")
    }

    @Test(
        .level(.default), arguments: ["", "\n", "one", "one\n", "one\n\n", "one\r\n", "one\r\n\r\n", "one\r"])
    func `A text that the editor leaves or rewrites unchanged stays the same`(text: String) async throws {
        let path = try script(#"cp "$1" "$1.new"; mv "$1.new" "$1""#)
        for line in ["true", "'\(path)'"] {
            let edited = try await editor(line).edit(text)
            #expect(Array(edited.utf8) == Array(text.utf8))
        }
    }

    @Test(.level(.default)) func `One trailing CRLF of an editor is removed too`() async throws {
        let path = try script(#"sed 's/$/\r/' "$1" > "$1.new"; mv "$1.new" "$1""#)
        #expect(Array(try await editor("'\(path)'").edit("x\ny").utf8) == Array("x\r\ny".utf8))
        #expect(Array(try await editor("'\(path)'").edit("x\n").utf8) == Array("x\r\n".utf8))
    }

    @Test(.level(.default)) func `The editor's arguments are split into words without a shell`() async throws
    {
        let path = try script(#"printf '%s|' "$1" "$2" > "$3""#)
        #expect(try await editor("\"\(path)\" -w '$HOME;`x`'").edit("x") == "-w|$HOME;`x`|")
    }

    @Test(.level(.default)) func `VISUAL takes precedence over EDITOR`() async throws {
        let path = try script(#"printf visual > "$1""#)
        let editor = Editor(environment: ["VISUAL": "'\(path)'", "EDITOR": "false"], drafts: drafts)
        #expect(try await editor.edit("x") == "visual")
    }

    @Test(.level(.default)) func `The edited file is private to the user and deleted afterwards`()
        async throws
    {
        let path = try script(#"stat -c '%a' "$1" "$(dirname "$1")" > "$1.m"; cat "$1.m" > "$1""#)
        #expect(try await editor("'\(path)'").edit("secret") == "600\n700")
        #expect(drafts.end(isSaved: true) == [])
        #expect(names == [])
    }

    @Test func `An editor that can't be started is named`() async {
        await #expect(throws: EditorError.notStarted("/no/editor", SystemFailure(ENOENT))) {
            try await editor("/no/editor").edit("x")
        }
    }

    @Test func `An editor that fails leaves the text unchanged`() async {
        await #expect(throws: EditorError.failed("false -x")) { try await editor("false -x").edit("x") }
    }

    @Test(.level(.default)) func `An edited text that isn't UTF-8 is refused`() async throws {
        let path = try script(#"printf '\377' > "$1""#)
        await #expect(throws: FileError.self) { try await editor("'\(path)'").edit("x") }
        // The draft with the invalid text is kept.
        #expect(drafts.end(isSaved: false).count == 1)
    }

    @Test(.level(.default)) func `An unreadable edited file is kept, and the error has the system's reason`()
        async throws
    {
        let path = try script(#"rm "$1"; mkdir "$1"; echo new > "$1/new""#)
        await #expect(throws: EditorError.unreadable(SystemFailure(EISDIR))) {
            try await editor("'\(path)'").edit("old")
        }
        let kept = try #require(drafts.end(isSaved: true).first)
        #expect(try String(contentsOfFile: "\(kept)/new", encoding: .utf8) == "new\n")
        // If the editor deletes the file, there is no content to keep.
        await #expect(throws: FileError.self) { try await editor("rm").edit("old") }
        #expect(drafts.end(isSaved: false) == [])
    }

    @Test func `A typed text is kept unchanged`() throws {
        try drafts.keep("typed")
        let kept = try #require(drafts.end(isSaved: false).first)
        #expect(kept.hasPrefix(directory.file("state/shelf/unsaved-")))
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "typed\n")
        try drafts.keep(" ")
        #expect(drafts.end(isSaved: false) == [])
    }

    @Test(.level(.default)) func `An edited text that isn't saved is kept unless it is unchanged or blank`()
        async throws
    {
        let path = try script(#"printf "$EDITED" > "$1""#)
        func edit(_ new: String) async throws -> [String] {
            let editor = Editor(environment: ["EDITOR": "'\(path)'", "EDITED": new], drafts: drafts)
            _ = try await editor.edit("old")
            return drafts.end(isSaved: false)
        }
        #expect(try await edit(#"old\n"#) == [])
        #expect(try await edit(#" \n"#) == [])
        #expect(names == [])
        let kept = try #require(try await edit("new").first)
        #expect(kept.hasPrefix(directory.file("state/shelf/unsaved-")))
        #expect(kept.hasSuffix("/text.txt"))
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "new")
    }

    @Test(.level(.default))
    func `Text written before the editor failed is kept, even if the command succeeds without it`()
        async throws
    {
        let path = try script(#"echo new > "$1"; exit 1"#)
        await #expect(throws: EditorError.self) { try await editor("'\(path)'").edit("old") }
        await #expect(throws: EditorError.self) { try await editor("false").edit("old") }
        _ = try await editor("true").edit("old")
        let kept = drafts.end(isSaved: true)
        #expect(kept.count == 1)
        #expect(try String(contentsOfFile: try #require(kept.first), encoding: .utf8) == "new\n")
        // Simulates an editor whose terminal is closed: it writes a swap file beside the text.
        _ = try script(#"echo unwritten > "$(dirname "$1")/.text.txt.swp"; exit 1"#)
        await #expect(throws: EditorError.self) { try await editor("'\(path)'").edit("old") }
        #expect(drafts.end(isSaved: false).count == 1)
        #expect(names.contains { $0.hasSuffix("/.text.txt.swp") })
    }

    @Test(.level(.default))
    func `Without a writable user directory, the text is in a private directory elsewhere`()
        async throws
    {
        try directory.write("a file", to: "state")
        let path = try script(#"dirname "$1" > "$1""#)
        let place = try await editor("'\(path)'").edit("x")
        #expect(place.hasPrefix(directory.file("shelf-\(getuid())/draft-")))
        #expect(drafts.end(isSaved: true) == [])
        #expect(!FileManager.default.fileExists(atPath: place))
    }

    @Test func `The edited text of a killed program is kept, and an unchanged draft is deleted`() throws {
        let state = directory.file("state/shelf")
        for name in ["a", "b", "c", "d", "e"] {
            try directory.write("old\n", to: "state/shelf/draft-\(name)/.original")
        }
        try directory.write("old\n", to: "state/shelf/draft-a/text.txt")
        try directory.write("new\n", to: "state/shelf/draft-b/text.txt")
        try directory.write("old\n", to: "state/shelf/draft-c/text.txt")
        try directory.write("unwritten", to: "state/shelf/draft-c/.text.txt.swp")
        try directory.write("ol", to: "state/shelf/draft-d/text.txt.new")
        // One draft is in use by a running program, and the other files aren't drafts.
        let running = try drafts.make("old")
        try directory.write("mine", to: "elsewhere/text.txt")
        try FileManager.default.createSymbolicLink(
            atPath: "\(state)/draft-link", withDestinationPath: directory.file("elsewhere"))
        let another = Drafts(environment: ["XDG_STATE_HOME": directory.file("state")], program: "shelf")
        // The first look at the drafts: a process that another test is starting holds the locks of an earlier look.
        #expect(
            another.keepAbandonedDrafts().sorted() == [
                "\(state)/unsaved-b/text.txt", "\(state)/unsaved-c/text.txt",
            ])
        #expect(another.keepAbandonedDrafts() == [])
        #expect(FileManager.default.fileExists(atPath: running.path))
        #expect(FileManager.default.fileExists(atPath: directory.file("elsewhere/text.txt")))
        let folders = try FileManager.default.contentsOfDirectory(atPath: state).filter {
            !running.path.contains($0)
        }
        #expect(folders.sorted() == ["draft-link", "unsaved-b", "unsaved-c"])
    }

    /// Returns the drafts of a program that can't write to the home directory.
    private func draftsWithoutHome() throws -> Drafts {
        let blocked = try directory.write("no directory", to: "blocked")
        return Drafts(environment: ["XDG_STATE_HOME": blocked, "TMPDIR": directory.path], program: "shelf")
    }

    private var fallback: String { directory.file("shelf-\(geteuid())") }

    @Test func `A text kept outside the home directory is found again and reported once`() throws {
        // While the program runs, its kept text is locked, so the program itself doesn't report it.
        try draftsWithoutHome().keep("What I typed.")
        let mode = try FileManager.default.attributesOfItem(atPath: fallback)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o700)
        let kept = try draftsWithoutHome().keepAbandonedDrafts()
        let path = try #require(kept.first)
        #expect(kept.count == 1, "\(kept)")
        #expect(path.hasPrefix("\(fallback)/unsaved-"), "\(kept)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "What I typed.\n")
        #expect(try draftsWithoutHome().keepAbandonedDrafts() == [])
    }

    @Test func `A fallback directory that others can access is not used or searched`() throws {
        let elsewhere = directory.file("elsewhere")
        for isLink in [true, false] {
            if isLink {
                try FileManager.default.createDirectory(
                    atPath: elsewhere, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                try FileManager.default.createSymbolicLink(
                    atPath: fallback, withDestinationPath: elsewhere)
            } else {
                try FileManager.default.createDirectory(
                    atPath: fallback, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o777])
            }
            try directory.write("theirs", to: "shelf-\(geteuid())/draft-theirs/text.txt")
            let draft = try draftsWithoutHome().make("mine")
            #expect(draft.path.hasPrefix(directory.file("draft-")), "\(draft.path)")
            draft.remove()
            #expect(try draftsWithoutHome().keepAbandonedDrafts() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: fallback) == ["draft-theirs"])
            try FileManager.default.removeItem(atPath: fallback)
        }
    }
}
