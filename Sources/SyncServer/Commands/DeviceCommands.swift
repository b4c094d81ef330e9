import Foundation
import Localization
import Shell

/// `device add`: makes a device, and shows its token this once.
struct DeviceAddCommand: Command {
    let declaration = CommandDeclaration(
        "device add", group: .accounts, summary: text("Makes a device of an account, and shows its token."),
        discussion: [
            text(
                "The token is shown this once: the server keeps no more than a digest of it. On the device, “sync login” asks for it."
            )
        ],
        parameters: [AccountArguments.account.declaration, AccountArguments.newDevice.declaration],
        // Not as a change, of which --quiet says nothing: nobody can ask for the token again.
        examples: ["device add ada laptop"])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try AccountArguments.checked(try invocation[AccountArguments.account])
        let name = try AccountArguments.checked(try invocation[AccountArguments.newDevice])
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        let device = try await session.storage().addDevice(
            named: name, account: account, token: token, at: session.surroundings.now())
        let fields = DeviceTable.fields(device, session) + [.init("token", text("Token"), .text(token.text))]
        return Output(
            [
                .message(
                    text(
                        "Made the device “%1$@” of “%2$@”. This is its token, shown only now:", name, account)
                ),
                .message(.verbatim(token.text)),
            ], data: [.record(Record(fields: fields))])
    }
}

/// `device list`: the devices of an account, or of all.
struct DeviceListCommand: Command {
    static let account = Parameter.optional(
        "account", .nonBlank, help: text("The account; all, where none is named."))

    let declaration = CommandDeclaration(
        "device list", group: .accounts,
        summary: text("Lists the devices, and when the server heard of each."),
        parameters: [account.declaration], examples: ["device list", "device list ada"])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try invocation[Self.account].map(AccountArguments.checked)
        let devices = try await session.storage().devices(ofAccount: account)
        let table = DeviceTable.table(devices, session)
        if !devices.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no devices yet. “device add ACCOUNT NAME” makes one."))],
            data: [.table(table)])
    }
}

/// `device revoke`: makes a device's token worthless.
struct DeviceRevokeCommand: Command {
    let declaration = CommandDeclaration(
        "device revoke", group: .accounts, summary: text("Makes a device's token worthless, at once."),
        discussion: [text("The device keeps what it has; it sends and gets nothing any more.")],
        parameters: [AccountArguments.account.declaration, AccountArguments.device.declaration],
        examples: ["device revoke ada laptop"], changesData: true)

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let account = try AccountArguments.checked(try invocation[AccountArguments.account])
        let name = try AccountArguments.checked(try invocation[AccountArguments.device])
        let device = try await session.storage().revokeDevice(
            named: name, account: account, at: session.surroundings.now())
        return Output(
            [.message(text("Revoked the token of “%1$@” of “%2$@”.", name, account))],
            data: [.record(Record(fields: DeviceTable.fields(device, session)))])
    }
}

/// Devices as they are shown.
@MainActor
enum DeviceTable {
    static func table(_ devices: [Device], _ session: ServerSession) -> Table {
        Table(
            "devices",
            columns: [
                .init("account", text("Account"), wraps: true), .init("name", text("Device"), wraps: true),
                .init("seen", text("Last heard of"), priority: 4),
                .init("created", text("Made"), priority: 6),
                .init("revoked", text("Revoked"), priority: 2),
            ],
            rows: devices.map { device in
                [
                    .text(device.account), .text(device.name), .time(device.lastSeen, session),
                    .time(device.created, session), .time(device.revoked, session),
                ]
            }, count: text("%lld devices", devices.count))
    }

    static func fields(_ device: Device, _ session: ServerSession) -> [Record.Field] {
        [
            .init("account", text("Account"), .text(device.account)),
            .init("name", text("Device"), .text(device.name)),
            .init("seen", text("Last heard of"), .time(device.lastSeen, session)),
            .init("created", text("Made"), .time(device.created, session)),
            .init("revoked", text("Revoked"), .time(device.revoked, session)),
        ]
    }
}
