import Foundation
import Localization
import Shell

/// Where a program's store lies: in memory, at a path that the person gave, or in the XDG data directory.
public enum StoreLocation: Hashable, Sendable {
    /// Nowhere on disk.
    case memory
    /// At an absolute path.
    case file(path: String)

    /// Finds the location that the command line and the environment ask for.
    ///
    /// - Throws: ``StoreLocationError/noHome`` where neither a path nor a home directory is known.
    public init(programName: String, options: LaunchOptions, surroundings: Surroundings) throws {
        if options.inMemory {
            self = .memory
        } else if let path = options.storePath {
            guard !path.isEmpty else { throw StoreLocationError.emptyPath }
            self = .file(
                path: FilePathResolution.absolute(path, relativeTo: surroundings.workingDirectory))
        } else {
            guard let usual = Self.usual(programName, surroundings.environment) else {
                throw StoreLocationError.noHome
            }
            self = usual
        }
    }

    /// Where a program's store lies unless the person says otherwise; `nil` where the environment names no home.
    static func usual(_ programName: String, _ environment: [String: String]) -> Self? {
        StandardDirectories(environment: environment, program: programName).data.map {
            .file(path: "\($0)/\(programName).store")
        }
    }
}

/// Why no place for a store is known.
public enum StoreLocationError: PresentableError, Hashable {
    /// The environment names no home directory.
    case noHome
    /// The path on the command line is empty.
    case emptyPath
    /// The directory of the path on the command line isn't there.
    case noDirectory(path: String)

    /// What is missing.
    public var problem: LocalizedText {
        switch self {
        case .noHome: text("There is no home directory to keep the data in.")
        case .emptyPath: text("The path of the store is empty.")
        case .noDirectory(let path): text("There is no directory “%@” for the store.", path)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch self {
        case .noHome, .emptyPath:
            text("Set HOME or XDG_DATA_HOME, or give the store's path with --store PATH.")
        case .noDirectory: text("Check the path that --store names, or make the directory first.")
        }
    }

    /// A mistake in how the program was called, or a directory that isn't there.
    public var failure: FailureKind {
        if case .noDirectory = self { .inputMissing } else { .usage }
    }
}
