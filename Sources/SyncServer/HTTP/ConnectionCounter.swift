import Synchronization

/// Counts the open connections of devices, and limits those from one address.
final class ConnectionCounter: Sendable {
    private struct State {
        var addresses: [ClientAddress: Int] = [:]
        var open = 0
        var refused = 0
    }

    private let perAddress: Int?
    private let state = Mutex(State())

    /// Creates a counter.
    ///
    /// - Parameter perAddress: The maximum number of connections from one address; `nil` for no limit.
    init(perAddress: Int?) { self.perAddress = perAddress }

    /// Counts a new connection. Returns whether it may stay open; if not, it isn't counted.
    func open(_ address: ClientAddress) -> Bool {
        state.withLock { state in
            let known = state.addresses[address] ?? 0
            if let perAddress, known >= perAddress {
                state.refused += 1
                return false
            }
            state.addresses[address] = known + 1
            state.open += 1
            return true
        }
    }

    /// Counts a connection as closed.
    func close(_ address: ClientAddress) {
        state.withLock { state in
            state.open -= 1
            let rest = (state.addresses[address] ?? 0) - 1
            state.addresses[address] = rest > 0 ? rest : nil
        }
    }

    /// The number of open connections.
    var count: Int { state.withLock(\.open) }
    /// The number of connections that were refused, because their address had too many.
    var refused: Int { state.withLock(\.refused) }
}
