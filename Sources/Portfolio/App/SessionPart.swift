import ProgramKit
import Shell

/// What a folder of the program does in every session. The session itself knows none of them.
@MainActor
struct SessionPart {
    typealias Body = () async throws -> Output

    /// Called when a session on data begins.
    var begin: @MainActor (PortfolioSession) throws -> Void = { _ in }
    /// Runs a command and what follows its save.
    var around: @MainActor (PortfolioSession, Intent, Body) async throws -> Output = { try await $2() }
    /// Runs a command, before its save.
    var within: @MainActor (PortfolioSession, Body) async throws -> Output = { try await $1() }
    /// Returns the candidates of a completion source, by its name and the typed text; `nil` for other sources.
    var candidates: @MainActor (PortfolioSession, String, String) throws -> [String]? = { _, _, _ in nil }
}
