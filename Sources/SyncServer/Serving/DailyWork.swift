import Foundation
import Logging
import ServiceLifecycle

/// Removes the contents of records that were deleted long ago: when the server starts, and every day.
struct DailyWork: Service {
    let storage: any SyncStorage
    let logger: Logger
    let now: @Sendable () -> Date

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await storage.removeDeletedContents(at: now())
                } catch {
                    if Task.isCancelled { return }
                    // The next day brings the next attempt. Requests report a storage that fails.
                    logger.warning("deleted contents stay", metadata: ["storage": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            }
        }
    }
}
