import Foundation
import Localization
import ModelData
import Shell
import Sync
import Testing

@testable import ProgramKit

@MainActor
@Suite("Background synchronization")
struct BackgroundSyncTests {
    private func notices(_ session: ShelfSession) -> [String] {
        session.notices().map { session.localizer.string($0) }
    }

    @Test func `Pending notices are shown once, even if the interval changes`() async throws {
        let session = try await ShelfSession()
        session.services.sync.background.interval = 5
        session.services.sync.background.received = 3
        session.services.sync.background.hasRefusals = true
        session.services.sync.background.problem = .verbatim("The server is gone.")
        let shown = notices(session)
        #expect(shown.count == 4)
        #expect(shown.contains { $0.contains("“sync status”") })
        #expect(shown.first == "Received 3 entries from other devices.")
        #expect(shown.contains("The server is gone."))
        // Each notice is shown only once.
        #expect(notices(session).isEmpty)
        session.services.sync.background.interval = 7
        #expect(notices(session).isEmpty)
    }

    @Test func `A revoked token is reported once, even after a connection error`() async throws {
        let session = try await ShelfSession()
        let server = "https://sync.example.org"
        func shown(_ error: any Error) -> String {
            session.services.sync.note(.failed(error, retryIn: 1))
            return notices(session).joined(separator: " ")
        }
        let (away, revoked) = (SyncError.timedOut(server: server), SyncError.unauthorized(server: server))
        #expect(shown(away).contains("does not answer"))
        #expect(shown(SyncError.unavailable(server: server, seconds: 2)).isEmpty)
        #expect(shown(revoked).contains("doesn't accept this token"))
        #expect(shown(away).isEmpty)
        #expect(shown(revoked).isEmpty)
        // If the store itself has an error during synchronization, the error is reported too.
        #expect(shown(ModelDataError.diskFull(path: "/a.store")).contains("/a.store"))
        session.services.sync.note(.synchronized(SyncReport()))
        #expect(notices(session).isEmpty)
        #expect(shown(revoked).contains("doesn't accept this token"))
        #expect(shown(ModelDataError.locked(path: "/a.store", seconds: 5)).isEmpty)
    }
}
