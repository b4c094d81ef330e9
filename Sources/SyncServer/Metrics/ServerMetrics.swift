import Foundation
import Synchronization

/// The metrics that `/metrics` shows in Prometheus's text format. They contain counts and times, but never
/// names or contents.
final class ServerMetrics: Sendable {
    /// The simple counters.
    enum Counter: String, CaseIterable {
        case recordsReceived = "records_received_total"
        case recordsRefused = "records_refused_total"
        case recordsSent = "records_sent_total"
        case bytesReceived = "request_bytes_total"
        case bytesSent = "response_bytes_total"
        case failedLogins = "failed_logins_total"
        case limited = "rate_limited_total"
        case storageErrors = "storage_errors_total"

        var help: String {
            switch self {
            case .recordsReceived: "Records that devices sent."
            case .recordsRefused: "Records that were refused for good."
            case .recordsSent: "Records in answers."
            case .bytesReceived: "Bytes of requests' bodies."
            case .bytesSent: "Bytes of answers' bodies."
            case .failedLogins: "Requests without a token of a device."
            case .limited: "Requests that were turned away because there were too many."
            case .storageErrors: "Requests that failed because of the storage."
            }
        }
    }

    private struct Answer: Hashable {
        let route: Route
        let status: Int
    }

    private struct State {
        var counters: [Counter: Int] = [:]
        var answers: [Answer: Int] = [:]
        var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
        var seconds = 0.0
        var current = 0
    }

    /// The upper bounds of the histogram's buckets, in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())
    private let start: Date

    /// Creates metrics whose counters are 0.
    ///
    /// - Parameter start: The time at which the server started.
    init(start: Date) {
        self.start = start
    }

    /// Increases a counter.
    func add(_ count: Int = 1, to counter: Counter) {
        if count > 0 { state.withLock { $0.counters[counter, default: 0] += count } }
    }

    /// Counts a request as in progress.
    func begin() {
        state.withLock { $0.current += 1 }
    }

    /// Counts a request as answered.
    func end(_ route: Route, status: Int, seconds: Double) {
        state.withLock { state in
            state.current -= 1
            state.answers[Answer(route: route, status: status), default: 0] += 1
            let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            state.buckets[bucket] += 1
            state.seconds += seconds
        }
    }

    /// Returns all metrics in Prometheus's text format.
    func text(now: Date) -> String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        func describe(_ name: String, _ kind: String, _ help: String) {
            lines += ["# HELP syncserver_\(name) \(help)", "# TYPE syncserver_\(name) \(kind)"]
        }
        describe("requests_total", "counter", "Requests that were answered, by route and status.")
        for (answer, count) in state.answers.sorted(by: {
            ($0.key.route.rawValue, $0.key.status) < ($1.key.route.rawValue, $1.key.status)
        }) {
            let labels = "route=\"\(answer.route.rawValue)\",status=\"\(answer.status)\""
            lines.append("syncserver_requests_total{\(labels)} \(count)")
        }
        describe("requests_in_progress", "gauge", "Requests that are being answered.")
        lines.append("syncserver_requests_in_progress \(state.current)")
        describe("request_duration_seconds", "histogram", "Time from a request's head to its answer.")
        var total = 0
        for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.buckets) {
            total += count
            lines.append("syncserver_request_duration_seconds_bucket{le=\"\(bound)\"} \(total)")
        }
        lines.append("syncserver_request_duration_seconds_sum \(state.seconds)")
        lines.append("syncserver_request_duration_seconds_count \(total)")
        for counter in Counter.allCases {
            describe(counter.rawValue, "counter", counter.help)
            lines.append("syncserver_\(counter.rawValue) \(state.counters[counter] ?? 0)")
        }
        describe("uptime_seconds", "gauge", "Time since the server began.")
        lines.append("syncserver_uptime_seconds \(Int(now.timeIntervalSince(start)))")
        describe("resident_memory_bytes", "gauge", "Memory that the process has in use.")
        lines.append("syncserver_resident_memory_bytes \(Self.residentMemory)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The process's resident memory in bytes; 0 if it is unknown.
    private static var residentMemory: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
