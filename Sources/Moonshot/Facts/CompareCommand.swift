import Localization
import ProgramKit
import Shell

/// `compare`: shows missions or astronauts side by side.
struct CompareCommand: Command {
    static let names = Parameter.words(
        "name", ValueType<String>.text.named(text("NAME")).completed(from: MissionCompletions.all),
        minimum: 2, help: text("Missions, such as 11 17, or astronauts, such as armstrong “Buzz Aldrin”."),
        question: text("Compare which missions or astronauts"))

    let declaration = CommandDeclaration(
        "compare", group: .facts, summary: text("Shows missions or astronauts side by side."),
        parameters: [names.declaration],
        examples: [.verbatim("compare 11 17"), .verbatim("compare armstrong aldrin")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        var missions: [Mission] = [], astronauts: [Astronaut] = []
        for subject in try session.subjects(named: try invocation[Self.names]) {
            switch subject {
            case .mission(let mission): missions.append(mission)
            case .astronaut(let astronaut): astronauts.append(astronaut)
            }
        }
        if missions.isEmpty, astronauts.isEmpty {
            throw MoonshotError.unknownName(try invocation[Self.names].joined(separator: " "), nearest: [])
        }
        guard missions.isEmpty || astronauts.isEmpty else {
            throw MoonshotError.comparesBoth(mission: missions[0].name, astronaut: astronauts[0].name)
        }
        let context = session.fieldContext
        if astronauts.isEmpty {
            if missions.count < 2 { throw MoonshotError.comparesOne(missions[0].name) }
            let details = try session.details(of: missions), keys = MissionDetails.choices.map(\.value)
            return Self.output(
                MissionDetails.fields, details, missions.map(\.nameCell), keys: keys, context,
                data: MissionList.table(details, columns: keys, context))
        }
        if astronauts.count < 2 { throw MoonshotError.comparesOne(astronauts[0].name) }
        let details = try session.details(of: astronauts), keys = AstronautDetails.choices.map(\.value)
        return Self.output(
            AstronautDetails.fields, details, astronauts.map(\.nameCell), keys: keys, context,
            data: AstronautDetails.table(details, columns: keys, context))
    }

    /// Returns a table with a row for each field that one of the records has, and a column for each record.
    @MainActor
    private static func output<Model>(
        _ fields: FieldTable<Model>, _ models: [Model], _ names: [Cell], keys: [String],
        _ context: FieldContext,
        data: Table
    ) -> Output {
        var rows: [[Cell]] = []
        for key in keys where !["id", "name", "favourite"].contains(key) {
            guard let field = fields.fields.last(where: { $0.key == key }) else { continue }
            let cells = models.map { field.cell(of: $0, context) }
            if cells.allSatisfy({ $0.raw == .null || $0.raw == .list([]) }) { continue }
            rows.append([Cell(.string(key), .text(field.label))] + cells)
        }
        let columns = names.enumerated().map { index, name in
            Table.Column("value\(index + 1)", title(name), priority: 8, wraps: true)
        }
        return Output(
            [
                .table(
                    Table(
                        "comparison", columns: [.init("field", text("Field"), priority: 9)] + columns,
                        rows: rows, spokenCount: text("%lld facts", rows.count)))
            ], data: [.table(data)])
    }

    private static func title(_ name: Cell) -> LocalizedText {
        if case .verbatim(let name) = name.display { .verbatim(name) } else { .verbatim("") }
    }
}
