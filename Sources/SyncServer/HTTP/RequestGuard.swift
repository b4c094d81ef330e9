import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose request or answer makes no progress.
///
/// A slow line is no reason to close one: within each period, either the rest of the request arrives, or at least a few
/// kilobytes of it. An answer may take as long as the client keeps receiving it.
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
    private var arrived = 0
    private var answered = 0
    private var isDiscarding = false
    private var discarded = 0
    private var deadline: Scheduled<Void>?
    /// The bytes of the request that arrived in this period.
    private var received = 0
    /// The number of answers that aren't sent completely.
    private var unsent = 0
    /// The number of unsent bytes at the last check.
    private var unsentBytes = 0

    /// Creates a guard.
    ///
    /// - Parameter time: The length of a period.
    init(time: TimeAmount) {
        self.time = time
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

    /// Keeps a connection open on which nothing arrives, while a request is awaited or an answer is being sent.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case IdleStateHandler.IdleStateEvent.read = event {
            if deadline != nil { return }
            let bytes =
                unsent > 0 ? (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 : 0
            defer { unsentBytes = bytes }
            if bytes > 0, bytes != unsentBytes { return }
            // The client has stopped receiving.
            if unsent > 0 { return context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEarly = arrived <= answered
        var promise = promise
        if case .end = unwrapOutboundIn(data) {
            let sent = promise ?? context.eventLoop.makePromise()
            promise = sent
            unsent += 1
            let guarding = NIOLoopBound(self, eventLoop: context.eventLoop)
            sent.futureResult.whenComplete { _ in guarding.value.unsent -= 1 }
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
        deadline?.cancel()
        deadline = nil
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
    }
}

/// A request didn't arrive in time.
struct SlowRequest: Error {}
