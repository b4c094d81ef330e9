import Foundation
import TestSupport
import Testing

@Suite("Settings, histories and exports of programs that are killed")
struct KilledFilesTests {
    private static let settings = "home/.config/mybooks/settings"

    private func text(_ path: String) -> String? {
        (FileManager.default.contents(atPath: path)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let lines = [
        "set dates iso", "set color never", "set history 50", "set dates default", "set pager off",
        "set color auto",
    ]

    /// What the settings are at first, and after each line.
    private func settingsAfterEachLine() throws -> (texts: [String], answers: [String]) {
        let person = try Person("mybooks")
        var texts = [""]
        var answers: [String] = []
        for line in Self.lines {
            let result = try person.run(["-c", line])
            try #require(result.status == .exited(0), "\(line): \(result.stderr)")
            answers.append(result.stdout)
            texts.append(text(person.home.file(Self.settings)) ?? "")
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
        let found = text(person.home.file(Self.settings)) ?? ""
        #expect(
            reference.texts[count...min(count + 1, Self.lines.count)].contains(found),
            "\(place): after \(count) answers the settings are \(found)")
        let result = try person.run(["set", "--json"])
        #expect(result.status == .exited(0) && result.stderr.isEmpty, "\(place): \(result.stderr)")
    }

    @Test("Killed at any change of the disk, the settings are those before a command or after it")
    func settings() throws {
        let reference = try settingsAfterEachLine()
        let count = try Person("mybooks").countCalls(script: Self.lines)
        for point in Extent.points(count, sample: 20, "settings, killed") {
            for effect in [Fault.Effect.kill, .tear] {
                let person = try Person("mybooks")
                let result = try person.run(script: Self.lines, fault: Fault(effect: effect, at: point))
                #expect(result.status == .signalled(9))
                try check(person, result.outputBytes, reference, "\(effect) at call \(point) of \(count)")
            }
        }
    }

    @Test("Whenever the power fails, the settings are those before a command or after it")
    func settingsPowerCut() throws {
        let reference = try settingsAfterEachLine()
        try PowerCut(of: Person("mybooks"), sample: 15).run { person, fault in
            let result = try person.run(script: Self.lines, fault: fault)
            #expect(result.status == .exited(0))
        } check: { left, output, place in
            try check(left, output, reference, place)
        }
    }

    @Test("Whatever call fails, the settings are those before a command or after it, and it is said why")
    func settingsFail() throws {
        let reference = try settingsAfterEachLine()
        for error in [EIO, ENOSPC] {
            let count = try Person("mybooks").countCalls(script: Self.lines, effect: .error(error))
            for point in Extent.points(count, sample: 12, "settings, failing") {
                let person = try Person("mybooks")
                let result = try person.run(
                    script: Self.lines, fault: Fault(effect: .error(error), at: point))
                let place = "error \(error) at call \(point) of \(count)"
                Complaint.check(result, place)
                try check(person, result.outputBytes, reference, place)
            }
        }
    }

    /// Types lines at a prompt, and returns whether the program was killed.
    private func type(_ lines: [String], _ person: Person, _ fault: Fault?) throws -> Bool {
        let terminal = try person.terminal(["--in-memory"], fault: fault)
        for line in lines {
            try terminal.expect("mybooks> ")
            try terminal.sendLine(line)
        }
        return try terminal.waitForExit() == .signalled(9)
    }

    @Test("Killed at any change of the disk, the history of typed lines is the old one or the new one")
    func history() throws {
        let path = "home/.local/state/mybooks/history"
        var point = 0
        repeat {
            point += 1
            let person = try Person("mybooks")
            #expect(try !type(["stats", "quit"], person, nil))
            let old = try #require(text(person.home.file(path)))
            let fault = Fault(effect: point % 2 == 0 ? .tear : .kill, at: point, folder: ".local/state")
            let wasKilled = try type(["list", "quit"], person, fault)
            let found = text(person.home.file(path))
            #expect(found == old || found == old + "list\nquit\n", "killed at call \(point): \(found ?? "")")
            if !wasKilled {
                #expect(found != old)
                break
            }
        } while point < 50
        #expect(point > 3)
    }

    @Test("Killed at any change of the disk, an exported file is the old one or the new one")
    func export() throws {
        let lines = ["add Solaris Lem", "export home/books.json --overwrite"]
        let undisturbed = try Person("mybooks")
        try undisturbed.home.write("old", to: "home/books.json")
        let count = try undisturbed.countCalls(script: lines)
        for point in max(1, count - 40)...count {
            let person = try Person("mybooks")
            try person.home.write("old", to: "home/books.json")
            let result = try person.run(script: lines, fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            let found = text(person.home.file("home/books.json")) ?? "nothing"
            let isNew = found.contains("\"Solaris\"") && found.hasSuffix("]\n")
            #expect(found == "old" || isNew, "killed at call \(point) of \(count): \(found)")
            #expect(isNew || !result.stdout.contains("Wrote"))
        }
    }
}
