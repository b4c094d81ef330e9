import Foundation
import Localization
import ProgramKit
import Shell

/// `export`: writes the missions and astronauts, with favourites and notes, to a file.
struct ExportCommand: Command {
    static let file = Parameter.required(
        "file", .path,
        help: text("The file to write. Its ending, .json, .csv, .md or .html, selects the format."),
        question: text("Which file"))
    private static let endings = [".json", ".csv", ".md", ".html"]
    static let format = ExportTarget.formatOption(endings)
    static let deck = Parameter.flag(
        "deck",
        help: text(
            "Writes the questions of the quiz as cards with the columns front, back and tags, for programs such as Anki."
        ))

    static let conditions = Parameter.rest(
        "condition", .condition(source: MissionCompletions.conditions).keepingQuotes,
        help: text(
            "Conditions such as year:1969 or is:landed: export only the missions that meet them, and their crews."
        )
    ).takingHyphens

    let declaration = CommandDeclaration(
        "export", group: .files,
        summary: text("Exports missions, astronauts, favourites and notes to a file."),
        parameters: [
            file.declaration, conditions.declaration, format.declaration, deck.declaration,
            ExportTarget.overwrite.declaration,
        ],
        examples: [
            .verbatim("export apollo.json"), .verbatim("export apollo.csv"),
            .verbatim("export apollo.md --overwrite"), .verbatim("export apollo.html"),
            .verbatim("export landings.csv is:landed"), .verbatim("export deck.csv --deck"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let path = try invocation[Self.file]
        let isLongEnding = (path as NSString).pathExtension.lowercased() == "markdown"
        let isDeck = try invocation[Self.deck]
        let condition = try session.condition(invocation[Self.conditions], session.missionConditions)
        if isDeck, !condition.isEmpty {
            throw ValueError.refused(
                text("--deck and conditions can't be given together."),
                remedy: text("Leave the conditions out: the cards are about all missions."))
        }
        let target = try await session.exportTarget(
            path, as: try invocation[Self.format] ?? (isLongEnding ? "md" : nil),
            known: isDeck ? [".csv"] : Self.endings, invocation)
        guard let target else { return .nothingWritten }
        let format: OutputFormat =
            switch target.format {
            case "csv": .csv
            case "md": .markdown
            case "html": .html
            default: .json
            }
        if isDeck { return try deck(target, path, in: session) }
        let export = try MoonshotExport(session, meeting: condition)
        return try session.write(
            try export.bytes(format, session.localizer), to: target,
            Output(
                text(
                    "Wrote %1$@ and %2$@ to “%3$@”.", text("%lld missions", export.missions.count),
                    text("%lld astronauts", export.astronauts.count), path),
                fields: [
                    .init("missions", text("Missions"), .number(export.missions.count)),
                    .init("astronauts", text("Astronauts"), .number(export.astronauts.count)),
                    .init("path", text("File"), .text(path)),
                ]))
    }

    /// Writes the questions of the quiz as cards.
    private func deck(_ target: ExportTarget, _ path: String, in session: MoonshotSession) throws -> Output {
        var maker = try QuizMaker(session, seed: 1)
        let cards = maker.cards()
        var writer = CSVWriter()
        writer.writeRow(["front", "back", "tags"])
        for card in cards {
            writer.writeRow([
                session.localizer.string(card.question).withoutNUL,
                card.answers.joined(separator: ", ").withoutNUL, "moonshot \(card.kind.rawValue)",
            ])
        }
        return try session.write(
            writer.bytes, to: target,
            Output(
                text("Wrote %1$@ to “%2$@”.", text("%lld cards", cards.count), path),
                fields: [
                    .init("cards", text("Cards"), .number(cards.count)),
                    .init("path", text("File"), .text(path)),
                ]))
    }
}

/// All data of moonshot, or those of some missions, with the user's favourites and notes.
@MainActor
struct MoonshotExport {
    let missions: [MissionDetails]
    let astronauts: [AstronautDetails]
    private let session: MoonshotSession
    private let context: FieldContext

    /// - Parameters:
    ///   - session: The session.
    ///   - condition: The missions of the export. Default: all, and all astronauts.
    init(_ session: MoonshotSession, meeting condition: Condition<MissionDetails> = .all([])) throws {
        self.session = session
        context = session.fieldContext
        let missions = try session.details(of: session.missions()).filter { try condition.holds(for: $0) }
        // The file would be unsound if a crew had unknown members.
        let crews = Set(
            missions.flatMap { $0.mission.crew.compactMap(\.astronaut?.key) + $0.backupCrew.map(\.key) })
        self.missions = missions
        astronauts = try session.details(
            of: session.astronauts().filter { condition.isEmpty || crews.contains($0.key) })
    }

    /// Returns the file's contents in a format.
    func bytes(_ format: OutputFormat, _ localizer: Localizer) throws -> [UInt8] {
        switch format {
        case .json: return json
        case .csv: return csv
        case .html:
            return Renderer.html(
                Page(text("The Apollo missions"), [.init(blocks: try overview + pages)]), localizer)
        default:
            return Renderer.render(Output(pages), Presentation(format: format, localizer: localizer)).output
        }
    }

    /// The facts of a mission in the order of JSON exports. Others follow them.
    private static let factKeys: [String] = {
        let first = [
            "launchTime", "splashdownTime", "rocket", "launchPad", "commandModule", "commandModuleNumber",
            "lunarModule", "lunarModuleNumber", "landingDate", "surfaceMinutes", "moonwalks",
            "moonwalkMinutes", "samples", "earthOrbits", "lunarOrbits", "backupCrew", "launchCoordinates",
            "landingCoordinates", "splashdownCoordinates",
        ]
        return first + MissionDetails.factKeys.filter { !first.contains($0) }
    }()

    /// A JSON object with missions and astronauts in the structure of the data files, with favourites and
    /// notes added.
    private var json: [UInt8] {
        let missions = missions.map { details in
            let values = values(MissionDetails.fields, details)
            func members(_ keys: [String]) -> [Cell.RawValue.Member] {
                keys.map { .init($0, Self.exported($0, values[$0] ?? .null)) }
            }
            let crew = details.mission.crewInOrder.map { seat in
                Cell.RawValue.object([
                    .init("name", .string(seat.astronaut?.key ?? "")), .init("role", .string(seat.role)),
                ])
            }
            let name = details.mission.ownName == nil ? [] : ["name"]
            return Cell.RawValue.object(
                members(["id", "launchDate", "splashdownDate", "landingSite"])
                    + members(Self.factKeys.filter { values[$0] ?? .null != .null })
                    + [.init("crew", .list(crew))] + members(["description", "favourite", "note"] + name)
            ).json
        }
        let astronauts = astronauts.map { details in
            let record = AstronautDetails.fields.data(details, context).fields.map { ($0.key, $0.cell.raw) }
            let key = Cell.RawValue.string(details.astronaut.key).json
            return "    \(key): \(Cell.RawValue.object(ofPresent: record).json)"
        }
        func lines(_ entries: [String]) -> String {
            entries.isEmpty ? "" : "\n\(entries.joined(separator: ",\n"))\n  "
        }
        return Array(
            "{\n  \"missions\": [\(lines(missions))],\n  \"astronauts\": {\(lines(astronauts))}\n}\n".utf8)
    }

    /// Returns a value as data files have it: coordinates are objects.
    private nonisolated static func exported(_ key: String, _ value: Cell.RawValue) -> Cell.RawValue {
        guard key.hasSuffix("Coordinates"), case .list(let degrees) = value, degrees.count == 2 else {
            return value
        }
        return .object([.init("latitude", degrees[0]), .init("longitude", degrees[1])])
    }

    /// Returns the values of a record by key: those of a page, and of lists.
    private func values<Model>(_ fields: FieldTable<Model>, _ model: Model) -> [String: Cell.RawValue] {
        let list = fields.table("rows", [model], context)
        var values = Dictionary(zip(list.columns.map(\.key), list.rows[0].map(\.raw))) { first, _ in first }
        for field in fields.data(model, context).fields { values[field.key] = field.cell.raw }
        return values
    }

    /// A CSV row for each mission and each astronaut.
    private var csv: [UInt8] {
        let keys =
            [
                "kind", "id", "name", "launchDate", "splashdownDate", "landingSite", "crew", "missions",
                "description", "favourite", "note",
            ] + MissionDetails.factKeys.filter { !MissionDetails.laterKeys.contains($0) }
            + ["born", "died", "spaceflights"] + MissionDetails.laterKeys + ["walked", "age"]
        var writer = CSVWriter()
        writer.writeRow(keys)
        func write(_ kind: Favourite.Kind, _ values: [String: Cell.RawValue]) {
            var values = values
            values["kind"] = .string(kind.rawValue)
            writer.writeRow(keys.map { (values[$0] ?? .null).csvText.withoutNUL })
        }
        for details in missions { write(.mission, values(MissionDetails.fields, details)) }
        for details in astronauts { write(.astronaut, values(AstronautDetails.fields, details)) }
        return writer.bytes
    }

    /// The missions on a time axis and on a map of the Moon.
    private var overview: [Block] {
        get throws {
            if missions.isEmpty { return [] }
            let numbers = Set(missions.map(\.mission.number))
            let map = try MapCommand.map(in: session, of: numbers)
            return [.timeline(try TimelineCommand.missions(in: session, of: numbers))]
                + (map.places.isEmpty ? [] : [.map(map)])
        }
    }

    /// A readable document with the missions, their crews, and the astronauts.
    private var pages: [Block] {
        let missions = missions.flatMap { MissionPage.blocks($0, context) }
        let astronauts = astronauts.map { details in
            Block.record(
                Record(
                    fields: [
                        .init("name", .verbatim(details.astronaut.name), .text(details.astronaut.biography))
                    ] + AstronautDetails.fields.shown(details, context).fields))
        }
        return missions + (astronauts.isEmpty ? [] : [.heading(text("Astronauts"))]) + astronauts
    }
}
