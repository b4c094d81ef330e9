import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// The user's `missions.json` and `astronauts.json`, which the program changes. All that a change doesn't concern stays as it
/// is written.
@MainActor
struct OwnFiles {
    /// The missions and the astronauts, the missions in the order of the file.
    let programme: Programme
    private let missions: DataFile
    private let astronauts: DataFile
    private let folder: String

    private typealias Members = [(key: String, json: String)]

    /// Reads the files of the user's directory. Files that are missing have no entries yet.
    ///
    /// - Throws: ``OwnDataError/builtIn`` without such a directory, and `DataFileError`.
    init(of session: MoonshotSession) throws {
        guard case .directory(let path, let workingDirectory) = session.source else {
            throw OwnDataError.builtIn
        }
        folder = session.dataName
        func file(_ name: String, empty: String) throws -> DataFile {
            let shown = (path.hasSuffix("/") ? path : path + "/") + name
            do {
                return try DataFile(path: shown, relativeTo: workingDirectory)
            } catch let error as DataFileError where error.reason == .noFile {
                return DataFile(name: shown, bytes: Array(empty.utf8))
            }
        }
        missions = try file("missions.json", empty: "[]")
        astronauts = try file("astronauts.json", empty: "{}")
        programme = try Programme(missions: missions, astronauts: astronauts)
    }

    /// Adds a mission, or changes it if the file has its number.
    ///
    /// - Parameters:
    ///   - number: The mission's number.
    ///   - values: The JSON of each changed value by its key; `nil` removes it.
    /// - Throws: ``OwnDataError/refused(_:)`` if the file would be wrong, and `FileError`.
    func write(mission number: Int, _ values: [(key: String, json: String?)]) throws {
        let position = programme.flights.firstIndex { $0.entry.id == number }
        var members: Members = [("id", String(number)), ("crew", "[]"), ("description", "\"\"")]
        var elements: [String] = []
        for (index, element) in (try missions.contents().elements ?? []).enumerated() {
            if index == position { members = Self.members(of: element) }
            elements.append(Self.source(of: element))
        }
        // A mission can't be without a crew and a description.
        let mission = Self.object(members, values, required: ["crew": "[]", "description": "\"\""])
        if let position { elements[position] = mission } else { elements.append(mission) }
        let bytes = Array("[\n  \(elements.joined(separator: ",\n  "))\n]\n".utf8)
        try replace(missions: DataFile(name: missions.name, bytes: bytes), astronauts: astronauts)
    }

    /// Adds an astronaut, or changes the one whose ID the file has.
    ///
    /// - Parameters:
    ///   - id: The astronaut's ID.
    ///   - values: The JSON of each changed value by its key; `nil` removes it.
    /// - Throws: ``OwnDataError/refused(_:)`` if the file would be wrong, and `FileError`.
    func write(astronaut id: String, _ values: [(key: String, json: String?)]) throws {
        var members: Members = [("id", OwnValue.quoted(id)), ("name", "\"\""), ("description", "\"\"")]
        var entries: Members = []
        try astronauts.contents().forEachMember { key, value in
            if key == id { members = Self.members(of: value) }
            entries.append((key, Self.source(of: value)))
        }
        let astronaut = Self.object(members, values, required: ["name": "\"\"", "description": "\"\""])
        if let place = entries.firstIndex(where: { $0.key == id }) {
            entries[place].json = astronaut
        } else {
            entries.append((id, astronaut))
        }
        let lines = entries.map { "\(OwnValue.quoted($0.key)): \($0.json)" }
        let bytes = Array("{\n  \(lines.joined(separator: ",\n  "))\n}\n".utf8)
        try replace(missions: missions, astronauts: DataFile(name: astronauts.name, bytes: bytes))
    }

    /// Returns the JSON of an object with changed values.
    private static func object(
        _ members: Members, _ values: [(key: String, json: String?)], required: [String: String]
    ) -> String {
        var members = members
        for (key, json) in values {
            let json = json ?? required[key]
            let place = members.firstIndex { $0.key == key }
            switch (place, json) {
            case (let place?, let json?): members[place].json = json
            case (let place?, nil): members.remove(at: place)
            case (nil, let json?): members.append((key, json))
            case (nil, nil): break
            }
        }
        let lines = members.map { "    \(OwnValue.quoted($0.key)): \($0.json)" }
        return "{\n\(lines.joined(separator: ",\n"))\n  }"
    }

    private static func members(of object: JSONView) -> Members {
        var members: Members = []
        object.forEachMember { key, value in members.append((key, source(of: value))) }
        return members
    }

    private static func source(of value: JSONView) -> String {
        value.string.map(OwnValue.quoted) ?? value.source
    }

    /// Writes the file that changed, unless it has a problem that it didn't have. Keeps the earlier file, and writes the other
    /// one if it is missing.
    private func replace(missions new: DataFile, astronauts newAstronauts: DataFile) throws {
        do {
            let known = Set(
                try StrictCheck(
                    programme, ProgrammeFacts(missions: missions, astronauts: astronauts), missions: missions,
                    astronauts: astronauts
                ).problems)
            let problems = try StrictCheck(
                Programme(missions: new, astronauts: newAstronauts),
                ProgrammeFacts(missions: new, astronauts: newAstronauts), missions: new,
                astronauts: newAstronauts
            ).problems
            if let problem = problems.first(where: { !known.contains($0) }) { throw problem }
        } catch let error as DataFileError {
            throw OwnDataError.refused(error)
        }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError.unwritable(path: folder, .last)
        }
        try write(new, over: missions, "missions.json")
        try write(newAstronauts, over: astronauts, "astronauts.json")
    }

    private func write(_ new: DataFile, over old: DataFile, _ name: String) throws {
        let path = "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: path) {
            if new.bytes == old.bytes { return }
            try OutputFile.write(old.bytes, path: old.name + "~", absolutePath: path + "~", replacing: true)
        }
        try OutputFile.write(new.bytes, path: new.name, absolutePath: path, replacing: true)
    }
}

/// The error of a change in the user's data files.
enum OwnDataError: PresentableError {
    /// The data are those of the program.
    case builtIn
    /// A mission has this number already.
    case taken(Int)
    /// No mission has this number or name.
    case unknownMission(String)
    /// An astronaut has this ID already.
    case takenID(String)
    /// No astronaut has this ID or name.
    case unknownAstronaut(String)
    /// No value has this word. `nearest` has a similar one.
    case unknownKey(String, nearest: [String], known: [String])
    /// A change has no values. The value is an example.
    case nothingToChange(example: String)
    /// A new astronaut has no name. The line has one.
    case noName(line: String)
    /// A text can't be the value of a key.
    case unfit(String, key: String, expected: LocalizedText)
    /// The file would be wrong.
    case refused(DataFileError)

    var problem: LocalizedText {
        switch self {
        case .builtIn: text("The built-in data can't be changed.")
        case .taken(let number): text("There is already a mission number %@.", String(number))
        case .unknownMission(let name): text("There is no mission “%@”.", name)
        case .takenID(let id): text("There is already an astronaut “%@”.", id)
        case .unknownAstronaut(let name): text("There is no astronaut “%@”.", name)
        case .unknownKey(let key, _, _): text("There is no value “%@”.", key)
        case .unfit(let typed, let key, let expected):
            text("“%1$@” can't be the value of “%2$@”: expected %3$@.", typed, key, expected)
        case .nothingToChange(let example): FieldError.nothingToChange(option: example).problem
        case .noName: text("The astronaut has no name.")
        case .refused(let error): error.problem
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .builtIn: text("Choose a directory for your own data with “set data DIR” or --data DIR.")
        case .taken(let number): text("“mission edit %@” changes it.", String(number))
        case .unknownMission: text("“missions” lists the missions.")
        case .takenID(let id): text("“astronaut edit %@” changes it.", id)
        case .unknownAstronaut: text("“astronauts” lists the astronauts.")
        case .unknownKey(_, let nearest, let known):
            LocalizedText.didYouMean(nearest)
                ?? text("The values are %@.", TextArgument.list(known.map { .string($0) }))
        case .nothingToChange(let example): text("Give at least one value, such as %@.", example)
        case .noName(let line): text("Write “%@”.", line)
        case .unfit, .refused: text("Nothing was changed.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .unknownKey, .unfit, .nothingToChange, .noName: .usage
        case .refused: .badData
        case .builtIn, .taken, .unknownMission, .takenID, .unknownAstronaut: .failed
        }
    }
}
