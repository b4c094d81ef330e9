import Foundation
import ModelData
import Testing

@testable import Sync

/// Records that two people made of the same thing become one, and nothing that either wrote is lost.
@Suite struct UnitingTests {
    private let server = MemoryServer()
    private let first: Replica
    private let second: Replica

    init() throws {
        first = try Replica(DirectTransport(server: server))
        second = try Replica(DirectTransport(server: server))
    }

    private func synchronize() async throws { try await first.synchronizeFully(with: second) }

    private func id(_ digit: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(digit)"))
    }

    /// Makes the mark “art” on a replica.
    private func mark(
        _ replica: Replica, _ digit: Int, color: String? = nil, remark: String = "", place: String
    ) throws {
        let mark = Mark(identifier: try id(digit), key: "art")
        (mark.color, mark.remark) = (color, remark)
        try replica.add(place).marks.append(mark)
        try replica.context.save()
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func eachGivesWhatTheOtherHasNot(numbers: (Int, Int)) async throws {
        try mark(first, numbers.0, color: "red", place: "Prado")
        try await Task.sleep(for: .milliseconds(5))
        try mark(second, numbers.1, remark: "seen", place: "Louvre")
        try await synchronize()
        let marks = try first.context.fetch(FetchDescriptor<Mark>())
        #expect(marks.map(\.color) == ["red"])
        #expect(marks.map(\.remark) == ["seen"])
        #expect(try first.places().map { $0.marks.map(\.key) } == [["art"], ["art"]])
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func ofTwoValuesTheLaterStays(numbers: (Int, Int)) async throws {
        try mark(first, numbers.0, color: "red", remark: "first", place: "Prado")
        try await Task.sleep(for: .milliseconds(5))
        try mark(second, numbers.1, color: "blue", remark: "second", place: "Louvre")
        try await Task.sleep(for: .milliseconds(5))
        try #require(try first.context.fetch(FetchDescriptor<Mark>()).first).color = "green"
        try first.context.save()
        try await synchronize()
        let marks = try second.context.fetch(FetchDescriptor<Mark>())
        #expect(marks.map(\.color) == ["green"])
        #expect(marks.map(\.remark) == ["second"])
    }
}
