import Foundation
import Localization
import Shell

/// The location of a program's store: in memory, at a path that the user gave, or in the XDG data directory.
public enum StoreLocation: Hashable, Sendable {
    /// In memory, not on disk.
    case memory
    /// At an absolute path.
    case file(path: String)

    /// Finds the location that the command line and the environment specify.
    ///
    /// - Parameters:
    ///   - programName: The program's name.
    ///   - options: The options of the command line.
    ///   - environment: The environment variables and the working directory.
    /// - Throws: ``StoreLocationError/noHome`` if neither a path nor a home directory is known, and
    ///   ``StoreLocationError/emptyPath``.
    public init(programName: String, options: LaunchOptions, environment: ProcessEnvironment) throws {
        if options.inMemory {
            self = .memory
        } else if let path = options.storePath {
            guard !path.isEmpty else { throw StoreLocationError.emptyPath }
            self = .file(
                path: FilePathResolution.absolute(path, relativeTo: environment.workingDirectory))
        } else {
            guard let location = Self.defaultLocation(programName, environment.variables) else {
                throw StoreLocationError.noHome
            }
            self = location
        }
    }

    /// Returns the default location of a program's store; `nil` if the environment has no home directory.
    static func defaultLocation(_ programName: String, _ environment: [String: String]) -> Self? {
        StandardDirectories(environment: environment, program: programName).data.map {
            .file(path: "\($0)/\(programName).store")
        }
    }
}

/// Why a store has no location.
public enum StoreLocationError: PresentableError, Hashable {
    /// The environment names no home directory.
    case noHome
    /// The path on the command line is empty.
    case emptyPath
    /// The directory of the path on the command line doesn't exist.
    case noDirectory(path: String)

    /// What is missing.
    public var problem: LocalizedText {
        switch self {
        case .noHome: text("There is no home directory to store the data in.")
        case .emptyPath: text("The path of the store is empty.")
        case .noDirectory(let path): text("The store's directory “%@” doesn't exist.", path)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch self {
        case .noHome, .emptyPath:
            text("Set HOME or XDG_DATA_HOME, or give the store's path with --store PATH.")
        case .noDirectory: text("Check the path given to --store, or create the directory first.")
        }
    }

    /// A usage error, or missing input if the directory doesn't exist.
    public var failure: FailureKind {
        if case .noDirectory = self { .inputMissing } else { .usage }
    }
}

/// The path given with `--store`, which the user may have mistyped. Therefore commands that only read never
/// create a store there, and no command creates its directory.
struct ExplicitStorePath {
    /// The given path; `nil` if none was given or a file exists at the path.
    private let missing: String?

    /// Checks whether a file exists at the given path.
    @MainActor
    init(_ session: SessionContext, _ location: StoreLocation) {
        // Opening the store reports all other problems, such as a path through a regular file.
        var status = stat()
        guard session.options.storePath != nil, case .file(let path) = location, stat(path, &status) != 0,
            errno == ENOENT
        else {
            missing = nil
            return
        }
        missing = path
    }

    /// Whether a path was given and no file exists at that path.
    var isMissing: Bool { missing != nil }

    /// Throws if the store is missing and can't be created.
    ///
    /// - Parameter mayBeCreated: Whether the file may be created. Its directory must exist.
    /// - Throws: ``MaintenanceError/storeMissing(path:)``, ``StoreLocationError/noDirectory(path:)``.
    func check(mayBeCreated: Bool) throws {
        guard let missing else { return }
        guard mayBeCreated else { throw MaintenanceError.storeMissing(path: missing) }
        let directory = URL(fileURLWithPath: missing).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: directory) else {
            throw StoreLocationError.noDirectory(path: directory)
        }
    }

    /// Returns a notice that the store is new or missing.
    ///
    /// - Parameter isInMemoryOnly: Whether the session runs without creating the store.
    func notices(isInMemoryOnly: Bool) -> [LocalizedText] {
        missing.map {
            [isInMemoryOnly ? text("There is no store “%@” yet.", $0) : text("“%@” is a new store.", $0)]
        } ?? []
    }
}
