import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The arguments that name expenses.
enum ExpenseArguments {
    static let expense = Parameter.required(
        "expense", .expense, help: text("The expense's number, or a part of its name."),
        question: text("Which expense"))
    static let expenses = Parameter.rest(
        "expense", .recordOrCondition(text("EXPENSE"), source: TripCompletions.expensesOrConditions),
        minimum: 1, help: text("Numbers, parts of names, and conditions such as %@.", "category:food"),
        question: text("Which expense")
    ).takingHyphens
}

extension ExpenseCategory {
    var cell: Cell { Cell(.string(rawValue), .text(name)) }
}

/// `expense add`: adds money that was spent.
struct ExpenseAddCommand: Command {
    static let amount = Parameter.required(
        "amount", .moneyStart,
        help: text("The amount, such as 1200 JPY, or -12 EUR for a refund. Default currency: your own."),
        question: text("Amount"))
    /// The rest of the amount, such as `JPY`, and the name.
    static let name = Parameter.words(
        "name", .wordOrChange, minimum: 1, placeholder: text("NAME"),
        help: text("What it was for. The day can follow. Default: today."), question: text("Name")
    ).claiming { word, localizer in
        Expense.fields.isChange(word, localizer)
    } orUnknown: {
        $0.typedKey != nil
    } naming: { word, localizer in
        Expense.fields.argument(namedBy: word, of: ["amount"], localizer)
    }

    let declaration = CommandDeclaration(
        "expense add", aliases: ["expense new"], group: .money, summary: text("Adds an expense to a trip."),
        parameters: [
            amount.declaration, name.declaration,
        ] + Expense.fields.options(except: ["amount", "name"]) + [TripParameters.inside.declaration],
        examples: [
            text("trip open japan\nexpense add 1250 JPY Ramen yesterday"),
            text("trip open japan\nexpense add 1200 JPY Ramen --category food --on yesterday"),
        ],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.inside])
        let context = session.fieldContext
        let given = try invocation[Self.name]
        func hasKey(_ word: String) -> Bool { Expense.fields.isChange(word, session.localizer) }
        // Words with keys can stand between the number and the currency.
        let plain = given.filter { !hasKey($0) }
        let start = try invocation[Self.amount].split(separator: " ").map(String.init)
        let (money, rest) = try MoneyReader.money(atStartOf: start + plain, session.localizer)
        if rest.isEmpty,
            !given.contains(where: {
                Expense.fields.argument(namedBy: $0, of: ["name"], session.localizer) != nil
            })
        {
            throw ValueError.refused(
                text("The expense has no name."),
                remedy: text("Write what it was for after the amount: 1200 JPY Ramen."))
        }
        var amountWords = plain.count - rest.count
        let others = given.filter { word in
            if amountWords == 0 || hasKey(word) { return true }
            amountWords -= 1
            return false
        }
        let (typed, name) = try Expense.fields.additions(in: others, context.parsing)
        if typed.contains(where: { $0.key == "amount" }) { throw UsageError.repeatedOption("--amount") }
        var changes = try Expense.fields.changes(invocation, except: ["amount", "name"]) + typed
        let line = try await session.dates(
            atEndOf: name, WantedDates(start: "on", hasTimes: false, isComing: false),
            given: Expense.fields.givenOptions(changes))
        changes += try line.changes("day", of: Expense.fields, context.parsing)
        let title = line.words.joined(separator: " ")
        // In quotation marks, a second amount is a name.
        if line.words.allSatisfy({ given.contains($0) }),
            let second = try? MoneyReader.money(atStartOf: line.words, session.localizer),
            second.rest.isEmpty
        {
            throw ValueError.refused(
                text("“%@” is a second amount, not a name.", title),
                remedy: text(
                    "Write what it was for after the amount: 1200 JPY Ramen. A name is in quotation marks: %@.",
                    QuotedText.quoted(title)))
        }
        let expense = Expense(
            name: title, day: session.today, category: .other,
            cost: money.inCurrency(of: nil, orHome: session.preferences))
        _ = try Expense.fields.apply(changes, to: expense, context)
        session.context.insert(expense)
        expense.trip = trip
        let home = session.preferences[TripSettings.currency]
        let hasRate = try session.rates.convert(expense.cost, to: home) != nil
        let warning = RateText.missing([expense.cost], home, session.localizer)
        return .added(expense, to: trip.name, Expense.fields, context) { hasRate ? [] : [.warning(warning)] }
    }
}

extension Expense {
    /// `expense list`: lists the expenses of a trip.
    @MainActor static let list = ListRecordsCommand<TripSession, ListedParts<Trip, Expense>>(
        "expense list", group: .money, summary: text("Lists the expenses of a trip."),
        of: RecordArgument([listed.declaration]) { invocation, _, session in
            try ListedParts(try invocation[listed], in: session, session.expenseConditions) {
                $0.expensesInOrder
            }
        },
        examples: [
            text("expense list japan"), text("trip open japan\nexpense list"),
            .verbatim("expense list category:food amount:100.."),
        ],
        empty: { listed in
            listed.owner.map { text("“%@” has no expenses yet. Add one with “expense add”.", $0.name) }
                ?? text("No expense matches. “expense list TRIP” lists all of a trip.")
        },
        table: { table($0.parts, $1) })

    private static let listed = ListedParts<Trip, Expense>.argument(
        of: fields, completing: TripCompletions.tripsOrExpenseConditions, such: "category:food")

    /// `expense delete`: deletes expenses.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, Expense>(
        "expense delete", group: .money, summary: text("Deletes expenses after confirmation."),
        records: RecordArgument(ExpenseArguments.expenses, { $0.expenseConditions }) {
            try $0.opened(Trip.self)?.expensesInOrder
        },
        examples: [
            .verbatim("expense delete ramen --yes"), .verbatim("expense delete category:other --yes"),
        ],
        table: { table($0, $1.fieldContext) })

    /// `expense show`: shows all fields of an expense.
    @MainActor static let show = ShowRecordCommand<TripSession, Expense>(
        "expense show", group: .money, summary: text("Shows everything about an expense."),
        record: RecordArgument(ExpenseArguments.expense), fields: fields,
        examples: [.verbatim("expense show ramen")])

    /// `expense edit`: changes an expense.
    @MainActor static let edit = EditRecordCommand<TripSession, Expense>(
        "expense edit", group: .money, summary: text("Changes an expense."),
        record: RecordArgument(ExpenseArguments.expense), fields: fields,
        examples: [
            .verbatim("expense edit ramen --amount 1250 JPY --on 2027-04-06"),
            .verbatim("expense edit --where name:ramen category:food"),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.expensesOrConditions, such: "category:other",
            { $0.expenseConditions },
            in: { try $0.opened(Trip.self)?.expensesInOrder }, table: { table($0, $1) }))
}

extension TripSession {
    /// What conditions can ask of expenses.
    var expenseConditions: ConditionVocabulary<Expense> {
        ConditionVocabulary(
            Expense.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [withoutRate { $0.cost }], past: ["day"]
        ) { ConditionTest(Expense.fields.containing($0)) }
    }
}

extension Expense {
    /// The fields of an expense.
    static let fields = FieldTable<Expense> {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "day", text("Day"), sentence: text("day"),
            help: text("The day of the payment. Default: today."), stored: \.day, type: .day(.past),
            get: { CivilDate(utc: $0.day) }, set: { $0.day = $1.utcDate }
        )
        .option("on").listed(priority: 8)
        Field(
            "category", text("Category"), sentence: text("category"),
            help: text("The category: transport, stays, food, sights, shopping or other."),
            stored: \.category,
            type: .choice(ExpenseCategory.choices, placeholder: text("CATEGORY")), get: { $0.category },
            set: { $0.category = $1 ?? .other }
        )
        .listed(priority: 6)
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("What it was for."),
            stored: \.name, type: .line, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 5, wraps: true)
        Field(
            required: "amount", text("Amount"), sentence: text("amount"),
            help: text(
                "The new amount, such as 1200 JPY, or -12 EUR for a refund. Without a currency, the present one stays."
            ),
            stored: \.amount, \.currency, type: .money(isSigned: true), get: { $0.cost },
            set: { $0.cost = $1 }
        )
        .listed(priority: 9, alignsRight: true)
    }

    /// Returns expenses as a list.
    @MainActor
    static func table(_ expenses: [Expense], _ context: FieldContext) -> Table {
        fields.table("expenses", expenses, context, count: text("%lld expenses", expenses.count))
    }
}

extension Expense: ExportedPart {
    /// The name in reports.
    var title: String { name }

    /// Reads an expense of an export. Without an identifier in the file, it has ``UUID/missing``.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        self.init(identifier: .missing, name: "", day: .first, category: .other, cost: Money(0, ""))
        try Self.fields.read(&entry, into: self)
    }
}
