import Foundation
import Localization
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import Shell

/// A model that is stored only in memory and filled by the program.
@Model
final class Planet {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
}

/// A model that is stored on disk.
@Model
final class Wish {
    var planet: String
    init(planet: String) { self.planet = planet }
}

@MainActor
private final class PlanetSession: StoreSession {
    let services: StoreServices

    init(_ session: SessionContext) async throws {
        services = StoreServices(
            try await StoreService(session, models: [Wish.self], inMemory: [Planet.self]))
    }
}

@Suite("Models in memory beside a store on disk")
@MainActor
struct MemoryModelTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func session(inMemory: Bool = false) async throws -> PlanetSession {
        var options = LaunchOptions()
        options.storePath = directory.file("wishes.store")
        options.inMemory = inMemory
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": "en"], timeZone: .gmt,
            now: { Date(timeIntervalSince1970: 1_710_504_000) }, workingDirectory: "/")
        return try await PlanetSession(
            SessionContext(
                programName: "planets", options: options, environment: environment,
                preferences: Preferences(programName: "planets", environment: environment),
                interaction: ScriptInteraction()))
    }

    private func fill(_ session: PlanetSession) throws {
        try session.services.undo.fillMemory { context in
            for name in ["Mars", "Venus"] { context.insert(Planet(name: name)) }
        }
    }

    private func wish(_ planet: String, in session: PlanetSession) async throws {
        _ = try await session.execute(.change) {
            session.context.insert(Wish(planet: planet))
            return .message(.verbatim("Wished for \(planet)."))
        }
    }

    private func lines(_ output: Output) -> [String] {
        String(
            decoding: Renderer.render(output, Presentation(format: .csv, localizer: Localizer(.english)))
                .output,
            as: UTF8.self
        ).split(separator: "\r\n").map(String.init)
    }

    @Test(arguments: [false, true])
    func `Undo and the history cover only the store`(inMemory: Bool) async throws {
        let session = try await session(inMemory: inMemory)
        try fill(session)
        try await wish("Mars", in: session)
        try session.services.undo.fillMemory { $0.insert(Planet(name: "Saturn")) }
        let history = lines(
            try await HistoryCommand<PlanetSession>().run(Invocation(command: "history"), in: session))
        #expect(history.count == 2)
        #expect(history.last?.contains("Wished for Mars.") == true)
        _ = try await UndoCommand<PlanetSession>().run(Invocation(command: "undo"), in: session)
        #expect(try session.context.fetchCount(FetchDescriptor<Wish>()) == 0)
        #expect(try session.context.fetchCount(FetchDescriptor<Planet>()) == 3)
        await #expect(throws: (any Error).self) {
            try await UndoCommand<PlanetSession>().run(Invocation(command: "undo"), in: session)
        }
        _ = try await RedoCommand<PlanetSession>().run(Invocation(command: "redo"), in: session)
        #expect(try session.context.fetch(FetchDescriptor<Wish>()).map(\.planet) == ["Mars"])
        session.close()
    }

    @Test func `A shortened history shows the total number of steps`() async throws {
        let session = try await session()
        try fill(session)
        for planet in ["Mars", "Venus", "Saturn"] { try await wish(planet, in: session) }
        func history(_ count: Int, _ language: String, _ format: OutputFormat) async throws -> [String] {
            let output = try await HistoryCommand<PlanetSession>().run(
                Invocation(command: "history", values: ["count": [count]]), in: session)
            let localizer = Localizer(Language(matching: language) ?? .english)
            let bytes = Renderer.render(output, Presentation(format: format, localizer: localizer)).output
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        }
        #expect(try await history(3, "en", .table).last == "3 steps")
        for (language, words) in [
            ("en", "2 of 3 steps; “history --count 3” shows more"),
            ("pl", "2 z 3 kroków; „history --count 3” pokaże więcej"),
            ("hu", "3 lépésből 2; a „history --count 3” többet mutat"),
        ] {
            #expect(try await history(2, language, .table).last == words)
            #expect(try await history(2, language, .accessible).first == words)
        }
        #expect(try await history(2, "en", .csv).count == 3)
        session.close()
    }

    @Test func `Models in memory are absent from the store file`() async throws {
        let first = try await session()
        try fill(first)
        try await wish("Venus", in: first)
        first.close()
        let second = try await session()
        #expect(try second.context.fetchCount(FetchDescriptor<Planet>()) == 0)
        #expect(try second.context.fetch(FetchDescriptor<Wish>()).map(\.planet) == ["Venus"])
        try fill(second)
        #expect(
            try second.context.fetch(
                FetchDescriptor<Planet>(predicate: #Predicate { $0.name.starts(with: "V") })
            ).map(\.name) == ["Venus"])
        second.close()
        let container = try ModelContainer(
            for: Wish.self,
            configurations: ModelConfiguration(url: directory.url.appending(path: "wishes.store")))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Wish>()) == 1)
        try container.close()
    }

    @Test func `A failed fill leaves no objects`() async throws {
        struct Stop: Error {}
        let session = try await session()
        #expect(throws: Stop.self) {
            try session.services.undo.fillMemory { context in
                context.insert(Planet(name: "Mars"))
                throw Stop()
            }
        }
        #expect(try session.context.fetchCount(FetchDescriptor<Planet>()) == 0)
        #expect(session.context.author == "planets")
        session.close()
    }
}
