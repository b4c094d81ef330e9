/// What a command needs from the session, and whether it changes something. The session decides by the intent how it
/// opens the store, whether it waits for a lock, and what it saves. It never sees the command's name.
public struct Intent: Hashable, Sendable {
    /// The part of a session that a command uses.
    public enum Scope: Hashable, Sendable {
        /// The program's data.
        case data
        /// The files of the store as a whole. The command runs even if the store can't be opened.
        case storeFiles
        /// Neither: the command works only on files that the user names.
        case otherFiles
    }

    /// The part of the session that the command uses.
    public let scope: Scope
    /// Whether the command can change that part.
    public let changes: Bool
    /// Whether the session is created for a single command, so that no later command needs its data.
    public private(set) var isOnlyCommand = false
    /// The format of the output if a program reads it; `nil` for a person.
    public private(set) var dataFormat: OutputFormat?

    private init(_ scope: Scope, changes: Bool) {
        self.scope = scope
        self.changes = changes
    }

    /// Reads the data. The default of a command.
    public static let read = Intent(.data, changes: false)
    /// Changes the data: one transaction, and one step of `undo`.
    public static let change = Intent(.data, changes: true)
    /// Reads the files of the store, such as `backup`.
    public static let inspectStore = Intent(.storeFiles, changes: false)
    /// Replaces the files of the store, such as `restore`.
    public static let replaceStore = Intent(.storeFiles, changes: true)
    /// Reads files that the user names, without the data.
    public static let readFiles = Intent(.otherFiles, changes: false)

    /// Returns the intent of a command that is the only one of its session, if a condition holds.
    func onlyCommand(if isOnlyCommand: Bool) -> Intent {
        var intent = self
        intent.isOnlyCommand = isOnlyCommand
        return intent
    }

    /// Returns the intent of a command whose output has a format.
    func writing(_ format: OutputFormat?) -> Intent {
        var intent = self
        intent.dataFormat = format?.isMachineReadable == true ? format : nil
        return intent
    }
}
