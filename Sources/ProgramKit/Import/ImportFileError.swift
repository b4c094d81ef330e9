import Formats
import Localization
import Shell

/// The things that a program imports, for the errors of files that it can't import.
public struct ImportFileKind: Sendable {
    /// The command that the program suggests for its own files, such as `mybooks import`.
    let command: KnownFile
    /// The error text of a list of other things, such as “… doesn't contain a list of books.”
    public let notAList: @Sendable (_ path: String) -> LocalizedText
    /// The advice: the files that can be imported.
    public let remedy: LocalizedText

    /// Makes a kind.
    ///
    /// - Parameters:
    ///   - command: The command that imports these files.
    ///   - remedy: The advice: the files that can be imported.
    ///   - notAList: Returns the error text of a list of other things.
    public init(
        _ command: KnownFile, remedy: LocalizedText,
        notAList: @escaping @Sendable (_ path: String) -> LocalizedText
    ) {
        self.command = command
        self.remedy = remedy
        self.notAList = notAList
    }

    /// Returns the error of a file of a kind that no program imports, such as a web page.
    public func foreign(_ kind: FileKind, path: String) -> ImportFileError {
        .unusable(kind.refusal(path: path), remedy)
    }

    /// Returns the error of a table without the needed columns. If another command imports such tables, the
    /// error names it.
    public func missing(_ needed: [String], in table: TableStart, path: String) -> ImportFileError {
        if let other = otherCommand(for: Set(table.columns)) { return foreign(other, path: path) }
        let columns = TextArgument.list(table.missing(needed).map { .string($0) })
        return .unusable(text("“%1$@” lacks columns that the import needs: %2$@.", path, columns), remedy)
    }

    /// Returns the error of a list of other things. If another command imports them, the error names it.
    ///
    /// - Parameter keys: The keys of the first object.
    public func foreignList(keys: Set<String>, path: String) -> ImportFileError {
        guard let other = otherCommand(for: keys) else { return .unusable(notAList(path), remedy) }
        return foreign(other, path: path)
    }

    private func foreign(_ other: KnownFile, path: String) -> ImportFileError {
        let error = ImportFileError.otherCommand(path: path, other, from: command)
        // moonshot doesn't import its exports.
        return other == .missions ? .unusable(error.problem, remedy) : error
    }

    /// Whether another command imports a table with certain columns, or a list of objects with certain keys.
    public func isForeign(_ keys: Set<String>) -> Bool { otherCommand(for: keys) != nil }

    private func otherCommand(for keys: Set<String>) -> KnownFile? {
        KnownFile(keys: keys).flatMap { $0 == command ? nil : $0 }
    }

    /// Returns the error of JSON whose structure is invalid.
    public func invalidJSON(
        _ error: JSONElementError, in reader: JSONElementReader, path: String
    ) -> ImportFileError {
        error == .cutOff ? .cutOff(path: path) : invalidJSON(reader.problem(for: error), path: path)
    }

    /// Returns the error of invalid JSON.
    public func invalidJSON(_ problem: JSONProblem, path: String) -> ImportFileError {
        .unusable(DataFileError(file: path, .json(problem)).problem, remedy)
    }
}

/// The reason why a complete file can't be imported.
public enum ImportFileError: PresentableError, Hashable {
    /// The file has another content or is invalid, with the problem and the advice.
    case unusable(LocalizedText, LocalizedText)
    /// The JSON ends in the middle.
    case cutOff(path: String)
    /// Another command imports the file.
    case otherCommand(path: String, KnownFile, from: KnownFile)

    /// What is wrong with the file.
    public var problem: LocalizedText {
        switch self {
        case .unusable(let problem, _): problem
        case .cutOff(let path): text("The JSON in “%@” is cut off.", path)
        case .otherCommand(let path, let file, _):
            text("“%1$@” can't be imported here: it is %2$@.", path, file.localizedName)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch self {
        case .unusable(_, let remedy): remedy
        case .cutOff: text("Download or export it again. Nothing was imported.")
        case .otherCommand(let path, let file, let own):
            text(
                "Import it with “%@”.",
                "\(file.program == own.program ? "" : file.program + " ")\(file.command) \(path)")
        }
    }

    /// Invalid input data.
    public var failure: FailureKind { .badData }
}

/// A file of one of the programs, recognized by its fields, so that another command can name the right one.
public enum KnownFile: Hashable, Sendable, CaseIterable {
    /// Books of mybooks.
    case books
    /// Trips of itour.
    case trips
    /// Points of interest of itour.
    case points
    /// Issues of portfolio.
    case issues
    /// Missions and astronauts of moonshot.
    case missions

    /// Recognizes a file by its columns or by the keys of its first object.
    init?(keys: Set<String>) {
        guard let file = Self.allCases.first(where: { $0.keys.contains { $0.isSubset(of: keys) } }) else {
            return nil
        }
        self = file
    }

    /// Sets of keys, of which the file has at least one completely.
    private var keys: [Set<String>] {
        switch self {
        case .books:
            [
                ["title", "author", "status"], ["Book Id", "Title", "Author", "Exclusive Shelf"],
                ["item_type", "title", "creators"], ["Title", "Author (Last, First)"],
                ["books_id", "primaryauthor"],
                ["Work ID", "Bookshelf"], ["Title", "Authors", "Read Status"],
            ]
        case .trips: [["destinations", "version"], ["name", "sights"], ["destination", "sight"]]
        case .issues: [["title", "priority"], ["title", "status", "tags"], ["title", "modified"]]
        case .missions: [["missions", "astronauts"], ["launchDate", "splashdownDate"]]
        case .points:
            [
                ["identifier", "name", "category"], ["identifier", "name", "latitude", "longitude"],
                ["identifier", "name", "city"], ["identifier", "name", "country"],
            ]
        }
    }

    /// The program of the file.
    var program: String {
        switch self {
        case .books: "mybooks"
        case .trips, .points: "itour"
        case .issues: "portfolio"
        case .missions: "moonshot"
        }
    }

    /// The command that imports the file.
    var command: String { self == .points ? "poi import" : "import" }

    /// The name of the content, as the end of “it is …”.
    var localizedName: LocalizedText {
        switch self {
        case .books: text("a list of books")
        case .trips: text("a list of destinations")
        case .points: text("a list of points of interest")
        case .issues: text("a list of issues")
        case .missions: text("an export of moonshot")
        }
    }
}
