import Foundation
import ModelDataSQLite
import ProgramKit
import TestSupport
import Testing

@testable import ITour
@testable import ModelData
@testable import Moonshot
@testable import MyBooks
@testable import Portfolio
@testable import Shell

/// The rule: a list reads its records with one statement, whatever the format.
@MainActor
@Suite("Statements of lists in every program")
struct ListStatementTests {
    /// The SQL texts of the statements that SQLite runs on a connection.
    private final class Trace {
        private let connection: OpaquePointer
        private(set) var statements: [String] = []

        init(_ context: ModelContext) throws {
            connection = try context.allSessions()[0].connection.handle
            sqlite3_trace_v2(
                connection, UInt32(SQLITE_TRACE_STMT),
                { _, trace, statement, _ in
                    guard let trace, let statement, let sql = sqlite3_sql(OpaquePointer(statement)) else {
                        return 0
                    }
                    Unmanaged<Trace>.fromOpaque(trace).takeUnretainedValue().statements.append(
                        String(cString: sql))
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        func end() { sqlite3_trace_v2(connection, 0, nil, nil) }
    }

    /// A session with the records that some lines add, and the way to run a line in it.
    @MainActor
    private struct User<Session: StoreSession> {
        let program: Program<Session>
        let session: Session

        init(_ program: Program<Session>, store: String, _ lines: [String]) async throws {
            self.program = program
            var options = LaunchOptions()
            options.storePath = store
            let environment = ProcessEnvironment(
                variables: ["HOME": "/nonexistent", "LANG": "en"], timeZone: .gmt,
                now: { Date(timeIntervalSince1970: 1_710_504_000) }, workingDirectory: "/")
            session = try await program.makeSession(
                SessionContext(
                    programName: program.name, options: options, environment: environment,
                    preferences: Preferences(
                        programName: program.name, settings: program.settings, environment: environment),
                    interaction: ScriptInteraction()))
            for line in lines { _ = try await run(line, isForUser: true) }
        }

        func run(_ line: String, isForUser: Bool) async throws -> Output {
            let call = try Grammar(commands: program.commands.map(\.declaration)).parse(
                try Tokenizer.words(of: line))
            let today = session.today
            let values = try ArgumentValues.values(
                of: call, ParseContext(localizer: session.localizer, today: today))
            let name = call.declaration.name
            let command = try #require(program.commands.first { $0.declaration.name == name })
            let invocation = Invocation(command: name, values: values, isForUser: isForUser)
            return try await session.execute(call.declaration.intent) {
                try await command.run(invocation, in: session)
            }
        }
    }

    /// Runs lists in every format, each in a new session, and expects one statement that reads the table.
    private func expectOneStatement<Session: StoreSession>(
        _ program: Program<Session>, _ lines: [String], lists: [(line: String, table: String)]
    ) async throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("test.store")
        try await User(program, store: store, lines).session.close()
        for (line, table) in lists {
            for format in OutputFormat.allCases {
                let user = try await User(program, store: store, [])
                defer { user.session.close() }
                let trace = try Trace(user.session.context)
                let output = try await user.run(line, isForUser: !format.isMachineReadable)
                let presentation = Presentation(
                    format: format, width: 200, localizer: user.session.localizer)
                let rendered = Renderer.render(output.made(for: presentation), presentation).output
                trace.end()
                #expect(!rendered.isEmpty)
                let reading = trace.statements.filter { statement in
                    let words = statement.replacing("\"", with: "").split(whereSeparator: \.isWhitespace)
                    return zip(words, words.dropFirst()).contains { $0 == "FROM" && $1 == table }
                }
                #expect(reading.count == 1, "\(program.name) \(line), \(format): \(trace.statements)")
            }
        }
    }

    @Test func `mybooks reads each book once`() async throws {
        try await expectOneStatement(
            MyBooksProgram.program, ["add Solaris Lem", "add Eden Lem", "shelf add eden sf"],
            lists: [("list", "Book"), ("list author:lem", "Book"), ("list --sort rating", "Book")])
    }

    @Test func `itour reads each destination and each sight once`() async throws {
        try await expectOneStatement(
            ITourProgram.program, ["add Rome", "sight add Forum", "sight add Colosseum", "back", "add Oslo"],
            lists: [
                ("list", "Destination"), ("list name:o", "Destination"), ("sight list -is:visited", "Sight"),
            ])
    }

    @Test func `moonshot reads each mark once`() async throws {
        try await expectOneStatement(
            MoonshotProgram.program, ["favourite 11", "favourite 8", "note 11 First"],
            lists: [
                ("missions", "Favourite"), ("missions year:1969", "Favourite"), ("favourites", "Favourite"),
                ("notes", "MissionNote"),
            ])
    }

    @Test func `portfolio reads each issue once`() async throws {
        try await expectOneStatement(
            PortfolioProgram.program, ["new Alpha", "new Beta #work --yes", "back"],
            lists: [("list", "Issue"), ("list is:open beta", "Issue"), ("list every:none", "Issue")])
    }
}
