import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// The user's `missions.json`, whose missions the program changes. All that a change doesn't concern stays as it is
/// written.
@MainActor
struct MissionFile {
    /// The missions in the order of the file.
    let flights: [Programme.Flight]
    private let missions: DataFile
    private let astronauts: DataFile
    private let folder: String

    /// Reads the files of the user's directory. Files that are missing have no entries yet.
    ///
    /// - Throws: ``MissionFileError/builtIn`` without such a directory, and `DataFileError`.
    init(of session: MoonshotSession) throws {
        guard case .directory(let path, let workingDirectory) = session.source else {
            throw MissionFileError.builtIn
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
        flights = try Programme(missions: missions, astronauts: astronauts).flights
    }

    /// Adds a mission, or changes it if the file has its number.
    ///
    /// - Parameters:
    ///   - number: The mission's number.
    ///   - values: The JSON of each changed value by its key; `nil` removes it.
    /// - Throws: ``MissionFileError/refused(_:)`` if the file would be wrong, and `FileError`.
    func write(_ number: Int, _ values: [(key: String, json: String?)]) throws {
        let position = flights.firstIndex { $0.entry.id == number }
        var elements: [String] = [], members: [(key: String, json: String)] = []
        for (index, element) in try elementsOfFile().enumerated() {
            if index == position {
                element.forEachMember { key, value in members.append((key, Self.source(of: value))) }
            }
            elements.append(Self.source(of: element))
        }
        if position == nil { members = [("id", String(number)), ("crew", "[]"), ("description", "\"\"")] }
        for (key, json) in values {
            // A mission can't be without a crew and a description.
            let json = json ?? ["crew": "[]", "description": "\"\""][key]
            let place = members.firstIndex { $0.key == key }
            switch (place, json) {
            case (let place?, let json?): members[place].json = json
            case (let place?, nil): members.remove(at: place)
            case (nil, let json?): members.append((key, json))
            case (nil, nil): break
            }
        }
        let lines = members.map { "    \(MissionValue.quoted($0.key)): \($0.json)" }
        let mission = "{\n\(lines.joined(separator: ",\n"))\n  }"
        if let position { elements[position] = mission } else { elements.append(mission) }
        try replace(with: Array("[\n  \(elements.joined(separator: ",\n  "))\n]\n".utf8))
    }

    private func elementsOfFile() throws -> [JSONView] {
        do {
            return JSONView(try JSONDocument(missions.bytes)).elements ?? []
        } catch {
            throw DataFileError(file: missions.name, .json(error))
        }
    }

    private static func source(of value: JSONView) -> String {
        value.string.map(MissionValue.quoted) ?? value.source
    }

    /// Writes the missions, unless they have a problem that the file didn't have. Keeps the earlier file.
    private func replace(with bytes: [UInt8]) throws {
        let new = DataFile(name: missions.name, bytes: bytes)
        do {
            _ = try Programme(missions: new, astronauts: astronauts)
            _ = try ProgrammeFacts(missions: new, astronauts: astronauts)
            let known = try StrictCheck(missions: missions, astronauts: astronauts).problems
            if let problem = try StrictCheck(missions: new, astronauts: astronauts).problems.first(where: {
                !known.contains($0)
            }) {
                throw problem
            }
        } catch let error as DataFileError {
            throw MissionFileError.refused(error)
        }
        let path = "\(folder)/missions.json"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError.unwritable(path: folder, .last)
        }
        if FileManager.default.fileExists(atPath: path) {
            try OutputFile.write(
                missions.bytes, path: missions.name + "~", absolutePath: path + "~", replacing: true)
        }
        try OutputFile.write(bytes, path: missions.name, absolutePath: path, replacing: true)
        let persons = "\(folder)/astronauts.json"
        if !FileManager.default.fileExists(atPath: persons) {
            try OutputFile.write(
                astronauts.bytes, path: astronauts.name, absolutePath: persons, replacing: false)
        }
    }
}

/// The error of a change in the user's data files.
enum MissionFileError: PresentableError {
    /// The missions are those of the program.
    case builtIn
    /// A mission has this number already.
    case taken(Int)
    /// No mission has this number or name.
    case unknownMission(String)
    /// No value has this word.
    case unknownKey(String, nearest: [String])
    /// A text can't be the value of a key.
    case unfit(String, key: String, expected: LocalizedText)
    /// The file would be wrong.
    case refused(DataFileError)

    var problem: LocalizedText {
        switch self {
        case .builtIn: text("The built-in missions can't be changed.")
        case .taken(let number): text("There is already a mission number %@.", String(number))
        case .unknownMission(let name): text("There is no mission “%@”.", name)
        case .unknownKey(let key, _): text("A mission has no value “%@”.", key)
        case .unfit(let typed, let key, let expected):
            text("“%1$@” can't be the value of “%2$@”: expected %3$@.", typed, key, expected)
        case .refused(let error): error.problem
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .builtIn: text("Choose a directory for your own missions with “set data DIR” or --data DIR.")
        case .taken(let number): text("“mission edit %@” changes it.", String(number))
        case .unknownMission: text("“missions” lists the missions.")
        case .unknownKey(_, let nearest):
            LocalizedText.didYouMean(nearest)
                ?? text("The values are %@.", TextArgument.list(MissionValue.words.map { .string($0) }))
        case .unfit, .refused: text("Nothing was changed.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .unknownKey, .unfit: .usage
        case .refused: .badData
        case .builtIn, .taken, .unknownMission: .failed
        }
    }
}
