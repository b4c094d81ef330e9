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

    /// What lies in the directory of a person's texts.
    private var names: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: directory.file("state/shelf")).sorted()) ?? []
    }

    private func script(_ body: String) throws -> String {
        try directory.writeScript(body, to: "my editor")
    }

    @Test("The text comes back as the editor left it, without the line end that editors add")
    func edits() async throws {
        let path = try script(#"printf 'changed: ' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1""#)
        #expect(try await editor("'\(path)'").edit("one\ntwo") == "changed: one\ntwo")
    }

    @Test(
        "A text that the editor leaves alone, or only writes again, stays as it is",
        arguments: ["", "\n", "one", "one\n", "one\n\n", "one\r\n", "one\r\n\r\n", "one\r"])
    func leftAlone(text: String) async throws {
        let path = try script(#"cp "$1" "$1.new"; mv "$1.new" "$1""#)
        for line in ["true", "'\(path)'"] {
            let edited = try await editor(line).edit(text)
            #expect(Array(edited.utf8) == Array(text.utf8))
        }
    }

    @Test("Of an editor that writes the line ends of Windows, too, one is taken away")
    func carriageReturns() async throws {
        let path = try script(#"sed 's/$/\r/' "$1" > "$1.new"; mv "$1.new" "$1""#)
        #expect(Array(try await editor("'\(path)'").edit("x\ny").utf8) == Array("x\r\ny".utf8))
        #expect(Array(try await editor("'\(path)'").edit("x\n").utf8) == Array("x\r\n".utf8))
    }

    @Test("The editor's arguments are words, and no shell reads them")
    func arguments() async throws {
        let path = try script(#"printf '%s|' "$1" "$2" > "$3""#)
        #expect(try await editor("\"\(path)\" -w '$HOME;`x`'").edit("x") == "-w|$HOME;`x`|")
    }

    @Test("$VISUAL comes before $EDITOR")
    func visual() async throws {
        let path = try script(#"printf visual > "$1""#)
        let editor = Editor(environment: ["VISUAL": "'\(path)'", "EDITOR": "false"], drafts: drafts)
        #expect(try await editor.edit("x") == "visual")
    }

    @Test("While it is edited the text is for nobody else to read, and afterwards it is gone")
    func privacy() async throws {
        let path = try script(#"stat -c '%a' "$1" "$(dirname "$1")" > "$1.m"; cat "$1.m" > "$1""#)
        #expect(try await editor("'\(path)'").edit("secret") == "600\n700")
        #expect(drafts.end(isSaved: true) == [])
        #expect(names == [])
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
        // But it is kept.
        #expect(drafts.end(isSaved: false).count == 1)
    }

    @Test("What can't be read afterwards is kept, and the reason is the system's")
    func unreadable() async throws {
        let path = try script(#"rm "$1"; mkdir "$1"; echo new > "$1/new""#)
        await #expect(throws: EditorError.unreadable(SystemFailure(EISDIR))) {
            try await editor("'\(path)'").edit("old")
        }
        let kept = try #require(drafts.end(isSaved: true).first)
        #expect(try String(contentsOfFile: "\(kept)/new", encoding: .utf8) == "new\n")
        // One that isn't there holds nothing.
        await #expect(throws: FileError.self) { try await editor("rm").edit("old") }
        #expect(drafts.end(isSaved: false) == [])
    }

    @Test("A text that was typed is kept as it is")
    func typed() throws {
        try drafts.keep("typed")
        let kept = try #require(drafts.end(isSaved: false).first)
        #expect(kept.hasPrefix(directory.file("state/shelf/unsaved-")))
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "typed\n")
        try drafts.keep(" ")
        #expect(drafts.end(isSaved: false) == [])
    }

    @Test("What was written is kept where it isn't saved, and what is as it was or blank is not")
    func kept() async throws {
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
        #expect(kept.hasPrefix(directory.file("state/shelf/unsaved-")) && kept.hasSuffix("/text.txt"))
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "new")
    }

    @Test("What was written before the editor failed is kept, also where the command is done without it")
    func keptOfFailure() async throws {
        let path = try script(#"echo new > "$1"; exit 1"#)
        await #expect(throws: EditorError.self) { try await editor("'\(path)'").edit("old") }
        await #expect(throws: EditorError.self) { try await editor("false").edit("old") }
        _ = try await editor("true").edit("old")
        let kept = drafts.end(isSaved: true)
        #expect(kept.count == 1)
        #expect(try String(contentsOfFile: try #require(kept.first), encoding: .utf8) == "new\n")
        // What an editor writes beside the text when its terminal is closed.
        _ = try script(#"echo unwritten > "$(dirname "$1")/.text.txt.swp"; exit 1"#)
        await #expect(throws: EditorError.self) { try await editor("'\(path)'").edit("old") }
        #expect(drafts.end(isSaved: false).count == 1)
        #expect(names.contains { $0.hasSuffix("/.text.txt.swp") })
    }

    @Test("Where no directory of the person's can be written, the text lies in one of its own elsewhere")
    func elsewhere() async throws {
        try directory.write("a file", to: "state")
        let path = try script(#"dirname "$1" > "$1""#)
        let place = try await editor("'\(path)'").edit("x")
        #expect(place.hasPrefix(directory.file("shelf-\(getuid())/draft-")))
        #expect(drafts.end(isSaved: true) == [] && !FileManager.default.fileExists(atPath: place))
    }

    @Test("What a killed program left is kept where something was written, and goes otherwise")
    func left() throws {
        let state = directory.file("state/shelf")
        for name in ["a", "b", "c", "d", "e"] {
            try directory.write("old\n", to: "state/shelf/draft-\(name)/.original")
        }
        try directory.write("old\n", to: "state/shelf/draft-a/text.txt")
        try directory.write("new\n", to: "state/shelf/draft-b/text.txt")
        try directory.write("old\n", to: "state/shelf/draft-c/text.txt")
        try directory.write("unwritten", to: "state/shelf/draft-c/.text.txt.swp")
        try directory.write("ol", to: "state/shelf/draft-d/text.txt.new")
        // Somebody works on this one, and others are none of ours.
        let running = try drafts.make("old")
        try directory.write("mine", to: "elsewhere/text.txt")
        try FileManager.default.createSymbolicLink(
            atPath: "\(state)/draft-link", withDestinationPath: directory.file("elsewhere"))
        let another = Drafts(environment: ["XDG_STATE_HOME": directory.file("state")], program: "shelf")
        #expect(another.removeWhatKilledProgramsLeft().count == 2)
        #expect(
            another.keepWhatKilledProgramsLeft().sorted() == [
                "\(state)/unsaved-b/text.txt", "\(state)/unsaved-c/text.txt",
            ])
        #expect(another.keepWhatKilledProgramsLeft() == [])
        #expect(FileManager.default.fileExists(atPath: running.path))
        #expect(FileManager.default.fileExists(atPath: directory.file("elsewhere/text.txt")))
        let folders = try FileManager.default.contentsOfDirectory(atPath: state).filter {
            !running.path.contains($0)
        }
        #expect(folders.sorted() == ["draft-link", "unsaved-b", "unsaved-c"])
    }

    /// Texts of a program that can't write at home, in the directory of the test.
    private func homeless() throws -> Drafts {
        let blocked = try directory.write("no directory", to: "blocked")
        return Drafts(environment: ["XDG_STATE_HOME": blocked, "TMPDIR": directory.path], program: "shelf")
    }

    private var fallback: String { directory.file("shelf-\(geteuid())") }

    @Test("A text that could not be kept at home is found again when its program was killed, and told once")
    func fallbackIsFound() throws {
        // What is kept is locked for as long as the program lives.
        try homeless().keep("What I typed.")
        let mode = try FileManager.default.attributesOfItem(atPath: fallback)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o700)
        let kept = try homeless().keepWhatKilledProgramsLeft()
        let path = try #require(kept.first)
        #expect(kept.count == 1 && path.hasPrefix("\(fallback)/unsaved-"), "\(kept)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "What I typed.\n")
        #expect(try homeless().keepWhatKilledProgramsLeft() == [])
    }

    @Test("Where the folder for such texts is not the person's alone, nothing is put there, or looked for")
    func fallbackOfSomebodyElse() throws {
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
            let draft = try homeless().make("mine")
            #expect(draft.path.hasPrefix(directory.file("draft-")), "\(draft.path)")
            draft.remove()
            #expect(try homeless().keepWhatKilledProgramsLeft() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: fallback) == ["draft-theirs"])
            try FileManager.default.removeItem(atPath: fallback)
        }
    }
}
