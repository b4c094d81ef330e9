import Foundation
import TestSupport
import Testing

/// How a script goes when nothing strikes it: what it answers, and what the store holds after each of its lines.
struct Reference {
    let script: Script
    /// What each line answers.
    let answers: [[UInt8]]
    /// What the store holds at first, and after each line.
    let states: [StoreSnapshot]

    private static let made = OnceForEach<Script, Reference>()

    /// How a script goes, which is tried once for all tests.
    static func of(_ script: Script) throws -> Reference {
        try made.value(script) { try Reference(script) }
    }

    /// Runs the lines, each in a process of its own.
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

    /// Lets the program open its store, and make it where there is none.
    static func open(_ person: Person) throws {
        let result = try person.run(["history", "--json"])
        guard result.status == .exited(0) else {
            throw TestSupportError("the store doesn't open: \(result.status) \(result.stderr)")
        }
    }

    /// How many lines were answered as a whole.
    ///
    /// Awards that portfolio tells of don't count: they are saved after the command that earned them, and where that
    /// fails, it is the next command that tells.
    func answered(_ output: [UInt8]) throws -> Int {
        var rest = Self.withoutAwards(output)[...]
        for (index, answer) in answers.map(Self.withoutAwards).enumerated() {
            guard rest.starts(with: answer) else {
                // What was not answered as a whole began as it does otherwise.
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
        // The last line may be cut off.
        if let last = lines.last, !last.isEmpty, award.starts(with: last) { lines[lines.count - 1] = [] }
        return Array(lines.filter { !$0.starts(with: award) }.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Makes sure that everything that was answered is in the store, and nothing is there half.
    ///
    /// - Parameters:
    ///   - person: Whose store it is.
    ///   - output: What the program had answered.
    ///   - point: At which call it was struck.
    func check(_ person: Person, after output: [UInt8], point: String) throws {
        do {
            let count = try answered(output)
            try Self.open(person)
            let found = try StoreSnapshot(of: person.store)
            // The last change may be there without having been answered.
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
