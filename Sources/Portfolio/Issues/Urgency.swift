import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// How urgent an open issue is: a sum of terms, which docs/portfolio.md lists.
struct Urgency {
    /// A part of the sum.
    enum Term: Hashable {
        case due(CivilDate), priority(Priority), started, blocking, blocked, age(days: Int), tag(String)
    }

    private(set) var terms: [(term: Term, value: Double)] = []

    /// The sum.
    var total: Double { terms.reduce(0) { $0 + $1.value } }

    /// Adds up the terms.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - isBlocked: Whether it waits for an open issue.
    ///   - isBlocking: Whether an open issue waits for it.
    ///   - tags: The names of its tags.
    ///   - weights: The values of tags.
    ///   - context: The day.
    @MainActor
    init(
        of issue: Issue, isBlocked: Bool, isBlocking: Bool, tags: [String], weights: [TagWeight],
        _ context: FieldContext
    ) {
        func add(_ term: Term, _ value: Double) { if value != 0 { terms.append((term, value)) } }
        if let due = issue.dueDay {
            // 12 from a week after the due day on, a fifth of it until two weeks before.
            let days = Double(min(7, max(-14, due.days(until: context.today))))
            add(.due(due), 12 * (0.2 + 0.8 * (days + 14) / 21))
        }
        switch issue.priority {
        case .high: add(.priority(.high), 6)
        case .medium: add(.priority(.medium), 3)
        case .low: break
        }
        if issue.started != nil { add(.started, 4) }
        if isBlocking { add(.blocking, 8) }
        if isBlocked { add(.blocked, -5) }
        let created = CivilDate.today(now: issue.created, timeZone: context.timeZone)
        let age = max(0, created.days(until: context.today))
        add(.age(days: age), 2 * Double(min(365, age)) / 365)
        for weight in weights {
            if let tag = tags.first(where: { weight.applies(to: $0) }) { add(.tag(tag), weight.value) }
        }
    }
}

extension Urgency.Term {
    /// The word in `--json` and `--csv`.
    var key: String {
        switch self {
        case .due: "due"
        case .priority: "priority"
        case .started: "started"
        case .blocking: "blocking"
        case .blocked: "blocked"
        case .age: "age"
        case .tag(let name): "#\(name)"
        }
    }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .due(let day): text("due %@", day)
        case .priority(let priority): text("priority %@", priority.name)
        case .started: text("started")
        case .blocking: text("blocks an open issue")
        case .blocked: text("waits for an open issue")
        case .age(let days): text("%lld days old", days)
        case .tag(let name): text("tag “%@”", name)
        }
    }
}

/// What a tag adds to the urgency of its issues.
struct TagWeight: Hashable, Sendable {
    let tag: String
    let value: Double

    /// Whether an issue's tag is this one or below it.
    func applies(to name: String) -> Bool { Tag.isKey(Tag.key(of: name), under: Tag.key(of: tag)) }

    /// The weights that the user chose, such as `work:5,later:-3`.
    static let setting = Setting<[TagWeight]>.value(
        "urgency", .tagWeights, [],
        written: { weights in
            weights.isEmpty
                ? "none" : weights.map { "\($0.tag):\(DecimalText.written($0.value))" }.joined(separator: ",")
        },
        words: [Choice("none", [TagWeight]())],
        help: text("What tags add to the urgency of issues, such as work:5,later:-3, or none."))
}

/// A number as the user writes it in settings.
private enum DecimalText {
    /// Returns the number without a needless fraction.
    static func written(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

extension ValueType where Value == [TagWeight] {
    /// Tags with numbers, separated by commas: `work:5,later:-3`.
    fileprivate static var tagWeights: ValueType<[TagWeight]> {
        ValueType(placeholder: Portfolio.text("TAG:NUMBER")) { string, _ in
            let written = try CheckedText.line(string)
            if written.lowercased() == "none" { return [] }
            return try written.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let words = part.split(separator: ":", omittingEmptySubsequences: false)
                guard words.count == 2, let value = Double(words[1].trimmingCharacters(in: .whitespaces)),
                    value.magnitude <= 100
                else {
                    throw ValueError.refused(
                        Portfolio.text("“%@” is not a tag with a number.", String(part)),
                        remedy: Portfolio.text(
                            "Write a tag, a colon and a number up to 100: work:5,later:-3."))
                }
                return TagWeight(
                    tag: try CheckedText.tagName(String(words[0].drop { $0 == " " || $0 == "#" })),
                    value: value)
            }
        }
    }
}

extension Cell {
    /// The cell of an urgency, with one decimal.
    static func urgency(_ value: Double, _ localizer: Localizer) -> Cell {
        let rounded = (value * 10).rounded() / 10
        return Cell(.decimal(rounded), .verbatim(localizer.decimal(rounded, fractionDigits: 1...1)))
    }
}
