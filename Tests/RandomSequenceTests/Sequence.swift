import Foundation
import TestSupport

/// A step of a random sequence. It consists of random numbers, whose meaning depends on the state in which
/// the step runs. So if any step is removed from a sequence, the rest is still valid.
struct Step: Hashable, CustomStringConvertible {
    enum Kind: Hashable {
        /// A command that changes data.
        case change
        case undo
        case redo
        /// The process restarts.
        case restart
    }

    let kind: Kind
    /// Which of the two processes runs the step.
    let process: Int
    /// The action and its target, as numbers.
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

/// The expected content of a store. The outer key is the kind of record, such as a book, and the inner key is
/// the record's number. The inner values are the record's values as text.
typealias ExpectedContent = [String: [Int: [String]]]

/// A change that a model suggests: the command line, and the expected content after it.
struct Change {
    let line: String
    let result: ExpectedContent
}

/// A simple in-memory model of a program: its possible changes and their effects.
@MainActor
protocol ProgramModel {
    /// Returns a change for a random number, or nil if none is possible.
    ///
    /// - Parameters:
    ///   - pick: The random number.
    ///   - content: The content of the store.
    ///   - next: Returns the number of the next record of a kind.
    static func change(_ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int) -> Change?
}

/// The expected store with its undo history: lists of past and undone contents.
struct ExpectedStore {
    private(set) var now: ExpectedContent = [:]
    private var past: [ExpectedContent] = []
    private var future: [ExpectedContent] = []
    private var greatest: [String: Int] = [:]

    func next(_ kind: String) -> Int { (greatest[kind] ?? 0) + 1 }

    mutating func change(to content: ExpectedContent) {
        for (kind, records) in content {
            greatest[kind] = max(greatest[kind] ?? 0, records.keys.max() ?? 0)
        }
        // A change without an effect isn't recorded in the history.
        if content.withoutEmpty == now.withoutEmpty { return }
        past.append(now)
        now = content
        future = []
    }

    /// Undoes the last change. Returns false if there was none.
    mutating func undo() -> Bool {
        guard let earlier = past.popLast() else { return false }
        future.append(now)
        now = earlier
        return true
    }

    /// Redoes the last undone change. Returns false if there was none.
    mutating func redo() -> Bool {
        guard let later = future.popLast() else { return false }
        past.append(now)
        now = later
        return true
    }
}

extension ExpectedContent {
    var withoutEmpty: ExpectedContent { filter { !$0.value.isEmpty } }

    /// Returns the record of a kind that a random number selects. Returns nil if there are no records of this
    /// kind.
    func pick(_ kind: String, _ number: UInt64) -> (number: Int, values: [String])? {
        let records = (self[kind] ?? [:]).sorted { $0.key < $1.key }
        guard !records.isEmpty else { return nil }
        let found = records[Int(number % UInt64(records.count))]
        return (found.key, found.value)
    }
}

/// The number of sequences per program: the environment variable `SEQUENCES`. Default: 100.
var sequenceCount: Int {
    ProcessInfo.processInfo.environment["SEQUENCES"].flatMap { Int($0) } ?? 100
}

/// The number of sequences with a second process. These sequences take longer, so the default is smaller.
var processSequenceCount: Int { max(1, sequenceCount / 10) }
