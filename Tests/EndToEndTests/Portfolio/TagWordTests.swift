import TestSupport
import Testing

@Suite("Tag names of several words and unknown subcommands", .level(.default))
struct TagWordTests {
    @Test func `A name of several unquoted words is answered with the name in quotes`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new \"my tag\"", "new One")
        // No tag is called “my”.
        let result = try tracker.portfolio("-c", "open 1", "-c", "tag my tag")
        #expect(result.status == .exited(1))
        #expect(result.stderr.contains("“my tag” is the name of one tag."), "\(result.stderr)")
        #expect(result.stderr.contains("tag \"my tag\""), "\(result.stderr)")
        #expect(try tracker.portfolio("show", "1", "--json").object["tags"] as? [String] == [])
        try tracker.script("open 1", "tag \"my tag\"")
        #expect(try tracker.portfolio("show", "1", "--json").object["tags"] as? [String] == ["my tag"])
    }

    @Test func `A misspelled subcommand is answered with the correct one`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new work", "new One")
        for (line, meant) in [
            ("tag renam work job", "tag rename"), ("tag delte work", "tag delete"), ("tag nwe", "tag new"),
        ] {
            let result = try tracker.portfolio("-c", "open 1", "-c", line)
            #expect(result.stderr.contains("“\(meant)”"), "\(line): \(result.stderr)")
        }
    }

    @Test func `Data formats use an award's English name, which is accepted in every language`() throws {
        let tracker = try Tracker()
        for language in ["en", "pl", "hu"] {
            let award = try tracker.portfolio("award", "First Steps", "--json", "--language", language).object
            #expect(award["name"] as? String == "First Steps")
        }
        #expect(
            try tracker.portfolio("award", "First Steps", "--language", "pl").stdout.contains(
                "Pierwsze kroki"))
    }
}
