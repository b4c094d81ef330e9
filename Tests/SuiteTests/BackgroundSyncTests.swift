import Foundation
import Localization
import Shell
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
}
