import Localization
import Shell
import Suite

/// All data of moonshot, with the user's favourites and notes.
@MainActor
struct MoonshotExport {
    let missions: [Mission]
    let astronauts: [Astronaut]
    private let favouriteMissions: Set<String>
    private let favouriteAstronauts: Set<String>
    private let notes: [Int: String]
    private let facts: ProgrammeFacts
    private let session: MoonshotSession

    init(_ session: MoonshotSession) throws {
        self.session = session
        missions = try session.missions()
        astronauts = try session.astronauts()
        facts = try session.facts()
        favouriteMissions = try session.favouriteKeys(.mission)
        favouriteAstronauts = try session.favouriteKeys(.astronaut)
        notes = Dictionary(
            try session.notes().map { ($0.mission, $0.text) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the file's contents in a format.
    func bytes(_ format: OutputFormat, _ localizer: Localizer) throws -> [UInt8] {
        switch format {
        case .json: return json
        case .csv: return try csv()
        case .html:
            return Renderer.html(
                Page(text("The Apollo missions"), [.init(blocks: try overview + pages())]), localizer)
        default:
            return Renderer.render(Output(try pages()), Presentation(format: format, localizer: localizer))
                .output
        }
    }

    /// A JSON object with missions and astronauts in the structure of the data files, with favourites and
    /// notes added.
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
            write(facts.missions[mission.number], to: &writer)
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
            write(facts.astronauts[astronaut.key], to: &writer)
            writer.write(literal: "}")
        }
        writer.write(literal: astronauts.isEmpty ? "}\n}\n" : "\n  }\n}\n")
        return writer.bytes
    }

    /// Writes the known facts about a mission in the form of the data files.
    private func write(_ facts: MissionFacts?, to writer: inout JSONWriter) {
        guard let facts else { return }
        let values: [(String, Cell.RawValue?)] = [
            ("launchTime", facts.launchTime.map { .string($0.text) }),
            ("splashdownTime", facts.splashdownTime.map { .string($0.text) }),
            ("rocket", facts.rocket.map { .string($0) }), ("launchPad", facts.launchPad.map { .string($0) }),
            ("commandModule", facts.commandModule.map { .string($0) }),
            ("commandModuleNumber", facts.commandModuleNumber.map { .string($0) }),
            ("lunarModule", facts.lunarModule.map { .string($0) }),
            ("lunarModuleNumber", facts.lunarModuleNumber.map { .string($0) }),
            ("landingDate", facts.landingDate.map { .string($0.description) }),
            ("surfaceMinutes", facts.surfaceMinutes.map { .integer($0) }),
            ("moonwalks", facts.moonwalks.map { .integer($0) }),
            ("moonwalkMinutes", facts.moonwalkMinutes.map { .integer($0) }),
            ("samples", facts.samples.map { .decimal($0) }),
            ("earthOrbits", facts.earthOrbits.map { .integer($0) }),
            ("lunarOrbits", facts.lunarOrbits.map { .integer($0) }),
            ("backupCrew", facts.backupCrew.map { .list($0.map { .string($0) }) }),
        ]
        writeKnown(values, to: &writer)
        for (key, place) in [
            ("launchCoordinates", facts.launchCoordinates),
            ("landingCoordinates", facts.landingCoordinates),
            ("splashdownCoordinates", facts.splashdownCoordinates),
        ] {
            guard let place else { continue }
            writer.write(literal: ", ")
            writer.write(key)
            writer.write(literal: ": ")
            write(
                [("latitude", .decimal(place.latitude)), ("longitude", .decimal(place.longitude))],
                to: &writer)
            writer.write(literal: "}")
        }
    }

    /// Writes the known facts about an astronaut in the form of the data files.
    private func write(_ facts: AstronautFacts?, to writer: inout JSONWriter) {
        guard let facts else { return }
        writeKnown(
            [
                ("born", facts.born.map { .string($0.description) }),
                ("died", facts.died.map { .string($0.description) }),
                ("spaceflights", facts.spaceflights.map { .list($0.map { .string($0) }) }),
            ], to: &writer)
    }

    private func writeKnown(_ values: [(String, Cell.RawValue?)], to writer: inout JSONWriter) {
        for (key, value) in values {
            guard let value else { continue }
            writer.write(literal: ", ")
            writer.write(key)
            writer.write(literal: ": ")
            writer.write(value)
        }
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

    /// A CSV row for each mission and each astronaut.
    private func csv() throws -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(
            [
                "kind", "id", "name", "launchDate", "splashdownDate", "landingSite", "crew", "missions",
                "description", "favourite", "note",
            ] + MissionField.ofPage.map(\.key) + ["born", "died", "spaceflights"])
        for mission in missions {
            let facts = try MissionPage.facts(about: mission, in: session).map(\.cell.raw.csvText)
            writer.writeRow((row(mission) + facts + ["", "", ""]).map(\.withoutNUL))
        }
        let noFacts = MissionField.ofPage.map { _ in "" }
        for astronaut in astronauts {
            let facts = try AstronautPage.facts(about: astronaut, in: session).map(\.cell.raw.csvText)
            writer.writeRow((row(astronaut) + noFacts + facts).map(\.withoutNUL))
        }
        return writer.bytes
    }

    private func row(_ mission: Mission) -> [String] {
        [
            Favourite.Kind.mission.rawValue, String(mission.number),
            Localizer(.english).string(Mission.name(of: mission.number)),
            mission.launchDay?.description ?? "", mission.splashdownDay?.description ?? "",
            mission.landingSiteAsWritten ?? "",
            mission.crewInOrder.compactMap { $0.astronaut?.key }.joined(separator: "; "), "",
            mission.highlightsForPrograms,
            favouriteMissions.contains(String(mission.number)) ? "true" : "false",
            notes[mission.number] ?? "",
        ]
    }

    private func row(_ astronaut: Astronaut) -> [String] {
        let flights = astronaut.flightsInOrder.compactMap { $0.mission?.number }
        return [
            Favourite.Kind.astronaut.rawValue, astronaut.key, astronaut.nameForPrograms, "", "", "", "",
            flights.map(String.init).joined(separator: "; "), astronaut.biographyForPrograms,
            favouriteAstronauts.contains(astronaut.key) ? "true" : "false", "",
        ]
    }

    /// The missions on a time axis and on a map of the Moon.
    private var overview: [Block] {
        get throws {
            if missions.isEmpty { return [] }
            let map = try MapCommand.map(in: session)
            return [.timeline(try TimelineCommand.missions(in: session))]
                + (map.places.isEmpty ? [] : [.map(map)])
        }
    }

    /// A readable document with the missions, their crews, and the astronauts.
    private func pages() throws -> [Block] {
        var blocks: [Block] = []
        for mission in missions {
            blocks.append(.heading(.verbatim(mission.name)))
            var fields: [Record.Field] = [
                .init("launchDate", text("Launch"), MissionCells.day(mission.launchDay))
            ]
            if let splashdown = mission.splashdownDay {
                fields.append(.init("splashdownDate", text("Splashdown"), .day(splashdown)))
            }
            if let days = mission.days {
                fields.append(
                    .init("days", text("Duration"), Cell(.integer(days), .text(text("%lld days", days)))))
            }
            if let site = mission.landingSite {
                fields.append(.init("landingSite", text("Landing site"), .text(site)))
            }
            fields += try MissionPage.facts(about: mission, in: session).known
            if favouriteMissions.contains(String(mission.number)) { fields.append(favourite) }
            if let note = notes[mission.number] { fields.append(.init("note", text("Note"), .text(note))) }
            blocks += [
                .record(Record(fields: fields)), .message(.verbatim(mission.highlights)),
                .table(MissionPage.crew(of: mission)),
            ]
        }
        if !astronauts.isEmpty { blocks.append(.heading(text("Astronauts"))) }
        for astronaut in astronauts {
            var fields: [Record.Field] = [
                .init("name", .verbatim(astronaut.name), .text(astronaut.biography))
            ]
            fields += try AstronautPage.facts(about: astronaut, in: session).known
            if favouriteAstronauts.contains(astronaut.key) { fields.append(favourite) }
            blocks.append(.record(Record(fields: fields)))
        }
        return blocks
    }

    /// The field that marks a favourite.
    private var favourite: Record.Field {
        .init("favourite", text("Favourite"), Cell(.bool(true), .text(text("yes"))))
    }
}
