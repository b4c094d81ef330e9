import Localization
import Shell
import Suite

/// The source of the data: a directory that the user gave, or the files embedded in the program.
enum ProgrammeSource {
    /// The user's directory from `--data DIR`.
    static let option = Parameter.option(
        "data", .path.named(text("DIR")),
        help: text("Read missions.json and astronauts.json from this directory instead of the built-in data.")
    )

    case directory(path: String, workingDirectory: String)
    case builtIn(Language)

    /// Reads the data.
    ///
    /// - Throws: `DataFileError`.
    func load() throws -> Programme {
        switch self {
        case .directory(let path, let workingDirectory):
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            return try Programme(
                missions: DataFile(path: "\(folder)/missions.json", relativeTo: workingDirectory),
                astronauts: DataFile(path: "\(folder)/astronauts.json", relativeTo: workingDirectory))
        case .builtIn(let language):
            return try Programme(
                missions: Self.file("missions.json", in: language),
                astronauts: Self.file("astronauts.json", in: language))
        }
    }

    /// Reads the facts of the data.
    ///
    /// - Throws: `DataFileError`.
    func loadFacts() throws -> ProgrammeFacts {
        switch self {
        case .directory(let path, let workingDirectory):
            let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
            return try ProgrammeFacts(
                missions: DataFile(path: "\(folder)/missions.json", relativeTo: workingDirectory),
                astronauts: DataFile(path: "\(folder)/astronauts.json", relativeTo: workingDirectory))
        case .builtIn: return try .builtIn()
        }
    }

    /// Returns an embedded file in the language. If there is none, returns the file of the first fallback
    /// language that has one.
    private static func file(_ name: String, in language: Language) throws -> DataFile {
        for fallback in language.fallbacks {
            let path = "\(fallback.code).lproj/\(name)"
            if let contents = EmbeddedFiles.contents(path) { return DataFile(name: path, embedded: contents) }
        }
        throw DataFileError(file: name, .noFile)
    }
}
