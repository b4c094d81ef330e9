import Foundation
import Testing

@testable import Sync

extension AccountKeys {
    /// Returns the keys of the tests' account.
    ///
    /// - Parameter account: The account's UUID. Default: a fixed one.
    static func test(
        account: UUID? = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")
    ) throws -> AccountKeys {
        try AccountKeys(
            #require(KeyCode("01234-56789-ABCDE-FGHJK-MNPQR-S9")), account: #require(account))
    }
}
