import Foundation
import Localization
import Shell

/// `device add`: creates a device and shows its token once.
struct DeviceAddCommand: Command {
    let declaration = CommandDeclaration(
        "device add", group: .accounts,
        summary: text("Adds a device to an account and shows the device's token."),
        discussion: [
            text(
                "The token is shown only once: the server stores just its digest. On the device, enter it when “sync login” asks for it."
            )
        ],
        parameters: [AccountArguments.account.declaration, AccountArguments.newDevice.declaration],
        // Don't declare `changesData`: --quiet would hide the token, which can't be shown again.
        examples: [.verbatim("device add ada laptop")])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try AccountArguments.checked(try invocation[AccountArguments.account])
        let name = try AccountArguments.checked(try invocation[AccountArguments.newDevice])
        let token = DeviceToken.random()
        let device = try await session.storage().addDevice(
            named: name, account: account, token: token, at: session.environment.now())
        return DeviceTable.output(
            text("Added the device “%1$@” to “%2$@”. This is its token, shown only now:", name, account),
            with: token, of: device, session)
    }
}

/// `device list`: lists the devices of one account or of all accounts.
struct DeviceListCommand: Command {
    static let account = Parameter.optional(
        "account", .nonBlank, placeholder: text("ACCOUNT"),
        help: text("The account. Default: all accounts."))

    let declaration = CommandDeclaration(
        "device list", group: .accounts,
        summary: text("Lists the devices and when each last contacted the server."),
        parameters: [account.declaration], examples: [.verbatim("device list"), .verbatim("device list ada")])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try invocation[Self.account].map(AccountArguments.checked)
        let devices = try await session.storage().devices(ofAccount: account)
        let table = DeviceTable.table(devices, session)
        if !devices.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no devices yet. Add one with “device add ACCOUNT NAME”."))],
            data: [.table(table)])
    }
}

/// `device revoke`: revokes a device's token.
struct DeviceRevokeCommand: Command {
    let declaration = CommandDeclaration(
        "device revoke", group: .accounts, summary: text("Revokes a device's token immediately."),
        discussion: [text("The device keeps its data, but can no longer synchronize.")],
        parameters: [AccountArguments.account.declaration, AccountArguments.device.declaration],
        examples: [.verbatim("device revoke ada laptop")], changesData: true)

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try AccountArguments.checked(try invocation[AccountArguments.account])
        let name = try AccountArguments.checked(try invocation[AccountArguments.device])
        let device = try await session.storage().revokeDevice(
            named: name, account: account, at: session.environment.now())
        return Output(
            [.message(text("Revoked the token of the device “%1$@” of the account “%2$@”.", name, account))],
            data: [.record(DeviceTable.record(device, session))])
    }
}

/// `token renew`: replaces the token of a device, and shows the new one once.
struct TokenRenewCommand: Command {
    let declaration = CommandDeclaration(
        "token renew", group: .accounts,
        summary: text("Gives a device a new token, and shows it."),
        discussion: [
            text(
                "The earlier token is invalid immediately. On the device, run “sync login” again and enter the new token. Its unsent changes are kept."
            )
        ],
        parameters: [AccountArguments.account.declaration, AccountArguments.device.declaration],
        // Don't declare `changesData`: --quiet would hide the token, which can't be shown again.
        examples: [.verbatim("token renew ada laptop")])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try AccountArguments.checked(try invocation[AccountArguments.account])
        let name = try AccountArguments.checked(try invocation[AccountArguments.device])
        let token = DeviceToken.random()
        let device = try await session.storage().renewToken(ofDevice: name, account: account, token: token)
        return DeviceTable.output(
            text("The device “%1$@” of “%2$@” has a new token. It is shown only now:", name, account),
            with: token, of: device, session)
    }
}

/// Shows devices as a table or as a record.
@MainActor
enum DeviceTable {
    private static var columns: [Table.Column] {
        [
            .init("account", text("Account"), wraps: true), .init("name", text("Device"), wraps: true),
            .init("seen", text("Last contact"), priority: 4),
            .init("created", text("Created"), priority: 6),
            .init("revoked", text("Revoked"), priority: 2),
            .init("number", text("Number"), alignsRight: true, priority: 7),
        ]
    }

    private static func cells(_ device: Device, _ session: ServerSession) -> [Cell] {
        [
            .text(device.account), .text(device.name), .time(device.lastSeen, session),
            .time(device.created, session), .time(device.revoked, session), .identifier(device.id),
        ]
    }

    static func table(_ devices: [Device], _ session: ServerSession) -> Table {
        Table(
            "devices", columns: columns, rows: devices.map { cells($0, session) },
            count: text("%lld devices", devices.count))
    }

    static func record(_ device: Device, _ session: ServerSession, token: DeviceToken? = nil) -> Record {
        var fields = Record.fields(columns, cells(device, session))
        if let token { fields.insert(.init("token", text("Token"), .text(token.text)), at: fields.count - 1) }
        return Record(fields: fields)
    }

    /// Returns the output of a command that gives a device a token, which is shown only once.
    static func output(
        _ message: LocalizedText, with token: DeviceToken, of device: Device, _ session: ServerSession
    ) -> Output {
        Output(
            [.message(message), .message(.verbatim(token.text))],
            data: [.record(record(device, session, token: token))])
    }
}
