import Foundation
import SyncProtocol
import TestSupport

/// A device that sends requests to a server process.
final class TestDevice {
    let server: SyncServerProcess
    let token: String
    private var connection: HTTPConnection?
    private var lastUse = ContinuousClock.now

    init(_ server: SyncServerProcess, _ name: String = "laptop", account: String = SyncServerProcess.account)
        throws
    {
        self.server = server
        token = try server.addDevice(name, account: account)
    }

    /// Creates a device from an existing token.
    init(_ server: SyncServerProcess, token: String) {
        self.server = server
        self.token = token
    }

    /// The key of every account here. The server doesn't notice that the records aren't sealed.
    static let key = SyncAccountKey(
        account: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
        identifier: "0123456789abcdef", check: "0123456789abcdef0123456789abcdef")

    /// Returns a request with the key.
    static func request(
        batch: UUID = UUID(), token: String? = nil, records: [SyncRecord] = []
    ) -> SyncRequest {
        SyncRequest(batch: batch, token: token, records: records, key: key.identifier)
    }

    /// Sends a request with the given body, without encoding it. If the account has no key yet, proposes the key first.
    func send(
        _ body: [UInt8], token: String? = nil, fields: [String: String] = [:]
    ) throws -> HTTPConnection.Answer {
        let answer = try post(SyncEndpoint.path, body, token, fields)
        guard answer.code == .wrongKey else { return answer }
        _ = try post(SyncEndpoint.accountPath, Array(SyncAccount(key: Self.key).encoded()), token)
        return try post(SyncEndpoint.path, body, token, fields)
    }

    /// Sends a body to a path once.
    func post(
        _ path: String, _ body: [UInt8], _ token: String? = nil, _ fields: [String: String] = [:]
    ) throws -> HTTPConnection.Answer {
        // The server closes an idle connection.
        if ContinuousClock.now - lastUse > .seconds(2) { connection = nil }
        defer { lastUse = .now }
        let connection = try connection ?? HTTPConnection(port: server.port)
        self.connection = connection
        try connection.post(path, token: token ?? self.token, body: body, fields: fields)
        let answer = try connection.answer()
        if answer.fields["connection"] == "close" { self.connection = nil }
        return answer
    }

    /// Sends records, and reads changes.
    func sync(
        _ records: [SyncRecord] = [], token: String? = nil, batch: UUID = UUID()
    ) throws -> SyncAnswer {
        let request = Self.request(batch: batch, token: token, records: records)
        let answer = try send(Array(request.encoded()))
        guard answer.status == 200 else { throw TestSupportError("\(answer.status): \(answer.text)") }
        return try SyncAnswer(decoding: answer.body)
    }

    /// Connects again after a restart of the server.
    func reconnect() {
        connection = nil
    }
}

extension HTTPConnection.Answer {
    /// The error code in the answer; `nil` if the answer reports no error.
    var code: SyncFailure.Code? { try? SyncFailure(decoding: body).code }
}
