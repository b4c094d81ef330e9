import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Expense {
    /// The fields of an expense.
    static let fields = FieldTable<Expense> {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.computed("number", text("#")) { expense, _ in .identifier(expense.number) }
            .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field(
            required: "day", text("Day"), sentence: text("day"),
            help: text("The day of the payment. Default: today."), stored: \.day, type: .day,
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
            stored: \.name,
            type: .line, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 5, wraps: true)
        Field(
            required: "amount", text("Amount"), sentence: text("amount"),
            help: text("The amount, such as 1200 JPY, or -12 EUR for a refund. Default currency: your own."),
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
