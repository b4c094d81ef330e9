import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `budget`: compares the costs of a trip with its budget.
struct BudgetCommand: Command {
    static let days = Parameter.flag("days", help: text("Show the costs of each day."))

    let declaration = CommandDeclaration(
        "budget", group: .money, summary: text("Shows the costs and the budget of a trip by category."),
        discussion: [
            text(
                "The costs are the expenses, and the costs of transport, stays and sights. Totals are in your own currency; “rate” sets the rates of others."
            )
        ],
        parameters: [TripParameters.trip.declaration, days.declaration],
        examples: [text("budget japan"), text("budget japan --days")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.trip])
        let costs = TripCosts(
            trip, rates: try session.rates, currency: session.preferences[TripSettings.currency])
        let table =
            try invocation[Self.days]
            ? Self.days(costs, session.localizer) : Self.categories(trip, costs, session.localizer)
        var blocks: [Block] = [.table(table)]
        if !costs.unconverted.isEmpty {
            blocks.append(.warning(RateText.missing(costs.unconverted, costs.currency, session.localizer)))
        }
        return Output(blocks)
    }

    /// Returns a table of the costs and the budget of each category and of the trip.
    @MainActor
    static func categories(_ trip: Trip, _ costs: TripCosts, _ localizer: Localizer) -> Table {
        func row(_ category: ExpenseCategory?) -> [Cell] {
            let isIncluded = { (item: TripCosts.Item) in category == nil || item.category == category }
            let spent = costs.sum(where: isIncluded)
            let limits = trip.budget.filter { $0.category == category }
                .compactMap { costs.converted($0.limit) }
            var limit = limits.first
            if category == nil, limit == nil {
                // Without a limit for the whole trip, the limits of the categories add up to one.
                let parts = trip.budget.compactMap { costs.converted($0.limit) }
                if !parts.isEmpty {
                    limit = Money(parts.reduce(Decimal(0)) { $0 + $1.amount }, costs.currency)
                }
            }
            let left = limit.map { Money($0.amount - spent.amount, costs.currency) }
            return [
                category?.cell ?? Cell(.string("total"), .text(text("total"))), .money(limit, localizer),
                .money(spent, localizer), .money(left, localizer), .text(costs.currency),
                foreign(costs.foreignSums(where: isIncluded), localizer),
                unpaid(costs, localizer, where: isIncluded),
            ]
        }
        return Table(
            "budget",
            columns: [
                .init("category", text("Category"), priority: 9),
                .init("budget", text("Budget"), alignsRight: true, priority: 8),
                .init("costs", text("Costs"), alignsRight: true, priority: 9),
                .init("left", text("Left"), alignsRight: true, priority: 7),
                .init("currency", text("Currency"), isShown: false), foreignColumn(costs),
                unpaidColumn(costs),
            ],
            rows: ExpenseCategory.allCases.map { row($0) } + [row(nil)])
    }

    @MainActor
    private static func days(_ costs: TripCosts, _ localizer: Localizer) -> Table {
        let days = Set(costs.items.map(\.day)).sorted { ($0 ?? .last) < ($1 ?? .last) }
        return Table(
            "days",
            columns: [
                .init("day", text("Day"), priority: 9),
                .init("costs", text("Costs"), alignsRight: true, priority: 9),
                .init("currency", text("Currency"), isShown: false), foreignColumn(costs),
                unpaidColumn(costs),
            ],
            rows: days.map { day in
                [
                    day.map { Cell.day($0) } ?? Cell(.null, .text(text("no date"))),
                    .money(costs.sum { $0.day == day }, localizer), .text(costs.currency),
                    foreign(costs.foreignSums { $0.day == day }, localizer),
                    unpaid(costs, localizer) { $0.day == day },
                ]
            })
    }

    /// Returns the column of the amounts as they were paid, which the user sees if some were paid in other currencies.
    @MainActor
    private static func foreignColumn(_ costs: TripCosts) -> Table.Column {
        let hasForeign = costs.items.contains { $0.money.currency != costs.currency }
        return .init("foreign", text("In other currencies"), priority: 6, wraps: true, isShown: hasForeign)
    }

    /// Returns the column of the costs that aren't paid yet, which the user sees if there are some.
    @MainActor
    private static func unpaidColumn(_ costs: TripCosts) -> Table.Column {
        .init(
            "unpaid", text("Not paid yet"), alignsRight: true, priority: 7,
            isShown: costs.items.contains(where: \.isUnpaid))
    }

    /// Returns a cell with the sum of the costs that aren't paid yet. After it, the user sees the amounts without a rate,
    /// which no sum has; if there is nothing else, the sum isn't known.
    @MainActor
    private static func unpaid(
        _ costs: TripCosts, _ localizer: Localizer, where isIncluded: (TripCosts.Item) -> Bool
    ) -> Cell {
        let isOpen = { (item: TripCosts.Item) in item.isUnpaid && isIncluded(item) }
        let sum = costs.sum(where: isOpen)
        let others = costs.foreignSums(where: isOpen).filter { costs.converted($0) == nil }
        if others.isEmpty { return .money(sum, localizer) }
        let amounts = (sum.amount == 0 ? [] : [sum]) + others
        let shown = LocalizedText.joined(amounts.map { $0.text(localizer) })
        return Cell(sum.amount == 0 ? .null : .decimal(sum.number), shown.map { .text($0) } ?? .empty)
    }

    private static func foreign(_ sums: [Money], _ localizer: Localizer) -> Cell {
        let raw = sums.map { Cell.RawValue.string("\($0.amount) \($0.currency)") }
        let shown = sums.map { LocalizedText.verbatim($0.string(localizer)) }
        return Cell(.list(raw), LocalizedText.joined(shown).map { .text($0) } ?? .empty)
    }
}

/// `budget set`: sets what a trip may cost.
struct BudgetSetCommand: Command {
    static let category = Parameter.required(
        "category", .budgetCategory,
        help: text("A category, or “total” for the whole trip."), question: text("Category"))
    static let amount = Parameter.required(
        "amount", ValueType<Money>.money.orNone, placeholder: text("AMOUNT"),
        help: text("What it may cost, such as 900 EUR; or “none”."), question: text("Amount"))

    let declaration = CommandDeclaration(
        "budget set", group: .money,
        summary: text("Sets the budget of a trip, as a whole or for a category."),
        discussion: [text("“none” removes it after confirmation.")],
        parameters: [category.declaration, amount.declaration, TripParameters.inside.declaration],
        examples: [text("budget set total \"3000 EUR\" --in japan"), text("budget set food 600 --in japan")],
        changesData: true, needsConfirmation: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.inside])
        let category = try invocation[Self.category].category
        let present = trip.budget.filter { $0.category == category }
        let name = category?.name ?? text("total")
        guard let typed = try invocation[Self.amount].value else {
            guard let line = present.first else { return unchanged(data(trip, category, nil, session)) }
            let question = text("Remove the budget of “%1$@” for: %2$@?", trip.name, name)
            guard try await session.interaction.confirm(question, for: invocation) else {
                return .nothingDeleted(data: [data(trip, category, line, session)])
            }
            for line in present { session.context.delete(line) }
            return Output(
                [.message(text("“%1$@” has no budget for: %2$@.", trip.name, name))],
                data: [data(trip, category, line, isRemoved: true, session)])
        }
        let money = typed.inCurrency(of: present.first?.limit, orHome: session.preferences)
        let line = present.first ?? BudgetLine(category: category, limit: money)
        if !present.isEmpty {
            guard line.limit != money else { return unchanged(data(trip, category, line, session)) }
            line.limit = money
            for other in present.dropFirst() { session.context.delete(other) }
        } else {
            session.context.insert(line)
            line.trip = trip
        }
        return Output(
            [
                .message(
                    text(
                        "The budget of “%1$@” is now %2$@ for: %3$@.", trip.name,
                        money.text(session.localizer), name))
            ],
            data: [data(trip, category, line, session)])
    }

    private func unchanged(_ data: Block) -> Output {
        Output([.message(text("This value is already set. Nothing changed."))], data: [data])
    }

    /// Returns the trip and its budget for a category or as a whole.
    @MainActor
    private func data(
        _ trip: Trip, _ category: ExpenseCategory?, _ line: BudgetLine?, isRemoved: Bool = false,
        _ session: TripSession
    ) -> Block {
        let localizer = session.localizer
        func budget(_ limit: Money?) -> [Record.Field] {
            [
                .init("budget", text("Budget"), .money(limit, localizer)),
                .init("currency", text("Currency"), .text(limit?.currency)),
            ]
        }
        let whole = Trip.fields.data(trip, session.fieldContext)
        let named = category?.cell ?? Cell(.string("total"), .text(text("total")))
        var record = Record(
            fields: whole.fields + [.init("category", text("Category"), named)]
                + budget(isRemoved ? nil : line?.limit))
        record.reader = { object in
            let line = try line.flatMap { try object($0) as? BudgetLine }
            let members = budget(line?.limit).map { Cell.RawValue.Member($0.key, $0.cell.raw) }
            return try whole.reader?(object).map { $0.map { $0 + members } } ?? []
        }
        return .record(record)
    }
}

/// A category of a budget, or the whole trip.
enum BudgetCategory: Sendable {
    case total
    case one(ExpenseCategory)

    /// The category; `nil` for the whole trip.
    var category: ExpenseCategory? { if case .one(let category) = self { category } else { nil } }
}

extension ValueType where Value == BudgetCategory {
    /// A category, or `total`.
    static var budgetCategory: ValueType<BudgetCategory> {
        .choice(
            [Choice("total", .total, ITour.text("total"))]
                + ExpenseCategory.allCases.map { Choice($0.rawValue, .one($0), $0.name) }
        ).named(ITour.text("CATEGORY"))
    }
}

/// `rate`: shows or sets the value of a currency.
struct RateCommand: Command {
    static let currency = Parameter.optional("currency", .currency, help: text("The currency, such as JPY."))
    static let value = Parameter.optional(
        "value", ValueType<Decimal>.rate.orNone, placeholder: text("VALUE"),
        help: text("The value of one unit in your own currency; or “none” to remove the rate."))
    static let base = Parameter.option(
        "in", .currency, help: text("The currency in which the value is given. Default: your own."))

    let declaration = CommandDeclaration(
        "rate", group: .money, summary: text("Shows or sets the exchange rates of currencies."),
        discussion: [text("“none” removes the rate after confirmation.")],
        parameters: [currency.declaration, value.declaration, base.declaration],
        examples: [.verbatim("rate JPY 0.0061"), .verbatim("rate USD 0.92 --in EUR"), .verbatim("rate")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let stored = try session.fetchReadable(FetchDescriptor<ExchangeRate>()).sorted {
            $0.currency < $1.currency
        }
        guard let currency = try invocation[Self.currency] else {
            return Output(
                ExchangeRate.table(stored, context),
                ifEmpty: text("There are no rates yet. Set one with “rate JPY 0.0061”.")
            ).shownWhenQuiet
        }
        let present = stored.first { $0.currency == currency }
        guard let typed = try invocation[Self.value] else {
            guard let present else { throw RateError.noRate(currency) }
            return Output([.table(ExchangeRate.table([present], context))]).shownWhenQuiet
        }
        guard let value = typed.value else {
            guard let present else { throw RateError.noRate(currency) }
            let removed = ExchangeRate.table([present], context)
            guard
                try await session.interaction.confirm(
                    text("Remove the rate of %@?", currency), for: invocation)
            else { return .nothingDeleted(removed) }
            session.context.delete(present)
            return Output(text("Removed the rate of %@.", currency), removed)
        }
        let base = try invocation[Self.base] ?? session.preferences[TripSettings.currency]
        guard base != currency else { throw RateError.sameCurrency(currency) }
        let rate = present ?? ExchangeRate(currency: currency, value: value, base: base)
        if present == nil { session.context.insert(rate) }
        if rate.value != value { rate.value = value }
        if rate.base != base { rate.base = base }
        return Output(
            text(
                "1 %1$@ is now %2$@ %3$@.", currency,
                session.localizer.decimal(Money(value, base).number, fractionDigits: 0...8), base),
            ExchangeRate.table([rate], context))
    }
}

/// An error about exchange rates.
enum RateError: PresentableError {
    case noRate(String)
    case sameCurrency(String)

    var problem: LocalizedText {
        switch self {
        case .noRate(let currency): text("There is no rate for %@.", currency)
        case .sameCurrency(let currency): text("%@ is your own currency, so it needs no rate.", currency)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .noRate(let currency): text("Set one with “rate %@ VALUE”.", currency)
        case .sameCurrency: text("Name another currency with --in, or set yours with “set currency”.")
        }
    }

    var failure: FailureKind { .usage }
}

/// Texts about exchange rates.
enum RateText {
    /// Returns a warning that amounts have no rate.
    static func missing(_ amounts: [Money], _ currency: String, _ localizer: Localizer) -> LocalizedText {
        text(
            "Without a rate, not in the totals in %1$@: %2$@. Set a rate with “rate %3$@ VALUE”.", currency,
            TextArgument.list(amounts.map { .string($0.string(localizer)) }), amounts.first?.currency ?? "")
    }
}

extension ValueType where Value == Decimal {
    /// The value of a currency, more than 0.
    static var rate: ValueType<Decimal> {
        ValueType<Decimal>(placeholder: ITour.text("VALUE")) { string, context in
            guard let value = MoneyReader.amount(string, context.localizer), value > 0 else {
                throw ValueError.refused(
                    ITour.text("“%@” is not an exchange rate.", string),
                    remedy: ITour.text("Write the value of one unit, such as 0.0061."))
            }
            return value
        }
    }
}
