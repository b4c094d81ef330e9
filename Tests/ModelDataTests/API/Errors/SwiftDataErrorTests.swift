import ModelData
import Testing

@Suite("Errors by SwiftData's names")
struct SwiftDataErrorTests {
    private func matches(_ error: any Error, _ pattern: SwiftDataError) -> Bool { pattern ~= error }

    @Test func `A pattern matches the errors that it stands for, and no others`() {
        #expect(matches(ModelDataError.untranslatable(expression: "x"), .unsupportedPredicate))
        #expect(!matches(ModelDataError.untranslatable(expression: "x"), .unsupportedKeyPath))
        let failed = ModelDataError.predicateFailed(model: "Book", record: 1, reason: "x")
        #expect(matches(failed, .unsupportedPredicate))
        #expect(
            matches(ModelDataError.notUnique(model: "A", properties: [], values: []), .modelValidationFailure)
        )
        #expect(matches(ModelDataError.noPermission(path: "/x"), .loadIssueModelContainer))
        #expect(!matches(ModelDataError.diskFull(path: "/x"), .loadIssueModelContainer))
        #expect(matches(SwiftDataError.unknownSchema, .unknownSchema))
        #expect(!matches(SwiftDataError.unknownSchema, .backwardMigration))
        #expect(!matches(CancellationError(), .unknownSchema))
    }

    @Test func `A store of a newer version matches both of SwiftData's errors for it`() {
        let error = ModelDataError.storeIsNewer(path: "/x", storeVersion: "2.0.0", ownVersion: "1.0.0")
        #expect(matches(error, .backwardMigration))
        #expect(matches(error, .loadIssueModelContainer))
    }

    @Test func `A thrown error is caught by its name in SwiftData`() throws {
        do {
            try ModelConfiguration("a/b", isStoredInMemoryOnly: true).validate()
            Issue.record("the name was accepted")
        } catch SwiftDataError.configurationFileNameContainsInvalidCharacters {}
        do {
            try ModelConfiguration(String(repeating: "a", count: 250), isStoredInMemoryOnly: true).validate()
            Issue.record("the name was accepted")
        } catch SwiftDataError.configurationFileNameTooLong {}
        try ModelConfiguration("books", isStoredInMemoryOnly: true).validate()
    }
}
