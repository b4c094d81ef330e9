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
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        let device = try await session.storage().addDevice(
            named: name, account: account, token: token, at: session.environment.now())
        return Output(
            [
                .message(
                    text(
                        "Added the device “%1$@” to “%2$@”. This is its token, shown only now:", name, account
                    )
                ),
                .message(.verbatim(token.text)),
            ], data: [.record(Record(fields: DeviceTable.fields(device, session, token: token)))])
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
            data: [.record(Record(fields: DeviceTable.fields(device, session)))])
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
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        let device = try await session.storage().renewToken(ofDevice: name, account: account, token: token)
        return Output(
            [
                .message(
                    text(
                        "The device “%1$@” of “%2$@” has a new token. It is shown only now:", name, account)
                ),
                .message(.verbatim(token.text)),
            ], data: [.record(Record(fields: DeviceTable.fields(device, session, token: token)))])
    }
}

/// Shows devices as a table or as fields.
@MainActor
enum DeviceTable {
    static func table(_ devices: [Device], _ session: ServerSession) -> Table {
        Table(
            "devices",
            columns: [
                .init("account", text("Account"), wraps: true), .init("name", text("Device"), wraps: true),
                .init("seen", text("Last contact"), priority: 4),
                .init("created", text("Created"), priority: 6),
                .init("revoked", text("Revoked"), priority: 2),
                .init("number", text("Number"), alignsRight: true, priority: 7),
            ],
            rows: devices.map { device in
                [
                    .text(device.account), .text(device.name), .time(device.lastSeen, session),
                    .time(device.created, session), .time(device.revoked, session),
                    .identifier(device.id),
                ]
            }, count: text("%lld devices", devices.count))
    }

    static func fields(
        _ device: Device, _ session: ServerSession, token: DeviceToken? = nil
    ) -> [Record.Field] {
        var fields: [Record.Field] = [
            .init("account", text("Account"), .text(device.account)),
            .init("name", text("Device"), .text(device.name)),
            .init("seen", text("Last contact"), .time(device.lastSeen, session)),
            .init("created", text("Created"), .time(device.created, session)),
            .init("revoked", text("Revoked"), .time(device.revoked, session)),
        ]
        if let token { fields.append(.init("token", text("Token"), .text(token.text))) }
        fields.append(.init("number", text("Number"), .identifier(device.id)))
        return fields
    }
}
