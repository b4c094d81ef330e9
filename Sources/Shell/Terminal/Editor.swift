import Foundation
import Localization

/// Runs the user's editor for texts of several lines.
@MainActor
struct Editor {
    private let commands: [[String]]
    private let drafts: Drafts
    private let environment: [String: String]

    /// Finds the editor: `$VISUAL`, `$EDITOR`, or a default of the system. The command line, such as `code
    /// -w`, is split like a line at the prompt; no other shell interprets it.
    ///
    /// - Parameters:
    ///   - environment: The environment variables; the editor inherits them.
    ///   - drafts: The store of the texts during editing.
    init(environment: [String: String], drafts: Drafts) {
        let chosen = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.compactMap { line in
            (try? Tokenizer.words(of: line))?.map(\.text)
        }.first { !$0.isEmpty }
        commands = chosen.map { [$0] } ?? [["editor"], ["nano"], ["vi"]]
        self.environment = environment
        self.drafts = drafts
    }

    /// Lets the user edit a text and returns the result.
    ///
    /// - Throws: ``EditorError`` and ``FileError``.
    func edit(_ text: String) async throws -> String {
        let draft = try drafts.make(text)
        try await Signals.ignoringInterrupts { try await run(on: draft) }
        let bytes = try Self.bytes(of: draft)
        guard let edited = String(validating: Self.withoutLastLineEnd(bytes, of: text), as: UTF8.self) else {
            throw FileError.notUTF8(path: draft.path)
        }
        draft.edited = edited
        return edited
    }

    /// Returns the edited text without its final line end, which editors add.
    private static func withoutLastLineEnd(_ bytes: [UInt8], of text: String) -> ArraySlice<UInt8> {
        guard bytes.last == .lineFeed else { return bytes[...] }
        let lines = bytes.dropLast()
        // Also remove a carriage return, unless the user hasn't changed the text.
        return lines.last == .carriageReturn && !lines.elementsEqual(text.utf8) ? lines.dropLast() : lines
    }

    private static func bytes(of draft: Draft) throws -> [UInt8] {
        do {
            return try draft.read()
        } catch let error as FileError where error != .missing(path: draft.path) {
            guard let failure = error.systemFailure else { throw error }
            throw EditorError.unreadable(failure)
        }
    }

    private func run(on draft: Draft) async throws {
        for command in commands {
            let process: ForegroundProcess
            switch ForegroundProcess.start(
                command + [draft.path], environment: environment, inheriting: draft.lock)
            {
            case .success(let started): process = started
            case .failure(let failure):
                if failure.number == ENOENT && command != commands.last { continue }
                throw EditorError.notStarted(command[0], failure)
            }
            let status = await process.waitForExit()
            if status != 0 { throw EditorError.failed(command.joined(separator: " ")) }
            return
        }
    }
}

/// An error of the user's editor.
public enum EditorError: Error, Hashable {
    /// The editor can't be started. The values are its name and the system's reason.
    case notStarted(String, SystemFailure)
    /// The editor ended with an error, so the text was not changed.
    case failed(String)
    /// The edited file can't be read. The value is the system's reason.
    case unreadable(SystemFailure)
}

extension EditorError: PresentableError {
    /// The problem with the editor, as a sentence.
    public var problem: LocalizedText {
        switch self {
        case .notStarted(let name, let failure):
            text("The editor %1$@ could not be started: %2$@.", name, failure.reason)
        case .failed(let name):
            text("The editor %@ ended with an error, so the text was not changed.", name)
        case .unreadable(let failure):
            text("The text from the editor can't be read: %@.", failure.reason)
        }
    }

    /// Advice on the environment variables that choose the editor.
    public var remedy: LocalizedText? {
        switch self {
        case .notStarted, .failed: text("The environment variables VISUAL and EDITOR choose the editor.")
        case .unreadable: nil
        }
    }
}
