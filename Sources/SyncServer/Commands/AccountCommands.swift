import Foundation
import Localization
import Shell

/// `account add`: creates an account.
struct AccountAddCommand: Command {
    let declaration = CommandDeclaration(
        "account add", group: .accounts, summary: text("Creates an account."),
        discussion: [
            text("All devices of an account share the same data. Other accounts can't see it."),
            text(
                "If neither --store nor --database names a storage, and the usual store has no accounts yet, the command names that store and asks."
            ),
        ],
        parameters: [AccountArguments.newAccount.declaration], examples: [.verbatim("account add ada")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let name = try AccountArguments.checked(try invocation[AccountArguments.newAccount])
        if let path = try await session.unusedUsualStore() {
            let question = text(
                "No setting names a storage, so the account would be created in “%@”. Is this the server's store?",
                path)
            guard try await session.context.interaction.confirm(question, for: invocation) else {
                return .message(text("Nothing was changed."))
            }
        }
        let storage = try await session.storage(createIfMissing: true)
        let account = try await storage.addAccount(named: name, at: session.environment.now())
        return Output(
            [
                .message(
                    text(
                        "Created the account “%1$@”. Add its first device with “device add %2$@ NAME”.", name,
                        name)
                )
            ],
            data: [.record(AccountTable.record(account, session))])
    }
}

/// `account list`: lists the accounts.
struct AccountListCommand: Command {
    let declaration = CommandDeclaration(
        "account list", group: .accounts, summary: text("Lists the accounts."),
        examples: [.verbatim("account list")])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let accounts = try await session.storage().accounts()
        let table = AccountTable.table(accounts, session)
        if !accounts.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no accounts yet. Create one with “account add NAME”."))],
            data: [.table(table)])
    }
}

/// `account delete`: deletes an account and its data.
struct AccountDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "account delete", group: .accounts,
        summary: text("Deletes an account, with its devices and all its records on the server."),
        discussion: [
            text("The devices keep their data. This can't be undone, so scripts must pass --yes.")
        ],
        parameters: [AccountArguments.account.declaration],
        examples: [.verbatim("account delete ada --yes")], changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let name = try AccountArguments.checked(try invocation[AccountArguments.account])
        let storage = try await session.storage()
        guard let account = try await storage.accounts().first(where: { $0.name == name }) else {
            throw AccountError.noAccount(name)
        }
        let question = text(
            "Delete the account “%1$@” with %2$lld records? This can't be undone.", name, account.records)
        guard try await session.context.interaction.confirm(question, for: invocation) else {
            return .message(text("Nothing was changed."))
        }
        try await storage.deleteAccount(named: name)
        return Output(
            [.message(text("Deleted the account “%@”.", name))],
            data: [.record(AccountTable.record(account, session))])
    }
}

/// The arguments that the commands for accounts and devices share.
enum AccountArguments {
    static let newAccount = Parameter.required(
        "name", .nonBlank, placeholder: text("NAME"),
        help: text("The account's name."), question: text("Name of the account"))
    static let account = Parameter.required(
        "account", .nonBlank, placeholder: text("ACCOUNT"),
        help: text("The account's name."), question: text("Name of the account"))
    static let newDevice = Parameter.required(
        "name", .nonBlank, placeholder: text("NAME"),
        help: text("The device's name."), question: text("Name of the device"))
    static let device = Parameter.required(
        "device", .nonBlank, placeholder: text("DEVICE"),
        help: text("The device's name."), question: text("Name of the device"))

    private static let longestName = 100

    /// Returns a name in Unicode's composed form (NFC), so that both spellings of “é” give the same name.
    ///
    /// - Throws: ``CommandError`` if the name is too long or has invisible characters.
    static func checked(_ name: String) throws -> String {
        let name = name.precomposedStringWithCanonicalMapping
        guard name.count <= longestName else { throw CommandError.nameTooLong(longestName) }
        let isVisible = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
            default: true
            }
        }
        guard isVisible else { throw CommandError.invisibleCharacters }
        return name
    }
}

/// Shows accounts as a table or a record.
@MainActor
enum AccountTable {
    private static var columns: [Table.Column] {
        [
            .init("name", text("Account"), wraps: true),
            .init("devices", text("Devices"), alignsRight: true),
            .init("records", text("Records"), alignsRight: true),
            .init("created", text("Created"), priority: 5),
            .init("bytes", text("Bytes"), alignsRight: true, priority: 4),
            .init("number", text("Number"), alignsRight: true, priority: 6),
        ]
    }

    private static func cells(_ account: Account, _ session: ServerSession) -> [Cell] {
        [
            .text(account.name), .number(account.devices), .number(account.records),
            .time(account.created, session), .number(account.bytes), .identifier(account.id),
        ]
    }

    static func table(_ accounts: [Account], _ session: ServerSession) -> Table {
        Table(
            "accounts", columns: columns, rows: accounts.map { cells($0, session) },
            count: text("%lld accounts", accounts.count))
    }

    static func record(_ account: Account, _ session: ServerSession) -> Record {
        Record(fields: Record.fields(columns, cells(account, session)))
    }
}

extension Record {
    /// Returns the fields of a record that a table shows as a row.
    static func fields(_ columns: [Table.Column], _ cells: [Cell]) -> [Field] {
        zip(columns, cells).map { Field($0.key, $0.title, $1) }
    }
}

extension Cell {
    /// Returns a cell with a time. On screen, it is in the user's time zone; in machine-readable output, in
    /// UTC.
    @MainActor
    static func time(_ date: Date?, _ session: ServerSession) -> Cell {
        .instant(date, in: session.environment.timeZone)
    }
}
