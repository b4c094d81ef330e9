import Foundation
import Localization
import ModelData
import Shell

/// `backup`: copies the store into a file, also while others use it.
public struct BackupCommand<Session: StoreSession>: Command {
    private let file = Parameter.required(
        "file", .path, help: text("The file to write."), question: text("Which file"))
    private let overwrite = Parameter.flag("overwrite", help: text("Replaces the file if there is one."))

    /// How it is called.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        declaration = CommandDeclaration(
            "backup", group: .files, summary: text("Copies all data, with its history, into a file."),
            discussion: [
                text("Others may work on meanwhile. The copy is checked; “restore” puts it back.")
            ],
            parameters: [file.declaration, overwrite.declaration],
            examples: ["backup books-backup.store", "backup /media/usb/books.store --overwrite"],
            isForCare: true)
    }

    /// Copies the store.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let path = try invocation[file]
        let url = URL(fileURLWithPath: session.absolutePath(path))
        var replacing = try invocation[overwrite]
        if !replacing, FileManager.default.fileExists(atPath: url.path) {
            guard session.interaction.isInteractive else { throw FileError.exists(path: path) }
            let question = text("There is a file “%@” already. Replace it?", path)
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was written."))
            }
            replacing = true
        }
        do {
            switch session.location {
            case .memory: try session.context.container.backup(to: url, replacing: replacing)
            case .file(let store):
                guard FileManager.default.fileExists(atPath: store) else {
                    throw CareError.nothingThere(path: store)
                }
                try session.care.backup(to: url, replacing: replacing)
            }
        } catch ModelDataError.alreadyExists {
            throw replacing ? CareError.isTheStore(path: path) as any Error : FileError.exists(path: path)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size]) as? Int
        return Output(
            [.message(text("All data is copied into “%@”.", path))],
            data: [
                .record(
                    Record(fields: [
                        .init("path", text("File"), .text(path)),
                        .init("bytes", text("Bytes"), .number(size)),
                    ]))
            ])
    }
}
