import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Issue {
    /// The fields of an issue.
    static let fields = FieldTable<Issue>(
        listing: [
            "number", "priority", "title", "tags", "created", "due", "status", "modified", "closed",
            "waitingUntil", "recurrence", "blocked",
        ],
        exporting: [
            "identifier", "title", "status", "priority", "tags", "due", "waitingUntil", "recurrence",
            "estimate", "letter", "blockedBy", "notes", "created", "closed", "modified", "started", "dueTime",
            "otherFields", "content",
        ]
    ) {
        Field.computed(
            "number", text("#"), sentence: text("number"), raw: { .integer($0.number) },
            display: { issue, _ in .verbatim(String(issue.number)) }
        )
        .sorted { .number(Double($0.number)) }
        .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field(
            required: "title", text("Title"), sentence: text("title"),
            help: text("The new title."),
            stored: \.title, type: .line(.title), get: { $0.title }, set: { $0.title = $1 }
        )
        .listed(priority: 6)
        Field(
            required: "status", text("Status"), sentence: text("status"),
            help: text("Status"), stored: \.closed,
            type: .word(IssueStatus.choices, or: .status), get: { $0.status },
            set: { issue, status in if status == .open { issue.close(nil) } },
            change: { issue, status, context in issue.close(status == .closed ? context.now : nil) }
        )
        .option(nil).listed(.verbatim(""), spokenTitle: text("Status"), priority: 8)
        Field(
            required: "priority", text("Priority"), sentence: text("priority"),
            help: text("The priority: low, medium or high."), stored: \.priority,
            type: .word(Priority.choices, or: .priority), get: { $0.priority }, set: { $0.priority = $1 }
        )
        .typing { $0.withLetter }
        // Lists begin with the highest priority.
        .sorted { issue in .number(-Double(Priority.allCases.firstIndex(of: issue.priority) ?? 0)) }
        .listed(.verbatim(""), spokenTitle: text("Priority"), priority: 8) { $0.priority.mark }
        Field(
            required: "created", text("Created"), sentence: text("created"), help: text("Created"),
            stored: \.created, type: .instant, get: { $0.created }, set: { $0.created = $1 }
        )
        .option(nil).sorted { .newestFirst($0.created) }.listed(priority: 5)
        Field(
            required: "modified", text("Modified"), sentence: text("modified"), help: text("Modified"),
            stored: \.modified, type: .instant, get: { $0.modified }, set: { $0.modified = $1 }
        )
        .option(nil).sorted { .newestFirst($0.modified) }
        Field(
            "closed", text("Closed"), sentence: text("closing date"), help: text("Closed"), stored: \.closed,
            type: .instant, get: { $0.closed }, set: { $0.closed = $1 }
        )
        .option(nil).sorted { $0.closed.map { .newestFirst($0) } }
        Field(
            "due", text("Due"), sentence: text("due"),
            help: text("The day on which it is due, such as friday or 3d, or “none”."), stored: \.due,
            type: .naturalDay, get: { $0.dueDay }, set: { $0.setDue($1) }
        )
        .sorted { issue in
            issue.due.map { .number($0.timeIntervalSinceReferenceDate + Double(60 * (issue.dueMinute ?? 0))) }
        }
        .typed(as: "due", offering: ["today", "tomorrow", "friday", "3d", "eom", "none"])
        .typing { $0.withTime }
        .cell { issue, context in DueCell.cell(issue, today: context.today) }.listed(priority: 7)
        Field(
            "waitingUntil", text("Waiting until"), sentence: text("waiting day"),
            help: text("The day until which lists hide it, or “none”."), stored: \.waitingUntil,
            type: .naturalDay, get: { $0.waitingDay }, set: { $0.waitingDay = $1 }
        )
        .option("wait").typed(as: "wait", "t", offering: ["tomorrow", "monday"]).listed()
        Field(
            "recurrence", text("Repeats"), sentence: text("recurrence"),
            help: text("The recurrence, such as weekly or monday, or “none”."), stored: \.recurrence,
            type: .recurrence, get: { issue in issue.rule.map { TypedRecurrence(rule: $0) } },
            set: { $0.rule = $1?.rule }, change: { $0.recur($1, $2) }
        )
        .option("every").typed(as: "every", "rec", "recur", offering: ["daily", "weekly", "monthly"]).listed(
            priority: 3)
        Field.computed(
            "blockedBy", text("Blocked by"), stored: \.blockedBy, raw: { .numbers(of: $0.blockedBy) },
            display: { issue, _ in .titles(of: issue.blockedBy) }
        )
        .only(in: [.show, .data]).exported { issue in
            issue.blockedBy.isEmpty ? .null : .texts(issue.blockedBy.map(\.identifier.uuidString).sorted())
        }
        Field.computed(
            "blocks", text("Blocks"), stored: \.blocks, raw: { .numbers(of: $0.blocks) },
            display: { issue, _ in .titles(of: issue.blocks) }
        )
        .only(in: [.show, .data])
        Field.computed("tags", text("Tags"), stored: \.tags, raw: { .names(of: $0.tags) })
            .cell { issue, context in
                TagCells.cell(Collator(context.localizer.language).sorted(issue.tags.map(\.name)))
            }
            .exported { .names(of: $0.tags) }.listed(priority: 4)
        Field(
            "content", text("Content"), sentence: text("content"),
            help: text("The content: a description of the issue."), stored: \.content,
            type: .lines(.content), get: { $0.content }, set: { $0.content = $1 }
        )
        .only(in: [.show, .data, .export])
        Field.computed(
            "notes", text("Notes"), stored: \.notes,
            raw: { .texts($0.noteEntries.map(\.fileText)) }
        )
        .only(in: .data).exported { issue in
            issue.notes.isEmpty ? .null : .texts(issue.noteEntries.map(\.fileText))
        }
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field(
            "letter", text("Letter in todo.txt"), sentence: text("Letter in todo.txt"),
            help: text("Letter in todo.txt"), stored: \.letter, type: .letter, get: { $0.letter },
            set: { $0.letter = $1 }
        )
        .option(nil).only(in: .export)
        Field.computed("blocked", text("Blocked"), raw: { .bool($0.isBlocked) }).only(in: .lists).listed()
        Field(
            "estimate", text("Estimate"), sentence: text("estimate"),
            help: text("The estimated duration, such as 2h or 45min, or “none”."), stored: \.estimate,
            type: .duration, get: { $0.estimate }, set: { $0.estimate = $1 }
        )
        .typed(as: "estimate", "est", offering: ["2h"]).listed(alignsRight: true, onlyWide: true)
        Field(
            "started", text("Started"), sentence: text("start of work"), help: text("Started"),
            stored: \.started, type: .instant, get: { $0.started }, set: { $0.started = $1 }
        )
        .option(nil).sorted { $0.started.map { .newestFirst($0) } }
        Field(
            "dueTime", text("Time"), sentence: text("time of day"),
            help: text("The time of day at which it is due, such as 14:00, or “none”."), stored: \.dueMinute,
            type: .dueTime, get: { $0.dueTime }, set: { $0.dueMinute = $1 },
            change: { issue, minute, _ in
                if minute != nil, issue.due == nil { throw IssueError.timeWithoutDay(title: issue.title) }
                issue.dueMinute = minute
            }
        )
        .option("at").typed(as: "at", offering: ["9:00"]).listed()
        Field(
            "otherFields", text("Other fields"), sentence: text("Other fields"), help: text("Other fields"),
            stored: \.otherFields, type: .line, get: { $0.otherFields }, set: { $0.otherFields = $1 }
        )
        .option(nil).only(in: [.data, .export])
    }

    /// The fields that imports set one by one. The others have rules, or belong to other records.
    static let details: [Field] = {
        let others = [
            "identifier", "title", "status", "tags", "blockedBy", "notes", "created", "closed", "modified",
        ]
        return fields.exported.filter { !others.contains($0.key) }
    }()

    /// The fields that a text of the whole issue has, in its order.
    static let written = fields.fields.filter { $0.key == "status" || ($0.option != nil && !$0.isLong) }

    /// Whether the issue is open and waits for an open one.
    private var isBlocked: Bool { isOpen && blockedBy.contains(where: \.isOpen) }

    /// The notes as files have them.
    var noteEntries: [NoteEntry] { notesInOrder.map { NoteEntry(written: $0.written, text: $0.text) } }

    /// Sets how the issue recurs. Its due day moves to one that fits the rule, unless the line names the due day.
    @MainActor
    private func recur(_ recurrence: TypedRecurrence?, _ context: FieldContext) {
        if rule != recurrence?.rule { rule = recurrence?.rule }
        if context.given.contains("due") { return }
        if let day = day(fitting: rule, today: context.today), day != dueDay { dueDay = day }
    }
}

extension Cell.RawValue {
    /// A list of texts.
    static func texts(_ texts: [String]) -> Cell.RawValue { .list(texts.map { .string($0) }) }

    /// The numbers of issues.
    fileprivate static func numbers(of issues: [Issue]) -> Cell.RawValue {
        .list(issues.map(\.number).sorted().map { .integer($0) })
    }

    /// The names of tags, in the same order for every language.
    fileprivate static func names(of tags: [Tag]) -> Cell.RawValue {
        .texts(tags.sorted { ($0.key, $0.name) < ($1.key, $1.name) }.map(\.name))
    }
}

extension Cell.Display {
    /// The numbers and titles of issues.
    fileprivate static func titles(of issues: [Issue]) -> Cell.Display {
        let names = issues.sorted { $0.number < $1.number }.map { issue in
            let name = "\(issue.number) \(issue.title)"
            return issue.isOpen ? TextArgument.string(name) : .text(Portfolio.text("%@ (closed)", name))
        }
        return names.isEmpty ? .empty : .text(Portfolio.text("%@", TextArgument.list(names)))
    }
}

extension FieldOrder {
    /// The order of times that begins with the newest.
    fileprivate static func newestFirst(_ date: Date) -> FieldOrder {
        .number(-date.timeIntervalSinceReferenceDate)
    }
}

extension FieldType where Value: RawRepresentable<String> {
    /// One of several words, which files and texts of the user have in English.
    fileprivate static func word(
        _ choices: [Choice<Value>], or problem: @escaping @Sendable @autoclosure () -> BadField
    ) -> FieldType<Value> {
        FieldType(
            .choice(choices), written: { value, _ in value.rawValue },
            columns: [
                Column(raw: { .string($0.rawValue) }) { value, _ in
                    choices.first { $0.value == value }?.words.first.map { .text($0) } ?? .empty
                }
            ],
            order: { value in .number(Double(choices.firstIndex { $0.value == value } ?? 0)) },
            imported: { if case .string(let word) = $0 { Value(rawValue: word) } else { nil } }
        ) { fields, name in fields.value(name, or: problem()) { Value(rawValue: $0.lowercased()) } }
    }
}

extension FieldType where Value == Date {
    /// A time in ISO 8601.
    fileprivate static var instant: FieldType<Date> {
        FieldType(
            ValueType(placeholder: Portfolio.text("DATE")) { string, _ in
                guard let date = ISOTime.date(string) else { throw ValueError.blank }
                return date
            }, written: { date, _ in ISOTime.string(date) },
            columns: [
                Column(raw: { .string(ISOTime.string($0)) }) { date, context in
                    .instant(date, context.timeZone)
                }
            ], imported: { if case .string(let time) = $0 { ISOTime.date(time) } else { nil } }
        ) { $0.time($1) }
    }
}

extension FieldType where Value == CivilDate {
    /// A day as users say it, such as `friday`.
    static var naturalDay: FieldType<CivilDate> {
        FieldType(
            .naturalDay, written: { day, _ in day.description },
            columns: [Column(raw: { .string($0.description) }) { day, _ in .day(day) }],
            order: { .number($0.utcDate.timeIntervalSinceReferenceDate) },
            imported: { if case .string(let day) = $0 { CivilDate(day) } else { nil } }
        ) { fields, name in fields.value(name, or: .date) { CivilDate($0) } }
    }
}

extension FieldType where Value == TypedRecurrence {
    /// A recurrence as users say it, such as `weekly`.
    fileprivate static var recurrence: FieldType<TypedRecurrence> {
        FieldType(
            .recurrence,
            written: { value, context in
                // Names of what a series keeps are for reading.
                value.rule.anchor == nil && value.rule.until == nil
                    ? context.localizer.string(value.rule.name) : value.rule.rawValue
            },
            columns: [Column(raw: { .string($0.rule.rawValue) }) { value, _ in .text(value.rule.name) }],
            imported: { if case .string(let rule) = $0 { TypedRecurrence(rawValue: rule) } else { nil } }
        ) { fields, name in fields.value(name, or: .recurrence) { TypedRecurrence(rawValue: $0) } }
    }
}

extension FieldType where Value == String {
    /// A priority's letter in todo.txt that stands for the low priority.
    fileprivate static var letter: FieldType<String> {
        FieldType(
            .nonBlank, written: { letter, _ in letter },
            columns: [Column(raw: { .string($0) }) { letter, _ in .verbatim(letter) }],
            imported: { if case .string(let letter) = $0 { letter } else { nil } }
        ) { fields, name in fields.value(name, or: .letter) { TodoMark.isLetter($0) ? $0 : nil } }
    }
}

extension BadField {
    /// The value isn't a status.
    static var status: BadField { BadField(text("it is neither “open” nor “closed”")) }
    /// The value isn't a priority.
    static var priority: BadField { BadField(text("it is not a priority")) }
    /// The value isn't a recurrence.
    static var recurrence: BadField { BadField(text("it is not a recurrence")) }
    /// The value isn't a priority letter.
    static var letter: BadField { BadField(text("it is not a letter from C to Z")) }
}
