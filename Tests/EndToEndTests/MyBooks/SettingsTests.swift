import TestSupport
import Testing

@Suite("Settings and history of mybooks", .level(.default))
struct SettingsTests {
    @Test func `The order of lists, the language and the date style are saved`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "A", "Z", "--added", "2024-03-05")
        try reader.mybooks("add", "B", "Y")
        #expect(try reader.titles() == ["A", "B"])
        try reader.mybooks("set", "sort", "author")
        #expect(try reader.mybooks("set").stdout.contains("author"))
        // The order is that of a prompt, and not of scripts.
        #expect(try reader.titles() == ["A", "B"])
        #expect(try reader.titles("--sort", "author") == ["B", "A"])
        try reader.mybooks("set", "dates", "iso")
        #expect(try reader.mybooks("show", "A").stdout.contains("Added\t2024-03-05\n"))
        try reader.mybooks("set", "language", "pl")
        #expect(try reader.mybooks("show", "A").stdout.contains("Dodano\t2024-03-05\n"))
        let mode = try reader.shell("stat -c %a home/.config/mybooks home/.config/mybooks/settings").stdout
        #expect(mode == "700\n600\n")
    }

    @Test func `The history command shows steps, times and undone steps, also after a restart`() throws {
        let reader = try Reader()
        #expect(try reader.mybooks("history").stdout == "There are no changes yet.\n")
        try reader.mybooks("add", "Solaris", "Lem")
        try reader.mybooks("rate", "1", "5")
        try reader.mybooks("undo")
        let rows = try reader.mybooks("history").stdout.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().map(String.init)
        }
        #expect(
            rows == [
                ["Added “Solaris” by Lem.", ""], ["Rated “Solaris” 5 of 5.", "undone"],
                ["Undone: Rated “Solaris” 5 of 5.", ""],
            ])
        let steps = try reader.mybooks("--language", "hu", "history", "--count", "2", "--json").objects
        #expect(steps.map { $0["kind"] as? String } == ["change", "undo"])
        #expect(steps.map { $0["isUndone"] as? Bool } == [true, false])
        #expect((steps.first?["time"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    }
}
