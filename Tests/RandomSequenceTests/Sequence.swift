import Foundation
import TestSupport

/// What happens in a random sequence. A step is nothing but numbers, whose meaning the state of the model gives at its
/// turn: so any step can be left out, and the rest still makes sense.
struct Step: Hashable, CustomStringConvertible {
    enum Kind: Hashable {
        /// A command of the program, by the person in this process or the other one.
        case change
        case undo
        case redo
        /// The process ends and begins anew.
        case restart
    }

    let kind: Kind
    /// Which of the two processes does it.
    let process: Int
    /// What is done, and to what.
    let pick: UInt64

    var description: String { "\(kind) by \(process) (\(pick))" }

    static func random(_ count: Int, using random: inout SeededGenerator) -> [Step] {
        (0..<count).map { _ in
            let kind: Kind =
                switch Int.random(in: 0..<20, using: &random) {
                case 0..<12: .change
                case 12..<16: .undo
                case 16..<18: .redo
                default: .restart
                }
            let process = Int.random(in: 0..<3, using: &random) == 0 ? 1 : 0
            return Step(kind: kind, process: process, pick: random.next())
        }
    }
}

/// What a store should hold: for each kind of record, by number, its values in words.
typealias Holdings = [String: [Int: [String]]]

/// A change that a model has thought of: the line that asks for it, and what the store should hold behind it.
struct Change {
    let line: String
    let result: Holdings
}

/// What of a program is a simple model in memory: which changes there are, and what they do.
@MainActor
protocol ProgramModel {
    /// A change for a random number; nil where nothing fits.
    ///
    /// - Parameters:
    ///   - pick: the random number.
    ///   - holdings: what the store holds.
    ///   - next: the number that the next record of a kind gets, which no record had before.
    static func change(_ pick: UInt64, _ holdings: Holdings, next: (String) -> Int) -> Change?
}

/// The model's idea of a store with its history, which is a list of states.
struct ExpectedStore {
    private(set) var now: Holdings = [:]
    private var past: [Holdings] = []
    private var future: [Holdings] = []
    private var greatest: [String: Int] = [:]

    func next(_ kind: String) -> Int { (greatest[kind] ?? 0) + 1 }

    mutating func change(to holdings: Holdings) {
        for (kind, records) in holdings {
            greatest[kind] = max(greatest[kind] ?? 0, records.keys.max() ?? 0)
        }
        // What changes nothing is no step.
        if holdings.withoutEmpty == now.withoutEmpty { return }
        past.append(now)
        now = holdings
        future = []
    }

    /// Whether there was something to undo.
    mutating func undo() -> Bool {
        guard let earlier = past.popLast() else { return false }
        future.append(now)
        now = earlier
        return true
    }

    /// Whether there was something to redo.
    mutating func redo() -> Bool {
        guard let later = future.popLast() else { return false }
        past.append(now)
        now = later
        return true
    }
}

extension Holdings {
    var withoutEmpty: Holdings { filter { !$0.value.isEmpty } }

    /// A record for a random number.
    func pick(_ kind: String, _ number: UInt64) -> (number: Int, values: [String])? {
        let records = (self[kind] ?? [:]).sorted { $0.key < $1.key }
        guard !records.isEmpty else { return nil }
        let found = records[Int(number % UInt64(records.count))]
        return (found.key, found.value)
    }
}

/// How many sequences each program is tried with: 250, or as many as the environment's `SEQUENCES` says.
var sequenceCount: Int {
    ProcessInfo.processInfo.environment["SEQUENCES"].flatMap { Int($0) } ?? 250
}

/// How many of them are tried with a second process, which takes longer.
var processSequenceCount: Int { max(1, sequenceCount / 10) }
