import Foundation
import Localization
import ModelData
import Shell
import Sync
import SyncProtocol

/// `sync`: sends local changes to the server and receives changes from it.
public struct SyncCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "sync", group: .files,
        summary: text("Sends local changes to the server, and receives changes from other devices."),
        discussion: [
            text(
                "At the prompt, this happens automatically every 20 seconds; “set sync-seconds” changes the interval. On the operating system's command line, only this command synchronizes."
            )
        ],
        examples: [.verbatim("sync")]
    )
    .refusing(.ofSynchronization)

    /// Makes the command.
    public init() {}

    /// Synchronizes once.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        try session.services.store.requireWritable()
        let sync = session.services.sync
        let credentials = try sync.credentials()
        session.interaction.progress(text("Synchronizing with “%@”…", credentials.server))
        defer { session.interaction.progress(nil) }
        // A failed synchronization writes to the store too, because it records the failure.
        defer { sync.background.hasWritten = true }
        let report = try await exchange(with: credentials.server, in: session)
        let record = Self.record(of: report, credentials.server)
        var blocks: [Block] = [.record(record)]
        if report.received > 0 {
            try session.refreshFromStore()
            blocks += try await session.context.whenUnlocked { try sync.correctReceived() }.map {
                .warning($0)
            }
        }
        blocks += sync.notices(ofConflicts: report.conflicts).map { .warning($0) }
        blocks += Self.warnings(about: report).map { .warning($0) }
        return Output(blocks, data: [.record(record)])
    }

    /// Synchronizes, and shows the numbers of sent and received entries meanwhile.
    ///
    /// - Throws: ``SyncProblem``, and ModelData's errors.
    private func exchange(with server: String, in session: Session) async throws -> SyncReport {
        let (counts, counting) = AsyncStream.makeStream(
            of: SyncReport.self, bufferingPolicy: .bufferingNewest(1))
        let showing = Task {
            for await report in counts where !Task.isCancelled {
                session.interaction.progress(
                    text(
                        "Synchronizing with “%1$@”: %2$@ sent, %3$@ received", server,
                        String(report.sent), String(report.received)))
            }
        }
        defer { showing.cancel() }
        do {
            return try await session.services.sync.synchronizer().synchronize { counting.yield($0) }
        } catch let error as SyncError {
            throw SyncProblem(error)
        }
    }

    private static func record(of report: SyncReport, _ server: String) -> Record {
        Record(
            fields: [
                .init("server", text("Server"), .text(server)),
                .init("sent", text("Sent"), .number(report.sent)),
                .init("received", text("Received"), .number(report.received)),
                .init("refused", text("Refused"), .number(report.refused), isShown: report.refused > 0),
                .init(
                    "unreadable", text("Left out"), .number(report.unreadable),
                    isShown: report.unreadable > 0),
                .init("restamped", text("Time corrected"), .number(report.restamped), isShown: false),
                .init(
                    "conflicts", text("Conflicts"), .number(report.conflicts.count),
                    isShown: !report.conflicts.isEmpty),
                .init(
                    "unopened", text("Not decrypted"), .number(report.unopened),
                    isShown: report.unopened > 0),
            ])
    }

    /// Returns warnings about entries that weren't exchanged, and about this computer's clock.
    private static func warnings(about report: SyncReport) -> [LocalizedText] {
        var warnings: [LocalizedText] = []
        if report.refused > 0 {
            warnings.append(text("The server refuses some entries. “sync status” lists them."))
        }
        if report.unreadable > 0 {
            warnings.append(
                text("Some received entries come from a newer version of this program and were left out."))
        }
        if report.unopened > 0 {
            warnings.append(
                text(
                    "Some received entries can't be decrypted: they were changed on the way, or belong to another account. They were put aside. “sync status” lists them."
                ))
        }
        if report.isClockAhead {
            warnings.append(text("This computer's clock is ahead of the server's. Correct it."))
        }
        return warnings
    }
}

/// `sync login`: starts synchronizing this store with a server.
public struct SyncLoginCommand<Session: StoreSession>: Command {
    private let server = Parameter.required(
        "server", .nonBlank, placeholder: text("SERVER"),
        help: text("The server's address, such as https://sync.example.org."),
        question: text("Which server?"))
    private let file = Parameter.option(
        "token-file", .path,
        help: text("A file with the token; “-” is standard input. Default: the program asks for the token."))
    private let keyFile = Parameter.option(
        "key-file", .path,
        help: text(
            "A file with the code of the account's key; “-” is standard input. Default: the program asks for the code if the account has one."
        ))
    private let unencrypted = Parameter.flag(
        "unencrypted",
        help: text(
            "Allows an address that begins with “http://”. Others on the network can then read the token."))

    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        let (server, file, keyFile, unencrypted) = (self.server, self.file, self.keyFile, self.unencrypted)
        declaration = CommandDeclaration(
            "sync login", group: .files, summary: text("Starts synchronizing this store with a server."),
            discussion: [
                text(
                    "The server's administrator gives you the token. It is stored in a file that only you can read. It can't be given on the command line, where others could see it."
                ),
                text(
                    "Everything is encrypted before it leaves this device. The login of the first device shows a code: write it down. Each other device asks for it; “sync key” shows it again."
                ),
            ],
            parameters: [
                server.declaration, file.declaration, unencrypted.declaration, keyFile.declaration,
            ],
            examples: [
                .verbatim("sync login https://sync.example.org"),
                .verbatim("sync login https://sync.example.org --token-file token.txt"),
            ], changesData: true
        )
        .refusing(.ofSynchronization, orExtraWords: true)
    }

    /// Tests the token at the server, and stores it if the server accepts it.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        try session.services.store.requireWritable()
        let sync = session.services.sync
        guard let path = sync.credentialsPath else { throw SyncProblem.noHome }
        let allows = try invocation[unencrypted]
        do {
            let address = try ServerAddress(try invocation[server], allowsUnencrypted: allows)
            var credentials = SyncCredentials(
                server: address.text, token: try await token(for: address.text, path, invocation, session),
                allowsUnencrypted: allows)
            // Read it before the first request, so that a bad file sets up nothing.
            let given = try givenCode(invocation, session)
            session.interaction.progress(text("Synchronizing with “%@”…", address.text))
            defer { session.interaction.progress(nil) }
            let (key, isNew) = try await key(given, credentials, path, session)
            credentials.key = key
            await sync.stop()
            try key.write(beside: path)
            try credentials.write(to: path)
            try await session.context.whenUnlocked {
                try SyncTracking.turnOn(
                    session.context, models: sync.models, server: address.text, token: credentials.token)
            }
            var blocks: [Block] = [
                .message(
                    text(
                        "This store is now synchronized with “%@”. “sync” synchronizes it immediately.",
                        address.text))
            ]
            if isNew {
                blocks += [
                    .message(text("Write down the code of the account's key: %@", key.code.text)),
                    .message(
                        text(
                            "Every other device needs it. If all devices and the code are lost, nobody can read the data on the server."
                        )),
                ]
            }
            return Output(
                blocks,
                data: [.record(Record(fields: [.init("server", text("Server"), .text(address.text))]))])
        } catch let error as SyncError {
            throw SyncProblem(error, isLogin: true)
        }
    }

    /// Returns the account's key, which this device makes if the account has none.
    ///
    /// - Parameters:
    ///   - given: The code in a file, if there is one.
    ///   - credentials: The server and the token.
    ///   - path: The file of the credentials.
    /// - Throws: ``SyncProblem/wrongCode``, ``SyncProblem/codeNeeded``, and `SyncError`.
    private func key(
        _ given: KeyCode?, _ credentials: SyncCredentials, _ path: String, _ session: Session
    ) async throws -> (StoredKey, isNew: Bool) {
        guard AccountKeys.isPossible else { throw SyncError.missingSealingLibrary }
        let connection = try credentials.connection()
        let stored = try StoredKey.all(beside: path)
        let server = credentials.server
        var known = try await connection.account().key
        if known == nil {
            var random = SystemRandomNumberGenerator()
            // Never the code of an earlier account, which the user may have left because others know it.
            let made = StoredKey(server: server, account: UUID(), code: given ?? KeyCode(using: &random))
            let proposal = try made.keys().accountKey
            // The account must not get a key that a crash could lose. The present account's key stays the first one.
            if !stored.contains(made) { try StoredKey.write(stored + [made], beside: path) }
            known = try await connection.account(proposing: proposal).key
            if known == proposal { return (made, given == nil) }
            // Another device was faster.
            try StoredKey.write(stored, beside: path)
        }
        guard let known else { throw SyncError.garbled(server: server, detail: "no key") }
        func matching(_ code: KeyCode) throws -> StoredKey? {
            let key = StoredKey(server: server, account: known.account, code: code)
            return try key.keys().accountKey == known ? key : nil
        }
        if given == nil, let key = stored.first(where: { $0.account == known.account }),
            let key = try matching(key.code)
        {
            return (key, false)
        }
        let code: KeyCode
        if let given { code = given } else { code = try await askCode(session) }
        guard let key = try matching(code) else { throw SyncProblem.wrongCode }
        return (key, false)
    }

    private func askCode(_ session: Session) async throws -> KeyCode {
        guard session.interaction.isInteractive else { throw SyncProblem.codeNeeded }
        let typed = try await session.interaction.askSecret(
            text("The code of the account's key (not shown while you type)"),
            check: { _ = try StoredKey.code($0) })
        return try StoredKey.code(typed)
    }

    private func givenCode(_ invocation: Invocation, _ session: Session) throws -> KeyCode? {
        guard let file = try invocation[keyFile] else { return nil }
        // At a terminal, the program asks, so that the code isn't echoed.
        if file == "-", session.interaction.isInteractive { return nil }
        if file == "-", try invocation[self.file] == "-" { throw SyncProblem.oneStandardInput }
        let bytes = try session.inputFile(file == "-" ? "/dev/stdin" : file).read(upTo: 4_096)
        return try StoredKey.code(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns this store's token if only the new code is missing: the account has got another key.
    private static func keptToken(for server: String, _ path: String) async -> String? {
        guard let kept = try? SyncCredentials(path: path), kept.server == server,
            let own = try? kept.key?.keys().accountKey,
            let known = try? await kept.connection().account().key, known != own
        else { return nil }
        return kept.token
    }

    private func token(
        for server: String, _ path: String, _ invocation: Invocation, _ session: Session
    ) async throws -> String {
        let file = try invocation[file]
        if file == nil, let kept = await Self.keptToken(for: server, path) { return kept }
        // A token typed at the terminal is never echoed, even with `--token-file -`.
        if let file, file != "-" || !session.interaction.isInteractive {
            let path = file == "-" ? "/dev/stdin" : file
            let bytes = try session.inputFile(path).read(upTo: 4_096)
            return try SyncCredentials.token(String(decoding: bytes, as: UTF8.self))
        }
        guard session.interaction.isInteractive else { throw SyncProblem.tokenNeeded }
        let typed = try await session.interaction.askSecret(
            text("The token (not shown while you type)"), check: { _ = try SyncCredentials.token($0) })
        return try SyncCredentials.token(typed)
    }
}

/// `sync off`: stops synchronizing this store.
public struct SyncOffCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "sync off", group: .files,
        summary: text("Stops synchronizing this store. The data here and on the server is kept."),
        examples: [.verbatim("sync off")]
    )
    .refusing(.ofSynchronization)

    /// Makes the command.
    public init() {}

    /// Turns synchronization off and deletes the token.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        try session.services.store.requireWritable()
        let sync = session.services.sync
        let status = try sync.status()
        guard status.isOn else { throw SyncProblem.notLoggedIn }
        let path = try sync.credentialsPath.flatMap { try Self.holdsToken($0, of: status.server) ? $0 : nil }
        await sync.stop()
        try await session.context.whenUnlocked {
            try SyncTracking.turnOff(session.context, models: sync.models)
        }
        if let path { try PrivateFile.remove(path) }
        return .message(text("This store is no longer synchronized. Its token was deleted."))
    }

    /// Whether a file with credentials has the token for a server. A file with other contents may have a part of it.
    private static func holdsToken(_ path: String, of server: String?) throws -> Bool {
        do {
            guard let kept = try SyncCredentials(path: path) else { return false }
            return kept.server == server
        } catch is SyncProblem {
            return true
        }
    }
}

extension TypedSecrets {
    /// The token of a device and the code of an account's key.
    static let ofSynchronization = TypedSecrets(
        { word in
            // Pasted lines may have very many words, and nearly all are shorter than a code.
            guard word.utf8.count > 26 else { return false }
            // The code may follow “--key-file=”, and end with an equals sign.
            let value = word.hasPrefix("--") ? word.drop { $0 != "=" }.dropFirst() : word[...]
            return word.contains("sync_") && word.contains(/sync_[A-Za-z0-9_-]{32}/) || KeyCode(value) != nil
        },
        remedy: { words in
            let server = words.first { $0.contains("://") } ?? "https://sync.example.org"
            return text(
                "Write “%@”, and type the token and the code when you are asked, or give files with them: --token-file FILE --key-file FILE. The history doesn't keep this line.",
                "sync login \(server)")
        })
}
