import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension ChecklistItem {
    /// The fields of an item of a checklist.
    static let fields = FieldTable<ChecklistItem>(listing: ["number", "done", "name", "list", "due"]) {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .name, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 6, wraps: true)
        Field(
            "list", text("List"), sentence: text("list"), help: text("The list, such as packing."),
            stored: \.list, type: .checklist, get: { $0.list.isEmpty ? nil : $0.list },
            set: { $0.list = $1 ?? "" },
            change: { item, list, context in
                item.list =
                    try list.flatMap { try item.trip?.list(toFill: $0, context.localizer) } ?? list ?? ""
            }
        )
        .listed(priority: 5, wraps: true) { Cell(.string($0.list), .text($0.listName)) }
        Field(
            "done", text("Done"), sentence: text("Done"), help: text("Done"),
            stored: \.isDone, type: .mark { .done($0) }, get: { $0.isDone ? true : nil },
            set: { $0.isDone = $1 ?? false }
        )
        .option(nil).listed(priority: 8) { .done($0.isDone) }
        Field(
            "due", text("Due"), sentence: text("due day"),
            help: text("The day until which it is to be done; or “none”."), stored: \.dueDay,
            type: .day(.coming), get: { $0.due }, set: { $0.due = $1 }
        )
        .listed(priority: 7, hidesEmpty: true)
    }

    /// Returns items as a list.
    @MainActor
    static func table(_ items: [ChecklistItem], _ context: FieldContext) -> Table {
        fields.table(
            "items", items, context,
            count: text("%1$lld items, %2$lld done", items.count, items.count { $0.isDone }))
    }
}

extension ChecklistItem: ExportedPart {
    /// The name in reports.
    var title: String { name }

    /// Reads an item of an export. Without an identifier in the file, it has ``UUID/missing``.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        self.init(identifier: .missing, name: "", list: "")
        try Self.fields.read(&entry, into: self)
    }
}

extension Cell {
    /// Returns a cell with the mark of an item that is done, or of another one.
    fileprivate static func done(_ isDone: Bool) -> Cell {
        Cell(
            .bool(isDone),
            isDone
                ? .symbol("✓", ascii: "x", spoken: ITour.text("done"))
                : .symbol("·", ascii: ".", spoken: ITour.text("not done yet")))
    }
}

extension FieldType where Value == String {
    /// The name of a checklist, which the user sees and types in their language.
    fileprivate static var checklist: FieldType<String> {
        FieldType(
            ValueType<String>.nonBlank.completed(from: TripCompletions.checklists),
            written: { list, context in context.localizer.string(ChecklistItem.name(ofList: list)) },
            completed: { list, _, context in ChecklistItem.list(named: list, context.localizer) },
            columns: [Column(raw: { .string($0) }) { list, _ in .text(ChecklistItem.name(ofList: list)) }],
            order: { .text($0) }
        ) { $0.presentText($1) }
    }
}
