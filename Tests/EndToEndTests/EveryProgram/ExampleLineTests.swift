import Foundation
import TestSupport
import Testing

@Suite("Examples of the help of itour, moonshot and portfolio")
struct ExampleLineTests {
    /// What makes a program's examples meaningful: lines that are typed once, and lines that go before an example.
    private struct Setting {
        let setup: [String]
        /// What a person has done just before an example.
        let before: [String: String]
        /// What asks the person, and the question's end.
        var questions: [String: String] = [:]
    }

    private static let settings: [String: Setting] = [
        "itour": Setting(
            setup: ["add Rome --date 2025-05-01", "back", "add Florence", "back", "add Naples", "back"]
                + (4...12).flatMap { ["add \"Place \($0)\"", "back"] }
                + ["sight add rome Colosseum --at 41.89,12.49", "sight add rome Trevi --at 41.9,12.48"]
                + (3...9).map { "sight add rome \"Sight \($0)\"" } + ["export trips.json"]
                + ["poi add Colosseum --category museum --at 41.89,12.49"]
                + (2...12).map { "poi add \"Point \($0)\"" },
            before: ["redo": "undo"],
            questions: [
                "edit 12": "Name: ", "poi delete colosseum": "[y/N] ", "sight delete colosseum": "[y/N] ",
                "delete 12": "[y/N] ",
            ]),
        "moonshot": Setting(
            setup: ["favourite 11", "note 8 Earthrise"],
            before: ["redo": "undo"],
            questions: ["quiz": "Your answer: ", "quiz --seed 11": "Your answer: "]),
        "portfolio": Setting(
            setup: ["tag new work", "tag new later"]
                + (1...13).flatMap {
                    ["new \"\($0 == 5 ? "The login" : "Issue \($0)")\" --tag work", "back"]
                }
                + ["export issues.json", "export todo.txt"],
            before: ["tag new work": "tag delete work", "redo": "undo"],
            questions: ["content": "content> ", "delete": "[y/N] ", "reset": "[y/N] "]),
    ]

    @Test("Every example of the manual page works as printed", arguments: settings.keys.sorted())
    func work(program: String) throws {
        let setting = try #require(Self.settings[program])
        let person = try Person(program, adding: ["EDITOR": "true"])
        let point = Data(
            #"{"type": "Feature", "properties": {"name": "Forum"}, "geometry": {"type": "Point", "coordinates": [12, 41]}}"#
                .utf8)
        try point.write(to: person.home.url.appendingPathComponent("museums.geojson"))
        try person.home.write(
            #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="41" lon="12"><name>Hut</name></wpt></gpx>"#,
            to: "hike.gpx")
        for screen in try person.screens(setting.setup) {
            #expect(
                !screen.text.contains("There is no") && !screen.text.isEmpty, "\(screen.line): \(screen.text)"
            )
        }
        let store = person.home.file("home/.local/share/\(program)/\(program).store")
        try person.home.write("[]", to: "points.json")
        // Those of “sync” need a server: SyncCommandTests has one; those of “backup” other disks; others the
        // network.
        let examples = try person.grammar().commands.filter {
            !["sync", "sync login", "sync off", "backup", "restore"].contains($0.name)
        }
        .flatMap(\.examples).filter { !$0.contains("https://") }
        #expect(examples.count > 50)
        for example in examples {
            // Each on the same data.
            let copy = person.home.file("copy.store")
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: store, toPath: copy)
            if example.hasPrefix("export"), !example.contains("--overwrite") {
                try? FileManager.default.removeItem(
                    atPath: person.home.file(example.split(separator: " ")[1].description))
            }
            if let before = setting.before[example] { try person.run("--store", copy, "-c", before) }
            // As the manual prints it, for the operating system's shell.
            let line = "exec '\(person.path)' --store '\(copy)' \(example)"
            let typed = ProgramGrammar.lines(of: example).last ?? example
            if let question = setting.questions[typed] {
                let terminal = try PseudoTerminal(
                    "/bin/sh", ["-c", line], environment: person.environment,
                    workingDirectory: person.home.path, columns: 200)
                try terminal.expect(question)
                try terminal.send(question == "content> " ? .controlD : .controlC)
                let status = try terminal.waitForExit()
                let wasCancelled = status != .exited(0) && terminal.output.contains("Cancelled.")
                #expect(question == "content> " ? status == .exited(0) : wasCancelled, "\(example)")
                continue
            }
            let result = try TestSupport.run(
                "/bin/sh", ["-c", line], environment: person.environment, workingDirectory: person.home.path)
            // What opens an editor needs a terminal for it.
            if result.stderr.contains("An editor can only be opened at a terminal") {
                let terminal = try PseudoTerminal(
                    "/bin/sh", ["-c", line], environment: person.environment,
                    workingDirectory: person.home.path, columns: 200)
                #expect(try terminal.waitForExit() == .exited(0), "\(example): \(terminal.output)")
                continue
            }
            #expect(result.status == .exited(0), "\(example): \(result.stderr)")
        }
    }
}
