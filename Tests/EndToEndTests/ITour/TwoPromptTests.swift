import TestSupport
import Testing

@Suite("Two prompts that edit one destination", .level(.default))
struct TwoPromptTests {
    @Test func `A prompt says which fields of its open destination another one changed`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome")
        let first = try traveller.terminal("--quiet", columns: 200)
        let second = try traveller.terminal("--quiet", columns: 200)
        defer {
            first.kill()
            second.kill()
        }
        for terminal in [first, second] {
            try terminal.expectPrompt("itour> ")
            try terminal.sendLine("open rome")
            try terminal.expectPrompt("itour Rome> ")
        }
        try first.sendLine("priority must")
        try first.expectPrompt("itour Rome> ")
        try second.sendLine("priority meh")
        let told = try second.expectPrompt("itour Rome> ")
        #expect(told.contains("“Rome” was changed elsewhere since it was shown here: Priority."), "\(told)")
        // A prompt's own change isn't reported to itself.
        try second.sendLine("details Trevi")
        let own = try second.expectPrompt("itour Rome> ")
        #expect(!own.contains("elsewhere"), "\(own)")
        try first.sendLine("show")
        let shown = try first.expectPrompt("itour Rome> ")
        #expect(
            shown.contains("“Rome” was changed elsewhere since it was shown here: Priority and Details."),
            "\(shown)")
        #expect(shown.contains("Meh"), "\(shown)")
    }

    @Test func `Answers that replace a value changed elsewhere are saved, and say so`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome")
        let terminal = try traveller.terminal("edit", "rome", columns: 200)
        defer { terminal.kill() }
        try terminal.expect("Name: Rome")
        try terminal.send(.enter)
        try terminal.expect("Date, with a time or without (blank for none): ")
        try traveller.itour("edit", "rome", "--priority", "must", "--details", "By train")
        try terminal.send(.enter)
        try terminal.expect("Time zone (blank for none): ")
        try terminal.send(.enter)
        try terminal.expect("Priority: meh, maybe or must: ")
        try terminal.send("\u{15}meh\r")
        try terminal.expect("Details (+ opens your editor): ")
        try terminal.send(.enter)
        try terminal.expect(
            "Another process changed “Rome” in the meantime: Priority. Your change is later and replaces that change."
        )
        #expect(try terminal.waitForExit() == .exited(0))
        let shown = try traveller.itour("show", "rome", "--json").object
        #expect(shown["priority"] as? String == "meh")
        #expect(shown["details"] as? String == "By train")
    }
}
