import Foundation
import Localization
import ModelData
import Shell
import Sync
import SyncProtocol

/// `sync status`: shows the state of synchronization and the entries that the server refuses.
public struct SyncStatusCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "sync status", group: .files,
        summary: text("Shows the entries that wait to be sent and those that the server refuses."),
        examples: [.verbatim("sync status")]
    )
    .refusing(.ofSynchronization)

    /// Makes the command.
    public init() {}

    /// Reads the synchronization state in the store, and asks the server for the devices. If the server can't be reached,
    /// they are left out.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let sync = session.services.sync
        let status = try sync.status()
        let key = try sync.credentialsPath.flatMap { path in
            try status.server.flatMap { try StoredKey.stored(beside: path, for: $0) }
        }
        let devices = status.isOn ? await Self.devices(sync) : []
        let now = session.environment.now()
        let days = devices.map { device in
            device.lastSeen.map { max(0, Int(now.timeIntervalSince($0) / 86_400)) }
        }
        let record = Record(
            fields: Self.fields(status, key, session) + [
                .init(
                    "devices", text("Devices"),
                    Cell(.list(devices.map { .string($0.name) }), .text(text("%lld devices", devices.count))),
                    isShown: false),
                .init(
                    "days", text("Last seen"),
                    Cell(
                        .list(days.map { $0.map { .integer($0) } ?? .null }),
                        .text(text("%lld devices", devices.count))), isShown: false),
            ])
        if !status.isOn, status.server == nil {
            return Output([.message(SyncProblem.notLoggedIn.problem)], data: [.record(record)])
        }
        var blocks: [Block] = [.record(record)]
        if !status.refused.isEmpty {
            blocks += [
                .heading(text("Refused")),
                .table(Self.table("refusedEntries", status.refused, session)),
                .message(text("If you change an entry, it is sent again.")),
            ]
        }
        if !status.unopened.isEmpty {
            blocks += [
                .heading(text("Not decrypted")),
                .table(Self.table("unopenedEntries", status.unopened, session)),
                .message(
                    text(
                        "They were changed on the way, or belong to another account. They aren't used. Tell the server's administrator."
                    )),
            ]
        }
        let data = blocks
        if !devices.isEmpty {
            blocks += [.heading(text("Devices")), .table(Self.table(devices, days))]
        }
        return Output(blocks, data: data)
    }

    /// Returns the account's devices; none if the server doesn't answer soon.
    @MainActor
    private static func devices(_ sync: StoreSyncService) async -> [SyncAccount.Device] {
        guard let connection = try? sync.credentials().connection(timeout: 3) else { return [] }
        return (try? await connection.account().devices) ?? []
    }

    private static func table(_ devices: [SyncAccount.Device], _ days: [Int?]) -> Table {
        Table(
            "devices",
            columns: [
                .init("name", text("Device")), .init("days", text("Last seen"), alignsRight: true),
            ],
            rows: zip(devices, days).map { device, days in
                guard let days else { return [.text(device.name), .text(nil)] }
                return [
                    .text(device.name),
                    Cell(.integer(days), .text(days == 0 ? text("today") : text("%lld days ago", days))),
                ]
            },
            count: text("%lld devices", devices.count))
    }

    @MainActor
    private static func fields(
        _ status: SyncStatus, _ key: StoredKey?, _ session: Session
    ) -> [Record.Field] {
        return [
            .init(
                "isOn", text("Synchronized"),
                Cell(.bool(status.isOn), .text(status.isOn ? text("yes") : text("no")))),
            .init("server", text("Server"), .text(status.server)),
            .init(
                "synchronizedAt", text("Last time"),
                .instant(status.synchronizedAt, in: session.environment.timeZone)),
            .init("problem", text("Problem"), problem(status)),
            .init("notSynchronized", text("To be sent"), .number(status.counts[.notSynchronized] ?? 0)),
            .init("pending", text("Being sent"), .number(status.counts[.pending] ?? 0)),
            .init("synchronized", text("Sent and unchanged"), .number(status.counts[.synchronized] ?? 0)),
            .init("refused", text("Refused"), .number(status.counts[.refused] ?? 0)),
            .init(
                "key", text("Key"), .text((try? key?.keys())?.accountKey.identifier), isShown: key != nil),
            .init(
                "unopened", text("Not decrypted"), .number(status.unopened.count),
                isShown: !status.unopened.isEmpty),
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
            case "wrongKey": text("The account has another key than this device.")
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
        case "unopened": text("The server's version of it can't be decrypted.")
        default: text("The server can't store it: %@.", reason)
        }
    }

    @MainActor
    private static func table(
        _ name: String, _ records: [SyncStatus.RefusedRecord], _ session: Session
    ) -> Table {
        Table(
            name,
            columns: [
                .init("number", text("Number"), alignsRight: true), .init("model", text("Kind")),
                .init("identifier", text("Identifier"), priority: 8),
                .init("reason", text("Reason"), wraps: true),
            ],
            rows: records.map { record in
                [
                    .number(record.number.map { Int($0) }),
                    Cell(.string(record.model), .text(session.modelNames.label(record.model))),
                    .text(record.identifier), Cell(.string(record.reason), .text(label(record.reason))),
                ]
            },
            count: text("%lld entries", records.count))
    }
}
