import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension BudgetLine {
    /// The fields of a line of a budget, for exports. The command `budget` compares all lines of a trip with its costs.
    static let fields = FieldTable<BudgetLine> {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.exported(
            "category", stored: \.category,
            type: .choice(ExpenseCategory.choices, placeholder: text("CATEGORY")), get: { $0.category },
            set: { $0.category = $1 })
        Field(
            required: "amount", text("Amount"), sentence: text("amount"),
            help: text("What it may cost, such as 900 EUR; or “none”."), stored: \.amount, \.currency,
            type: .money, get: { $0.limit }, set: { $0.limit = $1 })
    }
}

extension BudgetLine: ExportedPart {
    /// The name in reports.
    var title: String { category?.rawValue ?? "budget" }

    /// Reads a line of an export. Without an identifier in the file, it has ``UUID/missing``.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        self.init(identifier: .missing, category: nil, limit: Money(0, ""))
        // A limit of an unknown category isn't a limit of the whole trip.
        if !entry.isEmpty("category") {
            category = try entry.needed("category") { $0.word($1) }
        }
        try Self.fields.read(&entry, into: self)
    }
}

extension ExchangeRate {
    /// The fields of an exchange rate.
    static let fields = FieldTable<ExchangeRate> {
        Field(
            required: "currency", text("Currency"), sentence: text("Currency"),
            help: text("The currency, such as JPY."), stored: \.currency, type: .currency,
            get: { $0.currency }, set: { $0.currency = $1 }
        )
        .listed(priority: 9)
        Field(
            required: "value", text("Value"), sentence: text("Value"),
            help: text("The value of one unit in your own currency; or “none” to remove the rate."),
            stored: \.value, type: .rate, get: { $0.value }, set: { $0.value = $1 }
        )
        .listed(priority: 9, alignsRight: true)
        Field(
            required: "base", text("Base currency"), sentence: text("Base currency"),
            help: text("The currency in which the value is given. Default: your own."), stored: \.base,
            type: .currency, get: { $0.base }, set: { $0.base = $1 }
        )
        .listed(priority: 8)
    }

    /// Returns rates as a list.
    @MainActor
    static func table(_ rates: [ExchangeRate], _ context: FieldContext) -> Table {
        fields.table("rates", rates, context)
    }
}

extension ExchangeRate: ExportedPart {
    /// The name in reports.
    var title: String { currency }

    /// Reads a rate of an export.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        let own: String = try entry.needed("currency") { $0.currency($1) }
        self.init(currency: own, value: 0, base: try entry.needed("base") { $0.currency($1, except: own) })
        try Self.fields.read(&entry, into: self)
    }
}

extension FieldType where Value == String {
    /// The code of a currency.
    fileprivate static var currency: FieldType<String> { .line(.currency, read: { $0.currency($1) }) }
}

extension FieldType where Value == Decimal {
    /// The value of a currency in another one.
    fileprivate static var rate: FieldType<Decimal> {
        FieldType(
            .rate, written: { value, _ in "\(value)" },
            columns: [
                Column(raw: { .decimal(Money($0, "").number) }) { value, context in
                    .verbatim(context.localizer.decimal(Money(value, "").number, fractionDigits: 0...8))
                }
            ]
        ) { $0.decimal($1, isPositive: true) }
    }
}
