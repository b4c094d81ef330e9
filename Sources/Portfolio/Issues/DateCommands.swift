import Localization
import ProgramKit
import Shell

/// `due` and `wait`: set the day on which issues are due, or until which lists hide them.
struct DayCommand: Command {
    static let words = Parameter.rest(
        "issue", .recordOrCondition(text("ISSUE"), source: IssueCompletions.daysAndIssues),
        placeholder: text("DATE ISSUE"),
        help: text(
            "A date such as 2024-12-31, a weekday, 3d, 2w, next week, end of month, or none; and the issues, before or after it. Default: the opened issue."
        )
    ).takingHyphens
    static let day = date(withTime: false)
    private static let dayAndTime = date(withTime: true)

    private static func date(withTime hasTime: Bool) -> Parameter<Assignment<DayAndTime>?> {
        Parameter.option(
            "date", ValueType<DayAndTime>.naturalDay(withTime: hasTime).orNone,
            help: text("The date, or none. The other words are the issues."))
    }

    let declaration: CommandDeclaration
    private let isDue: Bool

    /// `due`: sets the day on which issues are due.
    static var due: DayCommand {
        DayCommand(
            declaration: CommandDeclaration(
                "due", group: .planning, summary: text("Sets the day on which issues are due."),
                parameters: [words.declaration, dayAndTime.declaration],
                examples: [
                    .verbatim("due friday 12"), .verbatim("due 12 13 next week"), .verbatim("due none 12"),
                    .verbatim("due friday is:overdue"),
                ],
                changesData: true, needsConfirmation: true),
            isDue: true)
    }

    /// `wait`: hides issues until a day.
    static var wait: DayCommand {
        DayCommand(
            declaration: CommandDeclaration(
                "wait", group: .planning, summary: text("Hides issues from lists until a day."),
                discussion: [text("“list is:waiting” shows hidden issues.")],
                parameters: [words.declaration, day.declaration],
                examples: [
                    .verbatim("wait monday 12"), .verbatim("wait none 12"),
                    .verbatim("wait monday priority:low"),
                ], changesData: true,
                needsConfirmation: true),
            isDue: false)
    }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var words = try invocation[Self.words]
        // A time of the option's value is the only one.
        let hasTime = try invocation[Self.dayAndTime]?.value?.minute != nil
        let time = isDue && !hasTime ? Self.takeTime(from: &words) : nil
        let (arguments, given) = try await Self.issuesAndDay(words, invocation, withTime: isDue, in: session)
        let day = given?.day, minute = time ?? given?.minute
        if day == nil, minute != nil {
            throw ValueError.refused(
                text("A time of day needs a day."), remedy: text("Write the day, too: due friday 14:00 12."))
        }
        func differs(_ issue: Issue) -> Bool {
            (isDue ? issue.dueDay : issue.waitingDay) != day || minute.map { issue.dueTime != $0 } ?? false
        }
        let issues = try await session.issuesToChange(invocation, arguments, changes: differs)
        let changed = issues.filter(differs)
        for issue in changed {
            if isDue { issue.setDue(day) } else { issue.waitingDay = day }
            if let minute { issue.dueMinute = minute }
        }
        return try IssueChange.output(
            changed, of: issues, session,
            one: { title in message(title, day, changed.first?.dueTime) },
            many: { count in message(count, day, minute) })
    }

    /// Returns the message about one issue with its time, even if the line has no time.
    private func message(_ title: String, _ day: CivilDate?, _ minute: Int?) -> LocalizedText {
        guard let day else {
            return isDue
                ? text("“%@” is no longer due on a day.", title) : text("“%@” no longer waits.", title)
        }
        return isDue
            ? text("“%1$@” is due on %2$@.", title, DueTime.text(text("%@", day), minute))
            : text("“%1$@” waits until %2$@.", title, day)
    }

    /// Returns the message about several issues.
    private func message(_ count: Int, _ day: CivilDate?, _ minute: Int?) -> LocalizedText {
        guard let day else {
            return isDue
                ? text("%lld issues are no longer due on a day.", count)
                : text("%lld issues no longer wait.", count)
        }
        return isDue
            ? text("%1$lld issues are due on %2$@.", count, DueTime.text(text("%@", day), minute))
            : text("%1$lld issues wait until %2$@.", count, day)
    }
}

extension DayCommand {
    /// Separates the day from the words of the issues; the day is `nil` for “none”.
    @MainActor
    private static func issuesAndDay(
        _ words: [String], _ invocation: Invocation, withTime hasTime: Bool, in session: PortfolioSession
    ) async throws -> (issues: [String], day: DayAndTime?) {
        let type = ValueType<CivilDate>.comingDay.orNone
        let parsing = session.fieldContext.parsing
        try refuseRecurrence(words, parsing)
        let (issues, day) = try await session.issuesAndValue(
            words, invocation, hasTime ? dayAndTime : Self.day,
            question: (text("Which date"), ValueType<DayAndTime>.naturalDay(withTime: hasTime).orNone),
            missing: {
                .refused(
                    text("There is no date in “%@”.", $0),
                    remedy: text(
                        "Write a date as 2024-12-31, friday, 3d or next week, before or after the issues."))
            },
            read: { (string) throws(ValueError) in
                do {
                    guard let day = try type.parse(string, parsing).value else {
                        return Assignment<DayAndTime>.none
                    }
                    return Assignment<DayAndTime>.some(DayAndTime(day: day))
                } catch let error as ValueError {
                    // Other words are no date. A date that doesn't exist is an error.
                    if case .notADay = error { return nil }
                    throw error
                } catch {
                    return nil
                }
            })
        return (issues, day.value)
    }

    /// Refuses words such as “every other tuesday”, whose weekday would be taken as the date, and names the right command.
    private static func refuseRecurrence(_ words: [String], _ parsing: ParseContext) throws(ValueError) {
        let meanings = DateWords(parsing.localizer)
        guard let start = words.firstIndex(where: { meanings.meanings(of: $0) == [.every] }) else { return }
        for end in words.indices.reversed() where end > start {
            let typed = words[start...end].joined(separator: " ")
            guard parsing.recurrence(typed) != nil else { continue }
            let line = ["every"] + words[(start + 1)...end] + words[..<start] + words[(end + 1)...]
            throw ValueError.refused(
                text("“%@” is a recurrence, not a date.", typed),
                remedy: text("Write “%@”.", line.joined(separator: " ")))
        }
    }

    /// Takes a time of day, such as `14:00`, from words; `nil` if there is none.
    private static func takeTime(from words: inout [String]) -> Int? {
        for (index, word) in words.enumerated() {
            if let minute = DueTime.minute(word) {
                words.remove(at: index)
                if index > 0, DueTime.introducesTime(words[index - 1]) { words.remove(at: index - 1) }
                return minute
            }
        }
        return nil
    }
}

/// `every`: makes issues recur.
struct EveryCommand: Command {
    static let words = Parameter.rest(
        "issue", .recordOrCondition(text("ISSUE"), source: IssueCompletions.recurrencesAndIssues),
        placeholder: text("RECURRENCE ISSUE"),
        help: text(
            "The recurrence: daily, weekly, monthly, yearly, a weekday, every 2 weeks, 2 days after closing, or none; and the issues, before or after it. Default: the opened issue."
        )
    ).takingHyphens
    static let recurrence = Parameter.option(
        "recurrence", ValueType<TypedRecurrence>.recurrence.orNone,
        help: text("The recurrence, or none. The other words are the issues."))

    let declaration = CommandDeclaration(
        "every", group: .planning, summary: text("Makes issues recur: closing one creates the next."),
        discussion: [
            text(
                "The next due day is counted from the due day, or with “after closing” from the day of closing. Due days that have passed are skipped."
            ),
            text(
                "A series keeps its day: “mon,thu”, “15th”, “last day”, “2nd tuesday”, “29 february”. A due day that doesn't fit moves to the next one that does. “until” and a date end the series."
            ),
        ],
        parameters: [words.declaration, recurrence.declaration],
        examples: [
            .verbatim("every weekly 12"), .verbatim("every mon,thu 12"), .verbatim("every last day 12"),
            text("every 2 days after closing 12"),
            .verbatim("every none 12"), .verbatim("every none is:recurring"),
        ],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let type = ValueType<TypedRecurrence>.recurrence.orNone
        let parsing = session.fieldContext.parsing
        let (arguments, given) = try await session.issuesAndValue(
            try invocation[Self.words], invocation, Self.recurrence, question: (text("How often"), type),
            missing: {
                .refused(
                    text("There is no recurrence in “%@”.", $0),
                    remedy: text(
                        "Write weekly, monthly, monday, every 2 weeks or 2 days after closing, before or after the issues."
                    ))
            },
            read: { string in
                if let typed = parsing.recurrence(string) { return .some(.some(typed)) }
                return try? type.parse(string, parsing)
            })
        try given.value?.checkEnd(session.today)
        let issues = try await session.issuesToChange(invocation, arguments)
        let rule = given.value?.rule
        let changed = issues.filter {
            $0.rule != rule || ($0.isOpen && $0.day(fitting: rule, today: session.today) != $0.dueDay)
        }
        let moves = changed.compactMap { $0.setRule(rule, today: session.today) }
        var output = try IssueChange.output(
            changed, of: issues, session,
            one: { title in
                rule.map { text("“%1$@” recurs %2$@.", title, $0.name) }
                    ?? text("“%@” no longer recurs.", title)
            },
            many: { count in
                rule.map { text("%1$lld issues recur %2$@.", count, $0.name) }
                    ?? text("%lld issues no longer recur.", count)
            })
        output.blocks += moves.map { .message($0) }
        return output
    }
}

extension Issue {
    /// Sets the rule, and moves the due day of an open issue to a day that fits it.
    ///
    /// - Returns: A message if the due day moves; `nil` if it stays, or if the issue had none.
    fileprivate func setRule(_ rule: Recurrence?, today: CivilDate) -> LocalizedText? {
        self.rule = rule
        guard isOpen, let day = day(fitting: rule, today: today), day != dueDay else { return nil }
        let hadDay = due != nil
        dueDay = day
        return hadDay ? text("“%1$@” moves to %2$@.", title, day) : nil
    }

    /// Returns the due day that fits a rule: the present one, or the next that fits. If the rule keeps a day and the
    /// issue has neither a due day nor a waiting day, it is the first day after today.
    func day(fitting rule: Recurrence?, today: CivilDate) -> CivilDate? {
        guard let rule, rule.anchor != nil else { return dueDay }
        if let due = dueDay { return rule.fitting(due) }
        return waitingUntil == nil ? rule.nextDay(due: today, closing: today) : nil
    }
}

extension CommandGroup {
    /// The commands for dates, work and dependencies.
    static var planning: CommandGroup { CommandGroup(text("Planning")) }
}
