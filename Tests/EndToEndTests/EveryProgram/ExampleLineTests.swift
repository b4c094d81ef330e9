import Foundation
import TestSupport
import Testing

@Suite("Examples in the help of itour, moonshot and portfolio", .level(.default))
struct ExampleLineTests {
    /// What the examples of a program need.
    private struct Setting {
        /// For some examples, a command that runs directly before the example.
        let before: [String: String]
        /// For each example that asks a question, the end of the question.
        var questions: [String: String] = [:]
    }

    private static let settings: [String: Setting] = [
        "itour": Setting(
            before: [
                "redo": "undo", "checklist done is:due": "checklist edit 1 due:2024-01-01",
                "checklist delete is:done --yes": "checklist done 1",
            ],
            questions: [
                "edit 12": "Name: ", "poi delete colosseum": "[y/N] ", "sight delete colosseum": "[y/N] ",
                "delete 12": "[y/N] ", "trip delete japan": "[y/N] ",
                "checklist delete umbrella --in japan": "[y/N] ", "view delete urgent": "[y/N] ",
            ]),
        "moonshot": Setting(
            before: ["redo": "undo"],
            questions: [
                "quiz": "Your answer: ", "quiz --seed 11": "Your answer: ", "note 8 --delete": "[y/N] ",
            ]),
        "portfolio": Setting(
            before: ["tag new work": "tag delete work --yes", "redo": "undo"],
            questions: [
                "content": "content> ", "delete": "[y/N] ", "reset": "[y/N] ", "tag delete work": "[y/N] ",
                "tag delete work later": "[y/N] ", "view delete urgent": "[y/N] ",
                "note delete 1": "[y/N] ",
            ]),
    ]

    /// For each language, commands that add records. The examples in this language contain the names of these
    /// records.
    private static let localSetup: [String: [String: [String]]] = [
        "itour": [
            "pl": [
                "add Rzym --date 2025-05-01", "back", "add Florencja", "back", "add Neapol", "back",
                "sight add rzym Koloseum --at 41.89,12.49", "export podroze.json",
                "poi add Koloseum --category muzeum --at 41.89,12.49",
                "trip add Japonia --date 2027-04-01 --end 2027-04-21", "add Kioto", "back", "add Tokio",
                "back", "leg add train Kioto Tokio --depart 2027-04-08", "checklist add Paszport Parasol",
                "back", "trip add Włochy", "checklist add Okulary", "back",
            ],
            "hu": [
                "add Róma --date 2025-05-01", "back", "add Firenze", "back", "add Nápoly", "back",
                "sight add róma Pantheon --at 41.9,12.48", "export utak.json",
                "poi add Pantheon --category múzeum --at 41.9,12.48",
                // “Japán” and “Japan” are the same name in a search.
                "trip edit japan --name Nippon",
                "trip add Japán --date 2027-04-01 --end 2027-04-21", "add Kiotó", "back", "add Tokió",
                "back", "leg add train Kiotó Tokió --depart 2027-04-08", "checklist add Útlevél Esernyő",
                "back", "trip add Olaszország", "checklist add Napszemüveg", "back",
            ],
        ],
        "moonshot": ["pl": [], "hu": []],
        "portfolio": [
            "pl": ["tag new praca", "tag new później", "new \"Strona logowania\" --tag praca", "back"],
            "hu": ["tag new munka", "tag new később", "new \"A bejelentkezés\" --tag munka", "back"],
        ],
    ]

    @Test(arguments: Transcript.all)
    func `No command has the name of a help topic`(program: String) throws {
        let names = try Person(program).grammar().names
        #expect(Set(names).isDisjoint(with: ["options", "exit-codes"]))
    }

    @Test(arguments: settings.keys.sorted(), ["en", "pl", "hu"])
    func `Every example of the manual page works as printed`(program: String, language: String) throws {
        let setting = try #require(Self.settings[program])
        let person = try Person(program, adding: ["EDITOR": "true"])
        let point = Data(
            #"{"type": "Feature", "properties": {"name": "Forum"}, "geometry": {"type": "Point", "coordinates": [12, 41]}}"#
                .utf8)
        try point.write(to: person.home.url.appendingPathComponent("museums.geojson"))
        try person.home.write(
            #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="41" lon="12"><name>Hut</name></wpt></gpx>"#,
            to: "hike.gpx")
        for name in ["bookings.ics", "rezerwacje.ics", "foglalások.ics"] {
            try person.home.write(
                """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Example//EN
                BEGIN:VEVENT
                UID:1
                DTSTART;VALUE=DATE:20270402
                SUMMARY:Tea
                END:VEVENT
                END:VCALENDAR

                """, to: name)
        }
        let setup = try #require(ExampleData.lines[program]) + (Self.localSetup[program]?[language] ?? [])
        for screen in try person.screens(setup) {
            #expect(!screen.text.contains("There is no"), "\(screen.line): \(screen.text)")
            #expect(!screen.text.isEmpty, "\(screen.line): \(screen.text)")
        }
        let store = person.home.file("home/.local/share/\(program)/\(program).store")
        try person.home.write("[]", to: "points.json")
        try person.home.write(#"{"type": "FeatureCollection", "features": []}"#, to: "fountains.geojson")
        // Skip examples of “sync”, which need a server (see SyncCommandTests), examples of “backup”, which
        // need other disks, and examples that need a network.
        func examples(_ language: String) throws -> [String] {
            try ProgramGrammar(manual: person.manual(language)).commands.filter {
                ![
                    "sync", "sync login", "sync off", "sync key", "sync conflicts", "backup", "restore",
                    "lookup",
                ].contains($0.name)
            }
            .flatMap(\.examples).filter { !$0.contains("https://") }
        }
        let english = try examples("en")
        let local = try examples(language)
        #expect(english.count > 50)
        #expect(local.count == english.count)
        // An example that is the same in English is tested there.
        for (example, englishExample) in zip(local, english)
        where language == "en" || example != englishExample {
            // Each example runs on a new copy of the store.
            let copy = person.home.file("copy.store")
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: store, toPath: copy)
            if example.hasPrefix("export"), !example.contains("--overwrite") {
                try? FileManager.default.removeItem(
                    atPath: person.home.file(example.split(separator: " ")[1].description))
            }
            if let before = setting.before[englishExample] { try person.run("--store", copy, "-c", before) }
            // Run the line in the operating system's shell, as it is printed in the manual.
            let start = "exec '\(person.path)' --store '\(copy)'"
            let line = "\(start) --language \(language) \(example)"
            let typed = ProgramGrammar.lines(of: englishExample).last ?? englishExample
            if let question = setting.questions[typed] {
                // The test expects questions in English.
                let terminal = try PseudoTerminal(
                    "/bin/sh", ["-c", "\(start) \(example)"], environment: person.environment,
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
            // The program opens an editor only at a terminal.
            if result.status == .exited(64) {
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
