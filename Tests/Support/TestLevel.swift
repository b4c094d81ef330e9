import Foundation
import Testing

/// What a test needs to run. The environment variable `TEST_LEVEL` selects the tests: those of the level and
/// of all earlier levels. Without it, all tests run.
///
/// ```swift
/// @Suite("Kills", .level(.slow))
/// ```
///
/// A test without a level is fast.
public enum TestLevel: String, CaseIterable, Comparable, Sendable {
    /// The test starts no process, and takes well under a second.
    case fast
    /// The test starts processes, or takes longer.
    case `default`
    /// The test kills processes, cuts the power, fails system calls, or tries many random schedules.
    case slow

    /// The level that `TEST_LEVEL` selects. An unknown level ends the tests.
    public static let selected: TestLevel = {
        do {
            return try TestLevel(variable: getenv("TEST_LEVEL").map { String(cString: $0) })
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(64)
        }
    }()

    /// Reads a level.
    ///
    /// - Parameter variable: The value of `TEST_LEVEL`; nil or empty if it isn't set, which selects all tests.
    /// - Throws: `TestSupportError` for an unknown level.
    public init(variable: String?) throws {
        guard let variable, !variable.isEmpty else {
            self = .slow
            return
        }
        guard let level = TestLevel(rawValue: variable) else {
            throw TestSupportError("TEST_LEVEL must be fast, default or slow, not “\(variable)”.")
        }
        self = level
    }

    /// Whether tests of this level run.
    public var isSelected: Bool { self <= Self.selected }

    /// Returns whether tests of the first level need less than those of the second.
    public static func < (first: TestLevel, second: TestLevel) -> Bool {
        guard let one = allCases.firstIndex(of: first), let other = allCases.firstIndex(of: second) else {
            return false
        }
        return one < other
    }

    /// Throws if the selected level allows no processes, and records an issue for tests that catch errors.
    static func checkProcess(_ program: String) throws {
        guard selected == .fast else { return }
        let error = TestSupportError(
            "A fast test starts \(program). Give the test the trait `.level(.default)`.")
        Issue.record(error)
        throw error
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test or the tests of a suite unless `TEST_LEVEL` selects the level.
    ///
    /// - Parameter level: The level.
    public static func level(_ level: TestLevel) -> Self {
        .enabled(if: level.isSelected, "TEST_LEVEL=\(TestLevel.selected.rawValue) skips it")
    }
}
