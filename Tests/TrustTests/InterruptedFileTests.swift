import Foundation
import TestSupport
import Testing

@Suite("Settings, histories and exports of killed programs", .level(.slow))
struct InterruptedFileTests {
    /// Returns the path of a user's settings.
    private func settings(of person: Person) -> String {
        person.home.file("home/.config/\(person.programName)/settings")
    }

    private func text(_ path: String) -> String? {
        (FileManager.default.contents(atPath: path)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let lines = [
        "set dates iso", "set color never", "set history 50", "set dates default", "set pager off",
        "set color auto",
    ]

    /// Returns the texts of the settings file before the first line and after each line.
    private func settingsAfterEachLine(_ program: String) throws -> (texts: [String], answers: [String]) {
        try Self.references.value(program) { try tryEachLine(program) }
    }

    private static let references = OnceCache<String, (texts: [String], answers: [String])>()

    private func tryEachLine(_ program: String) throws -> (texts: [String], answers: [String]) {
        let person = try Person(program)
        var texts = [""]
        var answers: [String] = []
        for line in Self.lines {
            let result = try person.run(["-c", line])
            try #require(result.status == .exited(0), "\(line): \(result.stderr)")
            answers.append(result.stdout)
            texts.append(text(settings(of: person)) ?? "")
        }
        return (texts, answers)
    }

    private func check(
        _ person: Person, _ output: [UInt8], _ reference: (texts: [String], answers: [String]),
        _ place: String
    ) throws {
        var rest = String(decoding: output, as: UTF8.self)[...]
        var count = 0
        for answer in reference.answers {
            guard rest.hasPrefix(answer) else { break }
            rest = rest.dropFirst(answer.count)
            count += 1
        }
        let found = text(settings(of: person)) ?? ""
        #expect(
            reference.texts[count...min(count + 1, Self.lines.count)].contains(found),
            "\(place): after \(count) answers the settings are \(found)")
        let result = try person.run(["set", "--json"])
        #expect(result.status == .exited(0), "\(place): \(result.stderr)")
        #expect(result.stderr.isEmpty, "\(place): \(result.stderr)")
    }

    @Test(arguments: Script.all.map(\.program))
    func `A kill at any disk change leaves the old or new settings`(of program: String) throws {
        let reference = try settingsAfterEachLine(program)
        let count = try Person(program).countCalls(script: Self.lines)
        for point in Extent.points(count, sample: 6, "\(program), settings, killed") {
            for effect in [Fault.Effect.kill, .tear] {
                let person = try Person(program)
                let result = try person.run(script: Self.lines, fault: Fault(effect: effect, at: point))
                #expect(result.status == .signalled(9))
                try check(person, result.outputBytes, reference, "\(effect) at call \(point) of \(count)")
            }
        }
    }

    @Test(arguments: Script.all.map(\.program))
    func `A power failure leaves the old or new settings`(program: String) throws {
        let reference = try settingsAfterEachLine(program)
        try PowerCut(of: Person(program), sample: 5).run { person, fault in
            let result = try person.run(script: Self.lines, fault: fault)
            #expect(result.status == .exited(0))
        } check: { left, output, place in
            try check(left, output, reference, place)
        }
    }

    @Test(arguments: Script.all.map(\.program))
    func `A failing system call leaves the old or new settings and is reported`(program: String) throws {
        let reference = try settingsAfterEachLine(program)
        let count = try Person(program).countCalls(script: Self.lines, effect: .error(EIO))
        for error in [EIO, ENOSPC] {
            for point in Extent.points(count, sample: 4, "\(program), settings, failing") {
                let person = try Person(program)
                let result = try person.run(
                    script: Self.lines, fault: Fault(effect: .error(error), at: point))
                let place = "error \(error) at call \(point) of \(count)"
                FailureReport.check(result, place)
                try check(person, result.outputBytes, reference, place)
            }
        }
    }

    /// Types lines at a prompt. Returns whether the program was killed.
    private func type(_ lines: [String], _ person: Person, _ fault: Fault?) throws -> Bool {
        let terminal = try person.terminal(["--in-memory"], fault: fault)
        for line in lines {
            try terminal.expect("\(person.programName)> ")
            try terminal.sendLine(line)
        }
        return try terminal.waitForExit() == .signalled(9)
    }

    @Test(arguments: Script.all.map(\.program))
    func `A kill at any disk change leaves the old or new line history`(program: String) throws {
        let path = "home/.local/state/\(program)/history"
        let owner = try Person(program)
        #expect(try !type(["set color", "quit"], owner, nil))
        let old = try #require(text(owner.home.file(path)))
        var point = 0
        repeat {
            point += 1
            let person = try owner.copied()
            let fault = Fault(effect: point % 2 == 0 ? .tear : .kill, at: point, folder: ".local/state")
            let wasKilled = try type(["where", "quit"], person, fault)
            let found = text(person.home.file(path))
            #expect(found == old || found == old + "where\nquit\n", "killed at call \(point): \(found ?? "")")
            if !wasKilled {
                #expect(found != old)
                break
            }
        } while point < 50
        #expect(point > 3)
    }

    /// An export of a program's data in one format.
    struct Export: Sendable, CustomTestStringConvertible {
        let script: Script
        let ending: String

        var testDescription: String { "\(script.program), \(ending)" }

        static let all = Script.all.flatMap { script in
            let endings = [
                "mybooks": ["json", "csv"], "itour": ["json", "csv", "ics", "gpx", "geojson", "md"],
                "moonshot": ["json", "csv", "md"], "portfolio": ["json", "csv", "md", "txt"],
            ]
            return (endings[script.program] ?? []).map { Export(script: script, ending: $0) }
        }
    }

    /// Replaces the digits and hexadecimal letters in an export by zeros, since identifiers, times and
    /// numbers differ in each run.
    private func form(_ text: String) -> String {
        // Exported times contain no fraction if it is zero. Short identifiers have all letters.
        String(text.replacing(/\bid:\w+/, with: "id:").map { $0.isHexDigit ? "0" : $0 }).replacing(
            ".000Z", with: "Z")
    }

    @Test(arguments: Export.all)
    func `A kill at any disk change leaves the old or new exported file`(export: Export) throws {
        let name = "home/out.\(export.ending)"
        let lines = export.script.lines.prefix(5) + ["export \(name) --overwrite"]
        let undisturbed = try Person(export.script.program)
        try undisturbed.home.write("old", to: name)
        let count = try undisturbed.countCalls(script: Array(lines))
        let expected = form(try #require(text(undisturbed.home.file(name))))
        #expect(expected.count > 20)
        // Only the last calls matter: they write the file, print the result and close the store.
        let isSample = export.script.program == "mybooks" && export.ending == "json"
        let step = Extent.isWhole ? 1 : isSample ? 2 : 8
        for point in stride(from: max(1, count - 40), through: count, by: step) {
            let person = try Person(export.script.program)
            try person.home.write("old", to: name)
            let result = try person.run(script: Array(lines), fault: Fault(effect: .kill, at: point))
            if result.status != .signalled(9) {
                // The number of calls depends on timing, so the program may end before one of the last calls.
                #expect(result.status == .exited(0), "\(result.stderr)")
                #expect(point > count - 5, "\(result.stderr)")
            }
            let found = text(person.home.file(name)) ?? "nothing"
            let isNew = form(found) == expected
            let place = "\(export.testDescription), killed at call \(point) of \(count)"
            #expect(found == "old" || isNew, "\(place): \(found)")
            #expect(isNew || !result.stdout.contains("to “\(name)”"), "\(place)")
        }
    }
}
