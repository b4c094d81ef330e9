import Testing

@testable import ProgramKit

@Suite("Copy of an input")
struct SpooledInputTests {
    @Test func `Each reader reads the copy from its beginning to its end, in pieces`() throws {
        // The copy is read in three pieces.
        let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 1000) }
        var rest = content[...]
        let input = try SpooledInput {
            defer { rest = rest.dropFirst(10_000) }
            return Array(rest.prefix(10_000))
        }
        #expect(input.size == content.count)
        let (first, second) = (input.reader(), input.reader())
        let start = try first()
        #expect(start == content.prefix(start.count).map(\.self))
        var copy: [UInt8] = []
        for _ in 0..<3 { copy += try second() }
        #expect(copy == content)
        #expect(try second().isEmpty)
        #expect(try start + first() + first() == content)
        #expect(try first().isEmpty)
    }
}
