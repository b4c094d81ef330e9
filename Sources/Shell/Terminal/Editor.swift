import Foundation
import Localization

/// The person's own editor, for texts of more than a line.
struct Editor {
    private let words: [[String]]
    private let directory: String
    private let environment: [String: String]

    /// Finds the editor: `$VISUAL`, `$EDITOR`, or what the system has. Arguments such as those of `code -w` are split
    /// as the shell splits words; no other program reads them.
    init(environment: [String: String]) {
        let chosen = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.compactMap { line in
            (try? Tokenizer.words(of: line))?.map(\.text)
        }.first { !$0.isEmpty }
        words = chosen.map { [$0] } ?? [["editor"], ["nano"], ["vi"]]
        self.environment = environment
        let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        directory = temporary ?? "/tmp"
    }

    /// Lets the person edit a text. Throws ``EditorError`` and ``FileError``.
    func edit(_ text: String) async throws -> String {
        var template = Array("\(directory)/edit-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError.unwritable(path: directory, .last) }
        let place = template.withUnsafeBufferPointer {
            $0.baseAddress.map { String(cString: $0) } ?? directory
        }
        let path = "\(place)/text.txt"
        defer {
            // Editors leave backups beside the text.
            try? FileManager.default.removeItem(atPath: place)
        }
        try PrivateFile.create(path, with: Array(text.utf8) + (text.hasSuffix("\n") ? [] : [.lineFeed]))
        try await Signals.ignoringInterrupts { try await run(on: path) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileError.missing(path: path)
        }
        guard var edited = String(validating: data, as: UTF8.self) else {
            throw FileError.notUTF8(path: path)
        }
        // Editors end the last line; a text needn't.
        if edited.hasSuffix("\n") { edited.removeLast() }
        return edited
    }

    private func run(on path: String) async throws {
        for words in words {
            let process: ForegroundProcess
            switch ForegroundProcess.start(words + [path], environment: environment) {
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
}

extension EditorError: PresentableError {
    /// Names the editor.
    public var problem: LocalizedText {
        switch self {
        case .notStarted(let name, let failure):
            text("The editor %1$@ could not be started: %2$@.", name, failure.reason)
        case .failed(let name):
            text("The editor %@ ended with an error, so the text was not changed.", name)
        }
    }

    /// Where the editor is chosen.
    public var remedy: LocalizedText? {
        text("The environment variables VISUAL and EDITOR choose the editor.")
    }
}
