import Foundation
import Localization
import ModelData
import Shell
import Sync

/// `sync status`: shows the state of synchronization and the entries that the server refuses.
public struct SyncStatusCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "sync status", group: .files,
        summary: text("Shows the entries that wait to be sent and those that the server refuses."),
        examples: [.verbatim("sync status")])

    /// Makes the command.
    public init() {}

    /// Reads the synchronization state in the store, without using the network.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let status = try session.services.sync.status()
        let record = Record(fields: Self.fields(status, session))
        if !status.isOn, status.server == nil {
            return Output([.message(SyncProblem.notLoggedIn.problem)], data: [.record(record)])
        }
        if status.refused.isEmpty { return Output([.record(record)]) }
        return Output([
            .record(record), .heading(text("Refused")), .table(Self.table(status, session)),
            .message(text("If you change an entry, it is sent again.")),
        ])
    }

    @MainActor
    private static func fields(_ status: SyncStatus, _ session: Session) -> [Record.Field] {
        let last = status.synchronizedAt.map { date in
            Cell(.string(Self.iso(date)), .instant(date, session.environment.timeZone))
        }
        return [
            .init(
                "isOn", text("Synchronized"),
                Cell(.bool(status.isOn), .text(status.isOn ? text("yes") : text("no")))),
            .init("server", text("Server"), .text(status.server)),
            .init("synchronizedAt", text("Last time"), last ?? .text(nil)),
            .init("problem", text("Problem"), problem(status)),
            .init("notSynchronized", text("To be sent"), .number(status.counts[.notSynchronized] ?? 0)),
            .init("pending", text("Being sent"), .number(status.counts[.pending] ?? 0)),
            .init("synchronized", text("Sent and unchanged"), .number(status.counts[.synchronized] ?? 0)),
            .init("refused", text("Refused"), .number(status.counts[.refused] ?? 0)),
        ]
    }

    /// Returns a cell with the last failure: a sentence for the user, and the failure's code for `--json` and
    /// `--csv`.
    private static func problem(_ status: SyncStatus) -> Cell {
        guard let problem = status.problem else { return .text(nil) }
        let label: LocalizedText =
            switch problem {
            case "unreachable", "timedOut": text("The server can't be reached.")
            case "slowLine": text("The connection is too slow.")
            case "unauthorized": text("The server doesn't accept the token.")
            case "tooManyRequests": text("The server received too many requests.")
            case "unavailable": text("The server is temporarily unavailable.")
            default: text("The last attempt failed.")
            }
        return Cell(.string(problem), .text(label))
    }

    /// Returns why the server refuses an entry. An unknown reason of a newer server is shown as its code.
    private static func label(_ reason: String) -> LocalizedText {
        switch reason {
        case "fieldTooLarge": text("One of its texts is too long for the server. Shorten it.")
        case "recordTooLarge": text("The entry is too large for the server. Shorten it.")
        case "tooManyFields": text("It is linked to too many other entries.")
        case "quotaExceeded": text("The account has no space left on the server.")
        default: text("The server can't store it: %@.", reason)
        }
    }

    @MainActor
    private static func table(_ status: SyncStatus, _ session: Session) -> Table {
        Table(
            "refusedEntries",
            columns: [
                .init("number", text("Number"), alignsRight: true), .init("model", text("Kind")),
                .init("identifier", text("Identifier"), priority: 8),
                .init("reason", text("Reason"), wraps: true),
            ],
            rows: status.refused.map { record in
                [
                    .number(record.number.map { Int($0) }),
                    Cell(.string(record.model), .text(session.modelNames.label(record.model))),
                    .text(record.identifier), Cell(.string(record.reason), .text(label(record.reason))),
                ]
            },
            count: text("%lld entries", status.refused.count))
    }

    private static func iso(_ date: Date) -> String {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).ISO8601Format()
    }
}
