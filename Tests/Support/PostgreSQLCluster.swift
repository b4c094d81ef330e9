import Foundation
import Synchronization

/// A primary PostgreSQL server with an asynchronous standby that lags behind, for tests of failovers.
///
/// ```swift
/// let cluster = try #require(try PostgreSQLCluster())
/// let server = try SyncServerProcess(.postgreSQL(url: cluster.url))
/// try cluster.copyToStandby()
/// // What is written from now on is lost by the failover.
/// try cluster.failOver()
/// ```
public final class PostgreSQLCluster: Sendable {
    private struct State: Sendable {
        var primary: PostgreSQLServer
        var standby: PostgreSQLServer
        var dump = ""
    }

    private let state: Mutex<State>
    /// The address of the database, with both servers.
    public let url: String

    /// Starts a primary with an empty database. Returns `nil` if PostgreSQL or its client library isn't installed.
    public init?() throws {
        guard let primary = try PostgreSQLServer() else { return nil }
        let database = try primary.makeDatabase()
        let standby = try primary.makeStandby()
        url = primary.url(of: database, orOn: standby)
        state = Mutex(State(primary: primary, standby: standby))
    }

    /// Gives the standby the present data, and dumps the database. From now on, the standby receives nothing.
    public func copyToStandby() throws {
        try state.withLock { state in
            state.dump = try state.primary.dump(url)
            try state.standby.becomeStandby(of: state.primary)
        }
    }

    /// Kills the primary, and promotes the standby. The former primary is the next standby.
    public func failOver() throws {
        try state.withLock { state in
            state.primary.kill()
            try state.standby.start()
            try state.standby.execute("SELECT pg_promote()", in: "postgres")
            swap(&state.primary, &state.standby)
        }
    }

    /// Replaces the tables by those of the last dump.
    public func restoreDump() throws {
        try state.withLock { try $0.primary.restore($0.dump, to: url) }
    }

    /// Ends both servers.
    public func stop() {
        state.withLock { state in
            state.primary.kill()
            state.standby.kill()
        }
    }
}
