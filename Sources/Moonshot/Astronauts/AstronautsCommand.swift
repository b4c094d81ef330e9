import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `astronauts`: lists all astronauts, or those with a number of flights.
struct AstronautsCommand: Command {
    static let flights = Parameter.option(
        "flights", .integerRange(in: 0...1000),
        help: text("Only astronauts with this number of flights: 2, 1..2 or 2.."))
    static let spaceflights = Parameter.option(
        "spaceflights", .integerRange(in: 0...1000),
        help: text(
            "Only astronauts with this number of flights into space: 4, 2..3 or 3.. Apollo 1 never left the ground."
        ))
    static let conditions = Parameter.rest(
        "condition", .condition(source: MissionCompletions.astronautConditions).keepingQuotes,
        help: text(
            "Words and conditions such as born:<1930, missions:8 or died:none, with “or”, “not” or a hyphen, and parentheses."
        )
    ).takingHyphens
        .replacingOptions {
            ConditionVocabulary<AstronautDetails>.condition(
                forOption: $0, $1, of: AstronautDetails.fields, other: [:])
        }
    static let sort = Parameter.option(
        "sort", .field(AstronautDetails.choices),
        help: text(
            "The field to sort by: %@. Default: the ID, which is the last name.",
            TextArgument.list(AstronautDetails.choices.map { .string($0.name) })))
    static let reverse = Parameter.flag("reverse", help: text("Reverses the order."))
    static let columns = Parameter.option(
        "columns", .fields(AstronautDetails.choices),
        help: text(
            "The columns of the list, separated by commas: %@.",
            AstronautDetails.choices.map(\.name).joined(separator: ", ")))

    let declaration = CommandDeclaration(
        "astronauts", group: .looking, summary: text("Lists the astronauts."),
        parameters: [
            conditions.declaration, flights.declaration, spaceflights.declaration, sort.declaration,
            reverse.declaration, columns.declaration,
        ],
        examples: [
            .verbatim("astronauts"), .verbatim("astronauts born:..1929"), .verbatim("astronauts --flights 2"),
            .verbatim("astronauts --spaceflights 4"),
            .verbatim("astronauts --columns name,born,died --sort born"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let flights = try invocation[Self.flights], spaceflights = try invocation[Self.spaceflights]
        let condition = try session.condition(invocation[Self.conditions], session.astronautConditions)
        let found = try session.details(of: session.astronauts()).filter { details in
            if try !condition.holds(for: details) { return false }
            if let flights, !flights.contains(details.astronaut.missions.count) { return false }
            guard let spaceflights else { return true }
            return details.facts?.spaceflights.map { spaceflights.contains($0.count) } ?? false
        }
        let fields = AstronautDetails.fields, context = session.fieldContext.forList
        // Users look for last names, and the keys are made from these.
        let key = try invocation[Self.sort] ?? "id", isReversed = try invocation[Self.reverse]
        let columns = try invocation[Self.columns]
        func table(forPrograms: Bool) -> Table {
            let sorted = fields.sorted(
                found, byCellsOf: key, reversed: isReversed, context, asData: forPrograms)
            return AstronautDetails.table(sorted, columns: columns, context)
        }
        let data = [Block.table(table(forPrograms: true))]
        if !found.isEmpty { return Output([.table(table(forPrograms: false))], data: data) }
        return Output(
            [.message(text("No astronaut matches. “astronauts” without options shows all astronauts."))],
            data: data)
    }
}

extension AstronautDetails {
    /// Returns astronauts as a table.
    ///
    /// - Parameters:
    ///   - astronauts: The astronauts in order.
    ///   - columns: The keys of the columns; `nil` for those of every list.
    ///   - context: What the values depend on.
    @MainActor
    static func table(
        _ astronauts: [AstronautDetails], columns: [String]? = nil, _ context: FieldContext
    ) -> Table {
        let count = text("%lld astronauts", astronauts.count)
        return columns.map { fields.table("astronauts", astronauts, context, columns: $0, count: count) }
            ?? fields.table("astronauts", astronauts, context, count: count)
    }
}

extension ValueType where Value == String {
    /// A field by its word. The placeholder doesn't list all words, because they don't fit in a line.
    static func field(_ choices: [Choice<String>]) -> ValueType<String> {
        let choice = ValueType.choice(choices)
        return ValueType(
            placeholder: Moonshot.text("FIELD"), completion: choice.completion,
            parse: { word, context in try choice.parse(word, context) })
    }
}

extension ValueType where Value == [String] {
    /// Fields by their words, separated by commas.
    static func fields(_ choices: [Choice<String>]) -> ValueType<[String]> {
        ValueType(
            placeholder: Moonshot.text("FIELD,…"),
            completion: .words(choices.map { .fixed($0.name) }),
            parse: { typed, context in
                let field = ValueType<String>.choice(choices.map { Choice($0.name, $0.value) })
                return try typed.split(separator: ",").map { try field.parse(String($0), context) }
            })
    }
}

extension MoonshotSession {
    /// Returns the astronauts with a text in their names, biographies, roles or facts, sorted by key.
    func astronauts(containing searched: String) throws -> [Astronaut] {
        let found = try MissionReference.spellings(of: searched, localizer).flatMap { text in
            try astronauts(
                #Predicate {
                    $0.name.localizedStandardContains(text) || $0.biography.localizedStandardContains(text)
                })
        }
        let keys = Set(found.map(\.key))
        let search = TextSearch(searched, localizer), facts = try facts().astronauts
        return try astronauts().filter { astronaut in
            if keys.contains(astronaut.key) { return true }
            if astronaut.flights.contains(where: { search.finds($0, localizer) }) { return true }
            guard let known = facts[astronaut.key] else { return false }
            let days = [known.born, known.died].compactMap(\.self)
            return days.contains {
                search.matches(search.texts(of: .day($0))) || String($0.year) == search.wanted
            } || search.matches(known.spaceflights ?? [])
        }
    }

    /// What conditions can ask of astronauts: every field that a list can show.
    var astronautConditions: ConditionVocabulary<AstronautDetails> {
        ConditionVocabulary(
            AstronautDetails.fields,
            flags: [ConditionFlag("favourite", "favorite") { _ in ConditionTest { $0.isFavourite } }],
            past: ["born", "died"]
        ) { [weak self] text in
            let keys = Set(try self?.astronauts(containing: text).map(\.key) ?? [])
            return ConditionTest { keys.contains($0.astronaut.key) }
        }
    }
}

/// Shows all data of an astronaut.
@MainActor
enum AstronautPage {
    static func output(_ astronaut: Astronaut, in session: MoonshotSession) throws -> Output {
        let details = try session.details(of: [astronaut])[0], context = session.fieldContext
        let record = AstronautDetails.fields.shown(details, context)
        let flights = flights(of: astronaut)
        return Output(
            [.heading(.verbatim(astronaut.name))] + (record.fields.isEmpty ? [] : [.record(record)])
                + Block.paragraphs(astronaut.biography) + [.table(flights)],
            data: [.record(AstronautDetails.fields.data(details, context)), .table(flights)])
    }

    /// The missions that the astronaut flew, with roles and dates.
    private static func flights(of astronaut: Astronaut) -> Table {
        Table(
            "flights",
            columns: [
                .init("id", text("Number"), isShown: false), .init("name", text("Mission"), priority: 9),
                .init("role", text("Role"), priority: 7, wraps: true),
                .init("launchDate", text("Launch"), priority: 8),
            ],
            rows: astronaut.flightsInOrder.compactMap { seat in
                seat.mission.map { mission in
                    [
                        .identifier(mission.number), mission.nameCell, seat.roleCell,
                        mission.launchDay.map { .day($0) } ?? .notAvailable,
                    ]
                }
            },
            spokenCount: text("%lld missions", astronaut.missions.count))
    }
}
