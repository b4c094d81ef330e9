import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SyncProtocol

/// Answers the requests on the devices' port.
struct SyncResponder: HTTPResponder {
    typealias Context = SyncContext

    let storage: SQLStorage
    let clock: ServerClock
    let authenticator: Authenticator
    let limiters: Limiters
    let metrics: ServerMetrics
    let logger: Logger
    /// The maximum size of the records of one account in bytes; `nil` for no limit.
    let quota: Int?
    /// Whether the server trusts `X-Forwarded-For`.
    let isBehindProxy: Bool
    let now: @Sendable () -> Date
    private let readiness: Readiness
    private let start = ContinuousClock.now
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    /// The rate limits by address and by device.
    struct Limiters: Sendable {
        let addresses: RateLimiter<ClientAddress>
        let devices: RateLimiter<Int>
    }

    init(
        storage: SQLStorage, clock: ServerClock, limits: ServerLimits, metrics: ServerMetrics,
        logger: Logger,
        isBehindProxy: Bool, now: @escaping @Sendable () -> Date
    ) {
        self.storage = storage
        self.clock = clock
        self.metrics = metrics
        quota = limits.quota
        self.logger = logger
        self.isBehindProxy = isBehindProxy
        self.now = now
        readiness = Readiness(storage)
        let logins = Double(limits.failedLogins)
        authenticator = Authenticator(
            storage: storage, failures: RateLimiter(burst: logins, rate: logins / 60), metrics: metrics)
        limiters = Limiters(
            addresses: RateLimiter(burst: limits.perAddress * limits.burst, rate: limits.perAddress),
            devices: RateLimiter(burst: limits.perDevice * limits.burst, rate: limits.perDevice))
    }

    func respond(to request: Request, context: SyncContext) async throws -> Response {
        let begin = ContinuousClock.now
        metrics.begin()
        let route = Route(path: request.head.path ?? "")
        var entry = AccessLogEntry()
        let response: Response
        do {
            response = try await answer(request, route, context, &entry)
        } catch {
            response = Self.response(failure(error, &entry))
        }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        metrics.end(route, status: response.status.code, seconds: seconds)
        metrics.add(response.body.contentLength ?? 0, to: .bytesSent)
        // Balancers check every second or so.
        if !route.isCheck || response.status != .ok {
            entry.write(to: logger, context, route, status: response.status.code, seconds: seconds)
        }
        return response
    }

    private func answer(
        _ request: Request, _ route: Route, _ context: SyncContext, _ entry: inout AccessLogEntry
    ) async throws -> Response {
        let forwarded = isBehindProxy ? Self.forwardedFor.flatMap { request.headers[values: $0].last } : nil
        let address = ClientAddress(peer: context.peer, forwarded: forwarded)
        entry.address = address.description
        // A balancer that asks too often must not take a server for broken.
        if !route.isCheck, let seconds = limiters.addresses.take(address, at: uptime) {
            throw TooManyRequests(seconds: seconds)
        }
        guard route != .unknown else {
            throw SyncFailure(.notFound, message: "There is nothing at this path.")
        }
        guard route.methods.contains(request.method) else {
            throw SyncFailure(.methodNotAllowed, message: "The path wants another method.")
        }
        if route.isCheck {
            if route == .ready, await !readiness.check() {
                throw SyncFailure(.unavailable, message: "The storage can't be written.")
            }
            return Self.response(.ok, Data(#"{"status":"ok"}"#.utf8), isHead: request.method == .head)
        }
        let time = now()
        let identity = try await authenticator.identity(of: request, from: address, at: time, uptime: uptime)
        entry.identity = identity
        if let seconds = limiters.devices.take(identity.device, at: uptime) {
            throw TooManyRequests(seconds: seconds)
        }
        let body = try await body(of: request)
        if route == .account {
            let message = try SyncAccount(decoding: body)
            if let key = message.key, let old = message.replacedKey {
                try await storage.replaceKey(old, of: identity, with: key, at: time)
            }
            let account = try await storage.account(of: identity, proposing: message.key)
            return Self.response(.ok, account.encoded(), isHead: false)
        }
        let sync = try Self.request(body)
        let exchange = Exchange(identity: identity, request: sync, time: time, quota: quota)
        let answer = try await storage.exchange(exchange, clock: clock)
        count(sync, answer, &entry)
        return Self.response(
            .ok, answer.encoded(), isHead: false, isCompressed: request.headers.acceptPacked)
    }

    /// Reads the body, and unpacks it. Before that, checks its type and size.
    ///
    /// - Throws: `SyncFailure`, or `SyncDecodingError` if the body is too large.
    private func body(of request: Request) async throws -> [UInt8] {
        let type = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        let coding = request.headers[.contentEncoding]?.lowercased()
        guard type == SyncEndpoint.contentType, coding == nil || coding == Deflate.coding else {
            throw SyncFailure(
                .badRequest,
                message:
                    "The body must be \(SyncEndpoint.contentType), plain or compressed as “\(Deflate.coding)”."
            )
        }
        if let length = request.headers[.contentLength], Int(length).map({ $0 > SyncLimits.bodySize }) ?? true
        {
            throw SyncDecodingError.tooLarge(bytes: Int(length) ?? .max, limit: SyncLimits.bodySize)
        }
        let body = Array(try await request.body.collect(upTo: SyncLimits.bodySize).readableBytesView)
        metrics.add(body.count, to: .bytesReceived)
        guard coding != nil else { return body }
        guard let deflate = Deflate.shared else {
            throw SyncFailure(.badRequest, message: "The server can't read compressed bodies: it lacks zlib.")
        }
        do throws(Deflate.Failure) {
            return try deflate.unpacked(body, limit: SyncLimits.bodySize)
        } catch .tooLarge {
            throw SyncFailure(.tooLarge, message: Self.tooLarge)
        } catch .invalid {
            throw SyncFailure(.badRequest, message: "The compressed body is damaged.")
        }
    }

    private static let tooLarge = "The body has more than \(SyncLimits.bodySize) bytes."

    /// Decodes a request's body.
    ///
    /// - Throws: `SyncFailure` with the code `badRequest` if a model's name is invalid, and with `wrongKey` without a key.
    private static func request(_ body: [UInt8]) throws -> SyncRequest {
        let request = try SyncRequest(decoding: body)
        // There is no unsealed mode, also before the account has a key.
        guard request.key != nil else {
            throw SyncFailure(.wrongKey, message: "The request names no key.")
        }
        let isEveryName = request.entities.allSatisfy { name in
            SyncRecord(SyncKey(entity: name, id: request.batch)).refusalReason == nil
        }
        guard isEveryName else {
            throw SyncFailure(.badRequest, message: "“entities” contains an invalid model name.")
        }
        return request
    }

    private var uptime: Duration { ContinuousClock.now - start }

    private func count(_ request: SyncRequest, _ answer: SyncAnswer, _ entry: inout AccessLogEntry) {
        entry.received = request.records.count + request.unreadable.count
        entry.refused = answer.refused.count
        entry.sent = answer.changes.count
        metrics.add(entry.received, to: .recordsReceived)
        metrics.add(entry.refused, to: .recordsRefused)
        metrics.add(answer.merged.count + answer.changes.count, to: .recordsSent)
    }
}

// MARK: - Failures

extension SyncResponder {
    /// Returns the failure that a device receives for an error. It never contains the storage's own messages.
    private func failure(
        _ error: any Error, _ entry: inout AccessLogEntry
    ) -> (SyncFailure, retryAfter: Int?) {
        switch error {
        case let failure as SyncFailure:
            entry.reason = failure.code.rawValue
            return (failure, nil)
        case let error as TooManyRequests:
            metrics.add(to: .limited)
            entry.reason = SyncFailure.Code.tooManyRequests.rawValue
            return (SyncFailure(.tooManyRequests, message: "Too many requests."), error.seconds)
        case let error as SyncDecodingError:
            let code: SyncFailure.Code =
                switch error {
                case .tooLarge, .tooManyRecords: .tooLarge
                default: .badRequest
                }
            entry.reason = code.rawValue
            return (SyncFailure(code, message: "\(error)"), nil)
        case is NIOTooManyBytesError:
            entry.reason = SyncFailure.Code.tooLarge.rawValue
            return (SyncFailure(.tooLarge, message: Self.tooLarge), nil)
        case is SlowRequest:
            entry.reason = SyncFailure.Code.tooSlow.rawValue
            return (SyncFailure(.tooSlow, message: "The request didn't arrive in time."), nil)
        case StorageError.unavailable(let reason):
            return storageFailure(.unavailable, reason, &entry)
        case let error as StorageError:
            return storageFailure(.internalError, "\(error)", &entry)
        default:
            entry.reason = "\(type(of: error))"
            return (SyncFailure(.internalError, message: "The request failed."), nil)
        }
    }

    private func storageFailure(
        _ code: SyncFailure.Code, _ reason: String, _ entry: inout AccessLogEntry
    ) -> (SyncFailure, retryAfter: Int?) {
        metrics.add(to: .storageErrors)
        entry.reason = code.rawValue
        entry.storage = reason
        let message = code == .unavailable ? "The server can't just now." : "The server failed."
        return (SyncFailure(code, message: message), code == .unavailable ? 2 : nil)
    }

    private static func response(_ failure: (SyncFailure, retryAfter: Int?)) -> Response {
        var response = response(
            .init(code: failure.0.code.status), failure.0.encoded(), isHead: false)
        response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
        if failure.0.code == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    private static func response(
        _ status: HTTPResponse.Status, _ body: Data, isHead: Bool, isCompressed: Bool = false
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: SyncEndpoint.contentType, .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
        let packed = isCompressed ? Deflate.packedBody(body) : nil
        if packed != nil { headers[.contentEncoding] = Deflate.coding }
        let response = Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: packed.map { ByteBuffer(bytes: $0) } ?? ByteBuffer(bytes: body)))
        return isHead ? response.createHeadResponse() : response
    }
}

extension HTTPFields {
    /// Whether the sender of a request accepts an answer that is packed with ``Deflate``.
    var acceptPacked: Bool {
        self[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            guard let name = parts.first, name == Deflate.coding || name == "*" else { return false }
            // A weight of zero refuses the coding.
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
