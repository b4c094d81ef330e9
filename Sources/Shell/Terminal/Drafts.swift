import Foundation

/// The texts that a person writes in their editor, until the command that asked for them has saved them, and those that
/// they typed and that could not be saved.
///
/// A text that no command saves is not lost: where the command fails, or the program is killed, it is kept in the
/// program's directory for such things, and the person is told where.
@MainActor
final class Drafts {
    private let state: String?
    private let temporary: String
    /// The folder in the temporary directory in which texts are found again that can't be kept at home.
    private let fallback: String
    private var drafts: [Draft] = []

    /// - Parameters:
    ///   - environment: Names the directories.
    ///   - program: The program's name.
    init(environment: [String: String], program: String) {
        state = StandardDirectories(environment: environment, program: program).state
        temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        fallback = "\(temporary)/\(program)-\(geteuid())"
    }

    /// Writes a text for the editor. Throws ``FileError``.
    func make(_ text: String) throws -> Draft { try make(text, isNew: false) }

    /// Keeps a text that was typed, as one that no command has saved. Throws ``FileError``.
    func keep(_ text: String) throws { _ = try make(text, isNew: true) }

    private func make(_ text: String, isNew: Bool) throws -> Draft {
        let draft: Draft
        do {
            // Without a home, or where nothing can be written in it, a text can be written all the same.
            guard let state else { throw FileError.missing(path: temporary) }
            try PrivateFile.makeDirectory(state)
            draft = try Draft(text, isNew: isNew, in: state)
        } catch is FileError {
            if mkdir(fallback, 0o700) == 0 { chmod(fallback, 0o700) }
            // Somebody else may have taken the name.
            draft = try Draft(text, isNew: isNew, in: isFallbackOwn ? fallback : temporary)
        }
        drafts.append(draft)
        return draft
    }

    /// Whether the folder is there, and nobody else can do anything in it.
    private var isFallbackOwn: Bool {
        var info = stat()
        return lstat(fallback, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR && info.st_uid == geteuid()
            && info.st_mode & 0o777 == 0o700
    }

    /// Ends what a command has asked for.
    ///
    /// - Parameter isSaved: Whether the command has done what it was to do with the texts that it got.
    /// - Returns: The files of texts that are kept, since nobody else has them.
    func end(isSaved: Bool) -> [String] {
        defer { drafts = [] }
        return drafts.compactMap { draft in
            if isSaved && draft.isTaken {
                draft.remove()
                return nil
            }
            return draft.keep()
        }
    }

    /// Removes what killed programs left, where nothing of the person's is in it.
    ///
    /// - Returns: What holds something of the person's.
    @discardableResult
    func removeWhatKilledProgramsLeft() -> [Draft] {
        let folders = [state, isFallbackOwn ? fallback : nil].compactMap { $0 }
        return folders.flatMap { folder in
            DirectoryNames.starting(with: Draft.start, in: folder).compactMap { name -> Draft? in
                guard let draft = Draft(leftAt: "\(folder)/\(name)"), draft.removeUnlessWritten() else {
                    return nil
                }
                return draft
            }
        }
    }

    /// Keeps what killed programs left; each is told once.
    ///
    /// - Returns: The files.
    func keepWhatKilledProgramsLeft() -> [String] {
        removeWhatKilledProgramsLeft().map { $0.renamed() }
    }
}
