import Basics
import Foundation

/// The texts that the user is editing. A text stays here until its command has saved it.
///
/// No text is lost: if the command fails or the program is killed, the text is kept in the program's state
/// directory, and the user is told its path.
@MainActor
final class Drafts {
    private let state: String?
    private let temporary: String
    /// A directory within the system's directory for temporary files. It is used if the home directory isn't
    /// writable.
    private let fallback: String
    private var drafts: [Draft] = []

    /// - Parameters:
    ///   - environment: The environment variables, which determine the directories.
    ///   - program: The name of the program.
    init(environment: [String: String], program: String) {
        state = StandardDirectories(environment: environment, program: program).state
        temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        fallback = "\(temporary)/\(program)-\(geteuid())"
    }

    /// Creates a file for the editor. If the user edits their text once more, the file replaces the earlier one.
    ///
    /// - Throws: ``FileError``.
    func make(_ text: String) throws -> Draft {
        let draft = try make(text, isNew: false)
        if let former = drafts.firstIndex(where: { $0.edited == text }) {
            draft.keepUnchanged()
            drafts.remove(at: former).remove()
        }
        return draft
    }

    /// Keeps a typed text that no command has saved.
    ///
    /// - Throws: ``FileError``.
    func keep(_ text: String) throws { _ = try make(text, isNew: true) }

    private func make(_ text: String, isNew: Bool) throws -> Draft {
        let draft: Draft
        do {
            // Editing must also work without a writable home directory, so any `FileError` leads to the
            // fallback.
            guard let state else { throw FileError.missing(path: temporary) }
            try PrivateFile.makeDirectory(state)
            draft = try Draft(text, isNew: isNew, in: state)
        } catch is FileError {
            if mkdir(fallback, 0o700) == 0 { chmod(fallback, 0o700) }
            // If another user has created the fallback directory, use the directory for temporary files
            // itself.
            draft = try Draft(text, isNew: isNew, in: isFallbackPrivate ? fallback : temporary)
        }
        drafts.append(draft)
        return draft
    }

    /// Whether the fallback directory exists and only the user can access it.
    private var isFallbackPrivate: Bool {
        var info = stat()
        return lstat(fallback, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR && info.st_uid == geteuid()
            && info.st_mode & 0o777 == 0o700
    }

    /// Ends the command's editing session: removes the saved texts and keeps the unsaved texts.
    ///
    /// - Parameter isSaved: Whether the command has saved its texts.
    /// - Returns: The paths of the texts that are kept.
    func end(isSaved: Bool) -> [String] {
        defer { drafts = [] }
        return drafts.compactMap { draft in
            if isSaved && draft.edited != nil {
                draft.remove()
                return nil
            }
            return draft.keep()
        }
    }

    /// Removes the drafts of killed programs that contain no text of the user.
    ///
    /// - Returns: The remaining drafts of killed programs, which contain text of the user.
    @discardableResult
    func removeEmptyAbandonedDrafts() -> [Draft] {
        let folders = [state, isFallbackPrivate ? fallback : nil].compactMap { $0 }
        return folders.flatMap { folder in
            Directory.names(in: folder, startingWith: Draft.namePrefix).compactMap { name -> Draft? in
                guard let draft = Draft(abandonedAt: "\(folder)/\(name)"),
                    draft.removeUnlessWorthKeeping()
                else { return nil }
                return draft
            }
        }
    }

    /// Keeps the drafts of killed programs under new names, so that each is reported only once.
    ///
    /// - Returns: The paths of the texts.
    func keepAbandonedDrafts() -> [String] {
        removeEmptyAbandonedDrafts().map { $0.renamed() }
    }
}
