import Formats
import Localization
import ProgramKit
import Shell

/// `check`: validates the data files and counts their contents.
struct CheckCommand: Command {
    let declaration = CommandDeclaration(
        "check", group: .files, summary: text("Checks the data files and shows what they contain."),
        discussion: [
            text(
                "With --data DIR it reports what is wrong in your own files, each with its place: unknown keys, impossible values and dangling names."
            )
        ],
        examples: [.verbatim("check")], intent: .readFiles)

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let files = try session.source.files()
        let programme = try Programme(missions: files.missions, astronauts: files.astronauts)
        let facts =
            session.dataDirectory == nil
            ? try .builtIn() : try ProgrammeFacts(missions: files.missions, astronauts: files.astronauts)
        let fields: [Record.Field] = [
            .init("missions", text("Missions"), .number(programme.flights.count)),
            .init("astronauts", text("Astronauts"), .number(programme.astronauts.count)),
            .init("seats", text("Crew seats"), .number(programme.seatCount)),
        ]
        // The built-in data are checked by tests.
        let problems =
            session.dataDirectory == nil
            ? []
            : try StrictCheck(programme, facts, missions: files.missions, astronauts: files.astronauts)
                .problems
        guard let first = problems.first else {
            return Output([.message(text("The data files are correct.")), .record(Record(fields: fields))])
        }
        // The shell reports the first problem after the others, with its exit code.
        var output = Output(
            problems.dropFirst().map { .warning($0.problem) }, data: [.record(Record(fields: fields))])
        output.problem = first
        return output
    }
}

/// Finds what is wrong in data files that can be read: unknown keys, values out of range and dangling names.
///
/// Reading is tolerant, so that exports and the files of other programs can be used. `check` says what is ignored or
/// impossible in them.
struct StrictCheck {
    /// The number of unknown names for which the known ones are compared: each comparison goes through all of them.
    private static let suggestionLimit = 100

    /// The problems in the order of the files.
    private(set) var problems: [DataFileError] = []
    private let ids: Set<String>
    private let sortedIDs: [String]
    private var suggestions = 0

    /// Checks files that were loaded before.
    ///
    /// - Parameters:
    ///   - programme: The contents of the files.
    ///   - facts: The facts of the files.
    ///   - missions: The file of the missions.
    ///   - astronauts: The file of the astronauts.
    /// - Throws: `DataFileError` if a file isn't JSON.
    init(_ programme: Programme, _ facts: ProgrammeFacts, missions: DataFile, astronauts: DataFile) throws {
        sortedIDs = programme.astronauts.map(\.id)
        ids = Set(sortedIDs)
        for (index, flight) in zip(try missions.contents().elements ?? [], programme.flights).enumerated() {
            let (view, entry) = (flight.0, flight.1.entry)
            check(view, at: JSONPath()[index], Self.missionKeys, in: missions)
            if let facts = facts.missions[entry.id] {
                check(entry, facts, at: JSONPath()[index], in: missions)
            }
        }
        var views: [String: JSONView] = [:]
        try astronauts.contents().forEachMember { views[$0] = $1 }
        for entry in programme.astronauts {
            let path = JSONPath()[entry.id]
            if let view = views[entry.id] { check(view, at: path, Self.astronautKeys, in: astronauts) }
            expect(
                !entry.name.isInvisible, at: path["name"], text("a text that isn't empty"), entry.name,
                in: astronauts)
            if let facts = facts.astronauts[entry.id], let born = facts.born, let died = facts.died {
                expect(
                    died >= born, at: path["died"], text("a day not before the birth"), died.description,
                    in: astronauts)
            }
        }
    }

    // MARK: Keys

    private static func keys(of value: Any) -> Set<String> {
        Set(Mirror(reflecting: value).children.compactMap(\.label))
    }

    /// The keys of a mission in data files and in exports.
    static let missionKeys: Set<String> = keys(of: MissionFacts(id: 0))
        .union(["name", "program", "launchDate", "splashdownDate", "landingSite", "crew", "description"])
        .union(MissionDetails.fields.fields.map(\.key))
    private static let astronautKeys: Set<String> = keys(of: AstronautFacts(id: ""))
        .union(["name", "description"]).union(AstronautDetails.fields.fields.map(\.key))

    private mutating func check(
        _ view: JSONView, at path: JSONPath, _ known: Set<String>, in file: DataFile
    ) {
        var members: [(key: String, value: JSONView)] = []
        view.forEachMember { members.append(($0, $1)) }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if !known.contains(key) {
                let near = nearest(to: key, in: known.sorted(), limit: 1).first
                problems.append(
                    file.refusal(
                        at: path[key],
                        expected: near.map { text("a known key such as “%@”", $0) } ?? text("a known key"),
                        found: text("“%@”", key)))
            }
            // The coordinates and the seats have keys of their own, and other sources those of their record.
            let inner: Set<String> =
                key.hasSuffix("Coordinates") ? ["latitude", "longitude"] : ["name", "role"]
            if key.hasSuffix("Coordinates") { check(value, at: path[key], inner, in: file) }
            guard key == "crew" || key == "otherSources", let items = value.elements else { continue }
            for (index, item) in items.enumerated() {
                check(item, at: path[key][index], key == "crew" ? inner : known, in: file)
            }
        }
    }

    // MARK: Values

    private mutating func expect(
        _ isRight: Bool, at path: JSONPath, _ expected: LocalizedText, _ found: String, in file: DataFile
    ) {
        if !isRight {
            problems.append(file.refusal(at: path, expected: expected, found: text("“%@”", found)))
        }
    }

    private mutating func check(
        _ entry: MissionEntry, _ facts: MissionFacts, at path: JSONPath, in file: DataFile
    ) {
        expect(entry.id >= 0, at: path["id"], text("a number from %@", "0"), String(entry.id), in: file)
        for (key, name) in [("name", entry.name), ("program", entry.program)] {
            if let name {
                expect(!name.isInvisible, at: path[key], text("a text that isn't empty"), name, in: file)
            }
        }
        let counts: [(String, Int?)] = [
            ("surfaceMinutes", facts.surfaceMinutes), ("moonwalks", facts.moonwalks),
            ("moonwalkMinutes", facts.moonwalkMinutes), ("earthOrbits", facts.earthOrbits),
            ("lunarOrbits", facts.lunarOrbits),
        ]
        for (key, count) in counts {
            if let count {
                expect(count >= 0, at: path[key], text("a number from %@", "0"), String(count), in: file)
            }
        }
        if let samples = facts.samples {
            expect(
                samples >= 0, at: path["samples"], text("a number from %@", "0"), String(samples), in: file)
        }
        if let stay = facts.surfaceMinutes, let outside = facts.moonwalkMinutes {
            expect(
                outside <= stay, at: path["moonwalkMinutes"], text("at most the time on the Moon"),
                String(outside), in: file)
        }
        checkTimes(entry, facts, at: path, in: file)
        checkNames(facts, at: path, in: file)
    }

    private mutating func checkTimes(
        _ entry: MissionEntry, _ facts: MissionFacts, at path: JSONPath, in file: DataFile
    ) {
        guard let launch = entry.launchDate, let splashdown = entry.splashdownDate else { return }
        if let landing = facts.landingDate {
            expect(
                (launch...splashdown).contains(landing), at: path["landingDate"],
                text("a day after the launch and before the splashdown"), landing.description, in: file)
        }
        for (index, event) in (facts.events ?? []).enumerated() {
            expect(
                event.start.day >= launch && (event.end ?? event.start).day <= splashdown,
                at: path["events"][index], text("a time during the flight"), event.written, in: file)
        }
    }

    private mutating func checkNames(_ facts: MissionFacts, at path: JSONPath, in file: DataFile) {
        let backup = facts.backupCrew ?? []
        for (index, name) in backup.enumerated() where !ids.contains(name) {
            // A single word in lower case is an ID; other persons have names.
            guard !name.contains(where: \.isWhitespace), name == name.lowercased() else { continue }
            suggestions += 1
            let near =
                suggestions > Self.suggestionLimit ? nil : nearest(to: name, in: sortedIDs, limit: 1).first
            expect(
                false, at: path["backupCrew"][index],
                near.map { text("an ID such as “%@”, or a name", $0) }
                    ?? text("an ID of an astronaut or a name"),
                name, in: file)
        }
        for (key, list) in [("backupRoles", facts.backupRoles), ("backupUntil", facts.backupUntil)] {
            guard let list else { continue }
            expect(
                list.count == backup.count, at: path[key], text("as many entries as in backupCrew"),
                list.joined(separator: ", "), in: file)
        }
        for (index, time) in (facts.backupUntil ?? []).enumerated() {
            expect(
                time.isEmpty || MissionFacts.isMonthOrDay(time), at: path["backupUntil"][index],
                text("a month or day such as 1966-12, or an empty text"), time, in: file)
        }
        for (index, key) in (facts.about ?? []).enumerated() where !Self.missionKeys.contains(key) {
            let near = nearest(to: key, in: Self.missionKeys.sorted(), limit: 1).first
            expect(
                false, at: path["about"][index],
                near.map { text("a known key such as “%@”", $0) } ?? text("a known key"), key, in: file)
        }
    }
}
