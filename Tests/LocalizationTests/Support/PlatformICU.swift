import Foundation
import TestSupport

@testable import Localization

extension Language {
    /// The languages whose facts are compared with those of ICU. An unfinished one may have those of English.
    static var finished: [Language] { available.filter { $0.unfinished == nil } }
}

/// The platform's ICU library, with which our CLDR rules are compared.
///
/// Foundation contains ICU but doesn't export its functions publicly, so they are looked up by name.
enum PlatformICU {
    /// Compares strings in the alphabetical order of a language.
    struct Collation {
        private typealias Open =
            @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
        private typealias Compare =
            @convention(c) (OpaquePointer?, UnsafePointer<UInt16>, Int32, UnsafePointer<UInt16>, Int32) ->
            Int32

        private let collator: OpaquePointer?
        private let compare: Compare

        init(_ language: String) throws {
            var status: Int32 = 0
            collator = try symbol("swift_ucol_open", as: Open.self)(language, &status)
            compare = try symbol("swift_ucol_strcoll", as: Compare.self)
            try check(status)
        }

        func order(_ left: String, _ right: String) -> ComparisonResult {
            let (left, right) = (Array(left.utf16), Array(right.utf16))
            let order = compare(collator, left, Int32(left.count), right, Int32(right.count))
            return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
        }
    }

    /// Selects plural categories by the rules of a language.
    struct Plurals {
        private typealias Open =
            @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
        private typealias Select =
            @convention(c) (
                OpaquePointer?, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
            ) -> Int32

        private let rules: OpaquePointer?
        private let select: Select

        init(_ language: String) throws {
            var status: Int32 = 0
            rules = try symbol("swift_uplrules_open", as: Open.self)(language, &status)
            select = try symbol("swift_uplrules_select", as: Select.self)
            try check(status)
        }

        /// Returns the keyword of a number's CLDR plural category, such as `few`.
        func category(of number: Double) throws -> String {
            var keyword = [UInt16](repeating: 0, count: 16)
            var status: Int32 = 0
            let length = select(rules, number, &keyword, Int32(keyword.count), &status)
            try check(status)
            return String(decoding: keyword.prefix(Int(length)), as: UTF16.self)
        }
    }

    private static func symbol<Function>(_ name: String, as type: Function.Type) throws -> Function {
        guard let address = dlsym(nil, name) else {
            throw TestSupportError("this Foundation has no \(name)")
        }
        return unsafeBitCast(address, to: type)
    }

    /// Throws if the status is an error. Negative statuses are only warnings.
    private static func check(_ status: Int32) throws {
        if status > 0 { throw TestSupportError("ICU reports error \(status)") }
    }
}
