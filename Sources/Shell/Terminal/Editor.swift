import Foundation
import Localization

/// The person's own editor, for texts of more than a line.
@MainActor
struct Editor {
    private let words: [[String]]
    private let drafts: Drafts
    private let environment: [String: String]

    /// Finds the editor: `$VISUAL`, `$EDITOR`, or what the system has. Arguments such as those of `code -w` are split
    /// as the shell splits words; no other program reads them.
    ///
    /// - Parameters:
    ///   - environment: Names the editor, and becomes its own.
    ///   - drafts: Where the texts lie meanwhile.
    init(environment: [String: String], drafts: Drafts) {
        let chosen = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.compactMap { line in
            (try? Tokenizer.words(of: line))?.map(\.text)
        }.first { !$0.isEmpty }
        words = chosen.map { [$0] } ?? [["editor"], ["nano"], ["vi"]]
        self.environment = environment
        self.drafts = drafts
    }

    /// Lets the person edit a text. Throws ``EditorError`` and ``FileError``.
    func edit(_ text: String) async throws -> String {
        let draft = try drafts.make(text)
        try await Signals.ignoringInterrupts { try await run(on: draft) }
        let bytes = try Self.bytes(of: draft)
        guard let edited = String(validating: Self.withoutLastLineEnd(bytes, of: text), as: UTF8.self) else {
            throw FileError.notUTF8(path: draft.path)
        }
        draft.isTaken = true
        return edited
    }

    /// What was edited, without the end of its last line: editors write one, a text needn't have it.
    private static func withoutLastLineEnd(_ bytes: [UInt8], of text: String) -> ArraySlice<UInt8> {
        guard bytes.last == .lineFeed else { return bytes[...] }
        let lines = bytes.dropLast()
        // A carriage return may be the text's own.
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
        for words in words {
            let process: ForegroundProcess
            switch ForegroundProcess.start(
                words + [draft.path], environment: environment, inheriting: draft.lock)
            {
            case .success(let started): process = started
            case .failure(let failure):
                if failure.number == ENOENT && words != self.words.last { continue }
                throw EditorError.notStarted(words[0], failure)
            }
            let status = await process.waitForExit()
            if status != 0 { throw EditorError.failed(words.joined(separator: " ")) }
            return
        }
    }
}

/// What can go wrong with the person's editor.
public enum EditorError: Error, Hashable {
    /// The editor can't be started, for the system's reason.
    case notStarted(String, SystemFailure)
    /// The editor ended with an error, so that the text stays as it was.
    case failed(String)
    /// What the editor has written can't be read, for the system's reason.
    case unreadable(SystemFailure)
}

extension EditorError: PresentableError {
    /// Names the editor.
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

    /// Where the editor is chosen.
    public var remedy: LocalizedText? {
        switch self {
        case .notStarted, .failed: text("The environment variables VISUAL and EDITOR choose the editor.")
        case .unreadable: nil
        }
    }
}
