import Foundation
import TestSupport
import Testing

/// An undisturbed run of a script: its output, and the store's contents after each line.
struct Reference {
    let script: Script
    /// The output of each line.
    let answers: [[UInt8]]
    /// The store's contents before the first line and after each line.
    let states: [StoreSnapshot]

    private static let made = OnceCache<Script, Reference>()

    /// Returns the run of a script, which is made once for all tests.
    static func of(_ script: Script) throws -> Reference {
        try made.value(script) { try Reference(script) }
    }

    /// Runs each line in a separate process.
    private init(_ script: Script) throws {
        self.script = script
        let person = try Person(script.program)
        try script.prepare(person.home)
        try Self.open(person)
        var answers: [[UInt8]] = []
        var states = [try StoreSnapshot(of: person.store)]
        for line in script.lines {
            let result = try person.run(["-c", line])
            guard result.status == .exited(0) else {
                throw TestSupportError("\(script.program): \(line): \(result.stdout)\(result.stderr)")
            }
            answers.append(result.outputBytes)
            states.append(try StoreSnapshot(of: person.store))
        }
        self.answers = answers
        self.states = states
    }

    /// Runs the program once so that it creates its store if necessary.
    static func open(_ person: Person) throws {
        let result = try person.run(["history", "--json"])
        guard result.status == .exited(0) else {
            throw TestSupportError("the store doesn't open: \(result.status) \(result.stderr)")
        }
    }

    /// Returns the number of lines with complete output.
    ///
    /// Award messages of portfolio don't count. The program saves an award after the command that earned it.
    /// If this fails, the next command shows the award.
    func answered(_ output: [UInt8]) throws -> Int {
        var rest = Self.withoutAwards(output)[...]
        for (index, answer) in answers.map(Self.withoutAwards).enumerated() {
            guard rest.starts(with: answer) else {
                // Incomplete output is a prefix of the normal output.
                guard answer.starts(with: rest) else {
                    throw TestSupportError(
                        "line \(index + 1) answers “\(String(decoding: rest, as: UTF8.self))”")
                }
                return index
            }
            rest = rest.dropFirst(answer.count)
        }
        return answers.count
    }

    private static let award = Array("You have earned ".utf8)

    private static func withoutAwards(_ output: [UInt8]) -> [UInt8] {
        var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last line may be the beginning of an award message.
        if let last = lines.last, !last.isEmpty, award.starts(with: last) { lines[lines.count - 1] = [] }
        return Array(lines.filter { !$0.starts(with: award) }.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Checks that the store contains every acknowledged change, and no incomplete change.
    ///
    /// - Parameters:
    ///   - person: The user.
    ///   - output: The program's output.
    ///   - point: The call with the fault.
    func check(_ person: Person, after output: [UInt8], point: String) throws {
        do {
            let count = try answered(output)
            try Self.open(person)
            let found = try StoreSnapshot(of: person.store)
            // The last change may be stored without having been acknowledged.
            let possible = states[count...min(count + 1, states.count - 1)]
            let isPossible = possible.contains {
                $0 == found || $0.withoutAnnouncements == found.withoutAnnouncements
            }
            if !isPossible {
                Issue.record(
                    """
                    \(script.program), \(point): after \(count) answers, the store differs by
                    \(found.difference(from: states[count]))
                    """)
            }
        } catch {
            Issue.record("\(script.program), \(point): \(error)")
        }
    }
}
