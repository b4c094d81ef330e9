import Localization
import Shell

/// Everything that moonshot knows, with what the person has marked and written.
@MainActor
struct MoonshotExport {
    let missions: [Mission]
    let astronauts: [Astronaut]
    private let favouriteMissions: Set<String>
    private let favouriteAstronauts: Set<String>
    private let notes: [Int: String]

    init(_ session: MoonshotSession) throws {
        missions = try session.missions()
        astronauts = try session.astronauts()
        favouriteMissions = try session.favouriteKeys(.mission)
        favouriteAstronauts = try session.favouriteKeys(.astronaut)
        notes = Dictionary(
            try session.notes().map { ($0.mission, $0.text) }, uniquingKeysWith: { first, _ in first })
    }

    /// The file's contents.
    func bytes(_ format: OutputFormat, _ localizer: Localizer) throws -> [UInt8] {
        if format == .json { return json }
        let presentation = Presentation(format: format, localizer: localizer)
        return Renderer.render(format == .csv ? Output([.table(rows)]) : Output(pages), presentation).output
    }

    /// An object with the missions and the astronauts, each in the shape of the data files, and more.
    private var json: [UInt8] {
        var writer = JSONWriter()
        writer.write(literal: "{\n  \"missions\": [")
        for (index, mission) in missions.enumerated() {
            writer.write(literal: index == 0 ? "\n" : ",\n")
            write(
                [
                    ("id", .integer(mission.number)),
                    ("launchDate", mission.launchDay.map { .string($0.description) } ?? .null),
                    ("splashdownDate", mission.splashdownDay.map { .string($0.description) } ?? .null),
                    ("landingSite", mission.landingSiteAsWritten.map { .string($0) } ?? .null),
                ], to: &writer)
            writer.write(literal: ", \"crew\": [")
            for (place, seat) in mission.crewInOrder.enumerated() {
                if place > 0 { writer.write(literal: ", ") }
                write(
                    [("name", .string(seat.astronaut?.key ?? "")), ("role", .string(seat.role))], to: &writer)
                writer.write(literal: "}")
            }
            writer.write(literal: "], ")
            write(
                [
                    ("description", .string(mission.highlightsForPrograms)),
                    ("favourite", .bool(favouriteMissions.contains(String(mission.number)))),
                    ("note", notes[mission.number].map { .string($0) } ?? .null),
                ], to: &writer, opens: false)
            writer.write(literal: "}")
        }
        writer.write(literal: missions.isEmpty ? "],\n  \"astronauts\": {" : "\n  ],\n  \"astronauts\": {")
        for (index, astronaut) in astronauts.enumerated() {
            writer.write(literal: index == 0 ? "\n    " : ",\n    ")
            writer.write(astronaut.key)
            writer.write(literal: ": ")
            write(
                [
                    ("id", .string(astronaut.key)), ("name", .string(astronaut.nameForPrograms)),
                    ("description", .string(astronaut.biographyForPrograms)),
                    ("favourite", .bool(favouriteAstronauts.contains(astronaut.key))),
                ], to: &writer)
            writer.write(literal: "}")
        }
        writer.write(literal: astronauts.isEmpty ? "}\n}\n" : "\n  }\n}\n")
        return writer.bytes
    }

    private func write(
        _ members: [(String, Cell.RawValue)], to writer: inout JSONWriter, opens: Bool = true
    ) {
        for (index, member) in members.enumerated() {
            writer.write(literal: index > 0 ? ", " : opens ? "{" : "")
            writer.write(member.0)
            writer.write(literal: ": ")
            writer.write(member.1)
        }
    }

    /// A row for each mission and each astronaut.
    private var rows: Table {
        let keys = [
            "kind", "id", "name", "launchDate", "splashdownDate", "landingSite", "crew", "missions",
            "description",
            "favourite", "note",
        ]
        let missionRows: [[Cell]] = missions.map { mission in
            [
                .text(Favourite.Kind.mission.rawValue), .identifier(mission.number),
                MissionCells.name(mission),
                .day(mission.launchDay), .day(mission.splashdownDay), MissionCells.landingSite(mission),
                MissionCells.crew(mission), .empty, .text(mission.highlightsForPrograms),
                MissionCells.favourite(favouriteMissions.contains(String(mission.number))),
                .text(notes[mission.number]),
            ]
        }
        let astronautRows: [[Cell]] = astronauts.map { astronaut in
            let flights = astronaut.flightsInOrder.compactMap { $0.mission?.number }
            return [
                .text(Favourite.Kind.astronaut.rawValue), .text(astronaut.key),
                .text(astronaut.nameForPrograms),
                .empty,
                .empty,
                .empty, .empty, Cell(.list(flights.map { .integer($0) }), .empty),
                .text(astronaut.biographyForPrograms),
                MissionCells.favourite(favouriteAstronauts.contains(astronaut.key)), .empty,
            ]
        }
        return Table(columns: keys.map { .init($0, .verbatim($0)) }, rows: missionRows + astronautRows)
    }

    /// A page to read: each mission with its crew, and the astronauts.
    private var pages: [Block] {
        var blocks: [Block] = []
        for mission in missions {
            blocks.append(.heading(.verbatim(mission.name)))
            var fields: [Record.Field] = [
                .init("launchDate", text("Launch"), MissionCells.day(mission.launchDay))
            ]
            if let site = mission.landingSite {
                fields.append(.init("landingSite", text("Landing site"), .text(site)))
            }
            if favouriteMissions.contains(String(mission.number)) {
                fields.append(.init("favourite", text("Favourite"), Cell(.bool(true), .text(text("yes")))))
            }
            if let note = notes[mission.number] { fields.append(.init("note", text("Note"), .text(note))) }
            blocks += [
                .record(Record(fields: fields)), .message(.verbatim(mission.highlights)),
                .table(MissionPage.crew(of: mission)),
            ]
        }
        if !astronauts.isEmpty { blocks.append(.heading(text("Astronauts"))) }
        for astronaut in astronauts {
            blocks.append(
                .record(
                    Record(fields: [.init("name", .verbatim(astronaut.name), .text(astronaut.biography))])))
        }
        return blocks
    }
}
