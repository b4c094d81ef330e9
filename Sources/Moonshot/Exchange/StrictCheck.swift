import Formats
import Localization
import ProgramKit

/// Finds what is wrong in data files that can be read: unknown keys, values out of range and dangling names.
///
/// Reading is tolerant, so that exports and the files of other programs can be used. `check` says what is ignored or
/// impossible in them.
struct StrictCheck {
    /// The problems in the order of the files.
    private(set) var problems: [DataFileError] = []
    private let ids: Set<String>

    /// Checks files that were loaded before.
    ///
    /// - Throws: `DataFileError` if a file can't be read.
    init(missions: DataFile, astronauts: DataFile) throws {
        let loader = DataFileLoader()
        let persons = try loader.load([String: AstronautEntry].self, from: astronauts)
        ids = Set(persons.keys)
        let facts = try loader.load([MissionFacts].self, from: missions)
        let entries = try loader.load([MissionEntry].self, from: missions)
        let trees = try loader.load([JSONShape].self, from: missions)
        for (index, (tree, (entry, facts))) in zip(trees, zip(entries, facts)).enumerated() {
            check(tree, at: JSONPath()[index], Self.missionKeys, in: missions)
            check(entry, facts, at: JSONPath()[index], in: missions)
        }
        let known = try loader.load([String: AstronautFacts].self, from: astronauts)
        let shapes = try loader.load([String: JSONShape].self, from: astronauts)
        for (key, entry) in persons.sorted(by: { $0.key < $1.key }) {
            if let shape = shapes[key] {
                check(shape, at: JSONPath()[key], Self.astronautKeys, in: astronauts)
            }
            expect(
                !entry.name.isInvisible, at: JSONPath()[key]["name"], text("a text that isn't empty"),
                entry.name,
                in: astronauts)
            if let born = known[key]?.born, let died = known[key]?.died {
                expect(
                    died >= born, at: JSONPath()[key]["died"], text("a day not before the birth"),
                    died.description,
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
        _ shape: JSONShape, at path: JSONPath, _ known: Set<String>, in file: DataFile
    ) {
        guard case .object(let members) = shape else { return }
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
            guard case .list(let items) = value, key == "crew" || key == "otherSources" else { continue }
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
                String(outside),
                in: file)
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
            let isID = !name.contains(where: \.isWhitespace) && name == name.lowercased()
            let near = nearest(to: name, in: ids.sorted(), limit: 1).first
            expect(
                !isID, at: path["backupCrew"][index],
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

/// The shape of a JSON value, whatever its type.
private enum JSONShape: Decodable {
    case object([String: JSONShape])
    case list([JSONShape])
    case value

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: JSONShape].self) {
            self = .object(members)
        } else if let items = try? container.decode([JSONShape].self) {
            self = .list(items)
        } else {
            self = .value
        }
    }
}
