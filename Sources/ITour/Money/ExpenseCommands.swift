import Foundation
import Localization
import ModelData
import Shell
import Suite

extension CommandGroup {
    /// The commands for the money and the checklists of trips.
    static let money = CommandGroup(text("Money and checklists"))
}

/// The arguments and options that the commands for expenses share.
enum ExpenseArguments {
    static let category = Parameter.option(
        "category", .expenseCategory,
        help: text("The category: transport, stays, food, sights, shopping or other."))
    static let day = Parameter.option("on", .day, help: text("The day of the payment. Default: today."))
    static let expenses = Parameter.rest(
        "expense", .expense, minimum: 1, help: text("The numbers of the expenses, or parts of their names."),
        question: text("Which expense"))
}

/// Shows expenses as a table, or one as a record.
@MainActor
enum ExpenseTable {
    /// Returns the table of expenses.
    static func table(_ expenses: [Expense], _ localizer: Localizer) -> Table {
        Table(
            "expenses",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("day", text("Day"), priority: 8), .init("category", text("Category"), priority: 6),
                .init("name", text("Name"), priority: 5, wraps: true),
                .init("amount", text("Amount"), alignsRight: true, priority: 9),
                .init("currency", text("Currency"), isShown: false),
            ],
            rows: expenses.map { fields($0, localizer).map(\.cell) },
            count: text("%lld expenses", expenses.count))
    }

    /// Returns the record of an expense for machine-readable output.
    static func data(_ expense: Expense, _ localizer: Localizer) -> Record {
        Record(fields: fields(expense, localizer))
    }

    private static func fields(_ expense: Expense, _ localizer: Localizer) -> [Record.Field] {
        [
            .init("number", text("#"), .identifier(expense.number)),
            .init("day", text("Day"), .day(CivilDate(utc: expense.day))),
            .init("category", text("Category"), expense.category.cell),
            .init("name", text("Name"), .text(expense.name)),
            .init("amount", text("Amount"), .money(expense.cost, localizer)),
            .init("currency", text("Currency"), .text(expense.currency)),
        ]
    }
}

extension ExpenseCategory {
    var cell: Cell { Cell(.string(rawValue), .text(name)) }
}

/// `expense add`: adds money that was spent.
struct ExpenseAddCommand: Command {
    static let amount = Parameter.required(
        "amount", .money, help: text("The amount, such as 1200 JPY. Without a currency, it is in your own."),
        question: text("Amount"))
    static let name = Parameter.words(
        "name", .nonBlank, minimum: 1, placeholder: text("NAME"), help: text("What it was for."),
        question: text("Name"))

    let declaration = CommandDeclaration(
        "expense add", aliases: ["expense new"], group: .money, summary: text("Adds an expense to a trip."),
        parameters: [
            amount.declaration, name.declaration, ExpenseArguments.category.declaration,
            ExpenseArguments.day.declaration, TripParameters.inside.declaration,
        ],
        examples: [text("trip open japan\nexpense add \"1200 JPY\" Ramen --category food --on yesterday")],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.inside])
        let expense = Expense(
            name: try invocation[Self.name].joined(separator: " "),
            day: try invocation[ExpenseArguments.day] ?? session.today,
            category: try invocation[ExpenseArguments.category] ?? .other,
            cost: session.inHomeCurrency(try invocation[Self.amount]))
        session.context.insert(expense)
        expense.trip = trip
        let home = session.preferences[TripSettings.currency]
        let hasRate = try session.rates.convert(expense.cost, to: home) != nil
        return Output(label: text("Added “%1$@” to “%2$@”.", expense.name, trip.name)) {
            var blocks: [Block] = [
                .message(
                    text(
                        "Added “%1$@” to “%2$@” as number %3$@.", expense.name, trip.name,
                        String(expense.number)))
            ]
            if !hasRate { blocks.append(.warning(RateText.missing([expense.cost], home, session.localizer))) }
            return Output(blocks, data: [.record(ExpenseTable.data(expense, session.localizer))])
        }
    }
}

/// `expense list`: lists the expenses of a trip.
struct ExpenseListCommand: Command {
    let declaration = CommandDeclaration(
        "expense list", aliases: ["expense ls"], group: .money,
        summary: text("Lists the expenses of a trip."),
        parameters: [TripParameters.trip.declaration],
        examples: [text("expense list japan"), text("trip open japan\nexpense list")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.trip])
        let table = ExpenseTable.table(trip.expensesInOrder, session.localizer)
        guard trip.expenses.isEmpty else { return Output([.table(table)]) }
        return Output(
            [.message(text("“%@” has no expenses yet. Add one with “expense add”.", trip.name))],
            data: [.table(table)])
    }
}

/// `expense delete`: deletes expenses.
struct ExpenseDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "expense delete", aliases: ["expense remove", "expense rm"], group: .money,
        summary: text("Deletes expenses after confirmation."),
        parameters: [ExpenseArguments.expenses.declaration, DeleteCommand.yes.declaration],
        examples: [.verbatim("expense delete ramen --yes")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let expenses = try session.records(try invocation[ExpenseArguments.expenses], in: Expense.self)
        return try await session.delete(
            expenses, titled: expenses.map(\.name), command: "expense delete",
            isConfirmed: try invocation[DeleteCommand.yes],
            table: ExpenseTable.table(expenses, session.localizer))
    }
}

extension ValueType where Value == ExpenseCategory {
    /// A category, in English or in the user's language.
    static var expenseCategory: ValueType<ExpenseCategory> {
        .choice(ExpenseCategory.allCases.map { Choice($0.rawValue, $0, $0.name) })
            .named(ITour.text("CATEGORY"))
    }
}

extension TripSession {
    /// The rates that the user set.
    var rates: Rates { get throws { Rates(try context.fetch(FetchDescriptor<ExchangeRate>())) } }
}
