import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose request never ends.
///
/// A request must arrive completely within a time limit, even if its bytes keep trickling in.
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

    private let time: TimeAmount
    private var arrived = 0
    private var answered = 0
    private var isDiscarding = false
    private var discarded = 0
    private var deadline: Scheduled<Void>?

    /// Creates a guard.
    ///
    /// - Parameter time: The time limit for a request to arrive.
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
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            deadline?.cancel()
            deadline = context.value.eventLoop.scheduleTask(in: time) {
                context.value.fireErrorCaught(SlowRequest())
            }
        case .body: break
        case .end:
            arrived += 1
            deadline?.cancel()
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEarly = arrived <= answered
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
