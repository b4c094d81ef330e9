import Foundation
import TestSupport
import Testing

/// A user with a separate home directory, who runs the built itour.
struct Traveller: ProgramUser {
    let home: TemporaryDirectory
    let program: String
    let environment: [String: String]

    /// Creates a user. By default, the home directory is new and empty.
    init(
        home: TemporaryDirectory? = nil, locale: String = "en_US.UTF-8", timeZone: String = "UTC",
        adding additions: [String: String] = [:]
    ) throws {
        let home = try home ?? TemporaryDirectory()
        self.home = home
        program = try ProgramUnderTest.path("itour")
        environment = home.environment(locale: locale, timeZone: timeZone, adding: additions)
    }

    /// Runs itour with arguments and pipes.
    @discardableResult
    func itour(_ arguments: String..., stdin: String = "") throws -> ProcessResult {
        try launch(arguments, stdin: stdin)
    }

    /// Starts itour in a terminal.
    func terminal(_ arguments: String..., columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
        try start(arguments, columns: columns, rows: rows)
    }

    /// The path of the store.
    var store: String { home.file("home/.local/share/itour/itour.store") }

    /// Returns the names of the destinations, in the order of `list`.
    func names(_ arguments: String...) throws -> [String] {
        try launch(["list", "--json"] + arguments).objects.map { $0["name"] as? String ?? "" }
    }

    /// Returns the names of a destination's sights, in their order.
    func sights(_ destination: String) throws -> [String] {
        try itour("sight", "list", destination, "--json").objects.map { $0["name"] as? String ?? "" }
    }
}
