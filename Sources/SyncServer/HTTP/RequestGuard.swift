import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Closes connections that are idle, or whose request or answer makes no progress.
///
/// A slow line is no reason to close one: within each period, either the rest of the request arrives, or at least a few
/// kilobytes of it. An answer may take as long as the client keeps receiving it. Between requests, a connection is closed
/// after a short time without a byte, because each open one costs memory and counts against the limits.
///
/// If a request is answered before its end, for example because it is too large, the rest of the request is
/// discarded. The connection is closed after a delay, so that the client receives the answer first.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the rest of a request is discarded before the connection is closed.
    private static let lingering = TimeAmount.seconds(2)
    /// The maximum number of bytes to discard.
    private static let maximumDiscarded = 8 << 20
    /// The number of bytes of a request that must arrive within each period: 4 KiB.
    private static let leastBytes = 4 << 10

    private let time: TimeAmount
    private let idleTime: TimeAmount
    private let counter: ConnectionCounter
    private var arrived = 0
    private var answered = 0
    private var isDiscarding = false
    private var discarded = 0
    private var deadline: Scheduled<Void>?
    /// The bytes of the request that arrived in this period.
    private var received = 0
    /// The number of answers that aren't sent completely.
    private var unsent = 0
    /// The number of unsent bytes at the last check, and the time since which it is the same.
    private var unsentBytes = 0
    private var unsentSince = NIODeadline.now()
    /// The next check of an idle connection or a stuck answer.
    private var check: Scheduled<Void>?
    /// The time since which the connection waits for a request.
    private var waitingSince = NIODeadline.now()
    private let watch = ByteWatch()

    /// Creates a guard for a connection.
    ///
    /// - Parameters:
    ///   - limits: The lengths of periods.
    ///   - counter: The counter of all connections.
    init(limits: ServerLimits, counter: ConnectionCounter) {
        time = limits.requestTime
        idleTime = limits.idleTime
        self.counter = counter
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // In front of TLS, so that a slow handshake doesn't count as idle.
        try? context.pipeline.syncOperations.addHandler(watch, position: .first)
    }

    func channelActive(context: ChannelHandlerContext) {
        let address = ClientAddress(peer: context.channel.remoteAddress, forwarded: nil)
        guard counter.open(address) else { return context.close(promise: nil) }
        context.channel.closeFuture.whenComplete { [counter] _ in counter.close(address) }
        waitingSince = .now()
        scheduleCheck(context, in: min(idleTime, time))
        context.fireChannelActive()
    }

    private func scheduleCheck(_ context: ChannelHandlerContext, in delay: TimeAmount) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleTask(in: delay) {
            let (guarding, context) = bound.value
            guarding.checkProgress(context)
        }
    }

    /// Closes the connection if it is idle, or if the client has stopped receiving an answer.
    private func checkProgress(_ context: ChannelHandlerContext) {
        if isDiscarding { return }
        let now = NIODeadline.now()
        if unsent > 0 {
            let bytes = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
            if bytes != unsentBytes || bytes == 0 {
                unsentBytes = bytes
                unsentSince = now
            } else if now - unsentSince >= time {
                return context.close(promise: nil)
            }
        } else if deadline == nil, arrived <= answered {
            let end = min(max(waitingSince, watch.last) + idleTime, waitingSince + time)
            if now >= end { return context.close(promise: nil) }
            return scheduleCheck(context, in: end - now)
        }
        scheduleCheck(context, in: idleTime)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isDiscarding {
            if case .body(let bytes) = part { discarded += bytes.readableBytes }
            if discarded > Self.maximumDiscarded { context.close(promise: nil) }
            return
        }
        switch part {
        case .head:
            deadline?.cancel()
            awaitProgress(context)
        case .body(let bytes): received += bytes.readableBytes
        case .end:
            arrived += 1
            deadline?.cancel()
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    /// Ends the request if too little of it arrives in the next period.
    private func awaitProgress(_ context: ChannelHandlerContext) {
        received = 0
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: time) {
            let (guarding, context) = bound.value
            if guarding.received < Self.leastBytes {
                context.fireErrorCaught(SlowRequest())
            } else {
                guarding.awaitProgress(context)
            }
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEarly = arrived <= answered
        var promise = promise
        if case .end = unwrapOutboundIn(data) {
            let sent = promise ?? context.eventLoop.makePromise()
            promise = sent
            unsent += 1
            let guarding = NIOLoopBound(self, eventLoop: context.eventLoop)
            sent.futureResult.whenComplete { _ in
                guarding.value.unsent -= 1
                guarding.value.waitingSince = .now()
            }
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where isEarly:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isEarly:
            answered += 1
            context.writeAndFlush(data, promise: promise)
            discardTheRest(context)
        case .end:
            answered += 1
            context.write(data, promise: promise)
        default:
            context.write(data, promise: promise)
        }
    }

    private func discardTheRest(_ context: ChannelHandlerContext) {
        isDiscarding = true
        deadline?.cancel()
        deadline = nil
        context.close(mode: .output, promise: nil)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.eventLoop.scheduleTask(in: Self.lingering) {
            context.value.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelChecks()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelChecks()
    }

    private func cancelChecks() {
        deadline?.cancel()
        deadline = nil
        check?.cancel()
        check = nil
    }
}

/// Notes when the last bytes arrived on a connection.
private final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var last = NIODeadline.uptimeNanoseconds(0)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        last = .now()
        context.fireChannelRead(data)
    }
}

/// A request didn't arrive in time.
struct SlowRequest: Error {}

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
