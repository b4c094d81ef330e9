import Foundation
import Localization
import ModelData
import Shell
import Sync
import Testing

@testable import Suite

@MainActor
@Suite("Synchronizing in the background")
struct BackgroundSyncTests {
    private func notices(_ session: ShelfSession) -> [String] {
        session.notices().map { session.localizer.string($0) }
    }

    @Test("What there is to tell is told though the pauses were set anew meanwhile")
    func otherPauses() throws {
        let session = try ShelfSession()
        session.background.interval = 5
        session.background.received = 3
        session.background.hasRefused = true
        session.background.problem = .verbatim("The server is gone.")
        let told = notices(session)
        #expect(told.count == 4)
        #expect(told.contains { $0.contains("“sync status”") })
        #expect(told.first == "3 entries came from other devices.")
        #expect(told.contains("The server is gone."))
        // And once.
        #expect(notices(session).isEmpty)
        session.background.interval = 7
        #expect(notices(session).isEmpty)
    }

    @Test("Who was told that there is no connection is told all the same that the token was revoked, once")
    func otherProblem() throws {
        let session = try ShelfSession()
        let server = "https://sync.example.org"
        func told(_ error: any Error) -> String {
            session.note(.failed(error, retryIn: 1))
            return notices(session).joined(separator: " ")
        }
        let (away, revoked) = (SyncError.timedOut(server: server), SyncError.unauthorized(server: server))
        #expect(told(away).contains("does not answer"))
        #expect(told(SyncError.unavailable(server: server, seconds: 2)).isEmpty)
        #expect(told(revoked).contains("has revoked it"))
        #expect(told(away).isEmpty && told(revoked).isEmpty)
        // What keeps the store itself from it.
        #expect(told(ModelDataError.diskFull(path: "/a.store")).contains("/a.store"))
        session.note(.synchronized(SyncReport()))
        #expect(notices(session).isEmpty)
        #expect(told(revoked).contains("has revoked it"))
        #expect(told(ModelDataError.locked(path: "/a.store", seconds: 5)).isEmpty)
    }
}
