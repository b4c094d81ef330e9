import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Numbers")
struct NumberTests {
    @Test(arguments: Language.finished)
    func `Numbers match the platform's format`(language: Language) {
        let localizer = Localizer(language)
        var generator = SeededGenerator(seed: 2024)
        var numbers = [0, 1, -1, 999, 1000, 9999, 10_000, -10_000, 999_999, 1_000_000, .max, .min, .min + 1]
        for digits in 1...18 {
            let limit = (0..<digits).reduce(1) { product, _ in product * 10 }
            numbers += (0..<20).map { _ in Int.random(in: -limit...limit, using: &generator) }
        }
        var mismatches = Mismatches()
        for number in numbers {
            mismatches.compare(localizer.integer(number), number.formatted(.number.locale(language.locale)))
        }
        #expect(mismatches.count == 0, "\(language.code): \(mismatches)")
    }

    @Test(arguments: Language.finished)
    func `Fractions match the platform's format`(language: Language) {
        let localizer = Localizer(language)
        var generator = SeededGenerator(seed: 2024)
        var numbers = [
            0.5, 1.5, 2.5, 0.125, 0.0005, 0.0015, 1.0005, 999.9995, 9999.9999, 1e15, 1e21, 1e-10, 123456.789,
        ]
        for _ in 0..<500 {
            numbers.append(Double(Int.random(in: -10_000_000...10_000_000, using: &generator)) / 10_000)
            numbers.append(Double.random(in: -1e6...1e6, using: &generator))
        }
        var mismatches = Mismatches()
        for number in numbers {
            for range in [0...0, 0...1, 0...3, 2...2, 1...4] {
                let style = FloatingPointFormatStyle<Double>.number.locale(language.locale)
                let expected = number.formatted(style.precision(.fractionLength(range)))
                // A negative number that is rounded to zero is written without a sign.
                if expected.hasPrefix("-"), !expected.contains(where: { "123456789".contains($0) }) {
                    continue
                }
                mismatches.compare(localizer.decimal(number, fractionDigits: range), expected)
            }
        }
        #expect(mismatches.count == 0, "\(language.code): \(mismatches)")
    }

    @Test func `Infinite values and NaN are written too`() {
        let localizer = Localizer(.english)
        #expect(localizer.decimal(.infinity) == "∞")
        #expect(localizer.decimal(-.infinity) == "-∞")
        #expect(localizer.decimal(.nan) == "NaN")
        #expect(localizer.decimal(-0.0001) == "0")
        #expect(localizer.decimal(-0.0) == "0")
        #expect(localizer.decimal(.greatestFiniteMagnitude).hasPrefix("179,769,313"))
        #expect(localizer.decimal(.leastNonzeroMagnitude) == "0")
        #expect(localizer.decimal(1.005, fractionDigits: 2...2) == "1.00")
        #expect(localizer.decimal(1.015, fractionDigits: 2...2) == "1.02")
    }
}
