import Foundation
import Localization
import ModelData
import Shell

/// The members of a session that commands use.
extension StoreSession {
    private var session: SessionContext { services.store.session }

    /// The program's name.
    public var programName: String { session.programName }

    /// The user's settings, including the language.
    public var preferences: Preferences { session.preferences }

    /// Asks the user questions and shows progress.
    public var interaction: any Interaction { session.interaction }

    /// The environment, the clock and the time zone.
    public var environment: ProcessEnvironment { session.environment }

    /// The standard input, for a command with an argument `-`; `nil` if the commands themselves come from
    /// standard input.
    public var standardInput: StandardInput? { session.standardInput }

    /// The user's language.
    public var localizer: Localizer { preferences.localizer }

    /// Today in the user's time zone.
    public var today: CivilDate { environment.today }

    /// The location of the store.
    public var location: StoreLocation { services.store.location }

    /// The model context of the store.
    public var context: ModelContext { services.store.context }

    /// The names of the models and their properties in the user's language.
    public var modelNames: ModelNames { services.store.names }

    /// Whether the store can only be read.
    public var isReadOnly: Bool { services.store.isReadOnly }

    /// Whether the store is synchronized with other devices.
    public var isSynchronized: Bool {
        get throws { try services.sync.isOn }
    }

    /// Returns the absolute path of a path that the user typed.
    public func absolutePath(_ path: String) -> String {
        FilePathResolution.absolute(path, relativeTo: environment.workingDirectory)
    }

    /// Opens a file that the user named, or standard input for `-`.
    ///
    /// - Throws: `FileError`.
    public func inputFile(_ path: String) throws -> InputFile {
        if path == "-" {
            // Reading standard input here would swallow the script's remaining commands.
            if standardInput == nil { try FileError.refuseDash(path, .neither) }
            return try InputFile.standardInput()
        }
        return try InputFile(path: path, relativeTo: environment.workingDirectory)
    }

    /// Checks that the store's file still exists, and merges changes that other processes saved.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``, and `ModelDataError` if the store can't be
    ///   read.
    public func refreshFromStore() throws { try services.store.refresh() }

    /// Throws if the store's file was deleted, moved or replaced since it was opened.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``.
    public func checkFile() throws { try services.store.checkFile() }

    /// Returns the texts of a property that begin with the typed text, or, if there are none, the texts that
    /// contain it.
    ///
    /// ```swift
    /// extension BookSession {
    ///     func candidates(for source: String, matching typed: String) throws -> [String] {
    ///         source == "titles" ? try texts(of: \Book.title, matching: typed) : []
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property with the texts.
    ///   - typed: The typed text.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func texts<Model: PersistentModel>(
        of property: KeyPath<Model, String>, matching typed: String
    ) throws -> [String] {
        try services.completion.texts(of: property, matching: typed)
    }
}

extension ProcessEnvironment {
    /// Today in the user's time zone.
    var today: CivilDate { CivilDate.today(now: now(), timeZone: timeZone) }
}
