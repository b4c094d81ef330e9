import TestSupport
import Testing

@Suite("Tags of several words, and words beside “tag”")
struct TagWordTests {
    @Test("A name whose words stand apart is answered with the name in quotes")
    func apart() throws {
        let tracker = try Tracker()
        try tracker.script("tag new \"my tag\"", "new One")
        // “my” fits only this tag, and “tag” is no issue.
        let result = try tracker.portfolio("-c", "open 1", "-c", "tag my tag")
        #expect(result.status == .exited(1))
        #expect(
            result.stderr.contains("“my tag” is the name of one tag.")
                && result.stderr.contains("tag \"my tag\""), "\(result.stderr)")
        #expect(try tracker.portfolio("show", "1", "--json").object["tags"] as? [String] == [])
        try tracker.script("open 1", "tag \"my tag\"")
        #expect(try tracker.portfolio("show", "1", "--json").object["tags"] as? [String] == ["my tag"])
        // An issue that is meant is still found.
        try tracker.script("new tag")
        #expect(try tracker.portfolio("tag", "my", "tag").status == .exited(0))
    }

    @Test("A second word that is nearly a command's is answered with the command")
    func commands() throws {
        let tracker = try Tracker()
        try tracker.script("tag new work", "new One")
        for (line, meant) in [
            ("tag renam work job", "tag rename"), ("tag delte work", "tag delete"), ("tag nwe", "tag new"),
        ] {
            let result = try tracker.portfolio("-c", "open 1", "-c", line)
            #expect(result.stderr.contains("“\(meant)”"), "\(line): \(result.stderr)")
        }
    }

    @Test("An award is known by its English name in every language, which programs read")
    func awards() throws {
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
