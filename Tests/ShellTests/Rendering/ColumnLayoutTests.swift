import Testing
import TestSupport

@testable import Shell

@Suite("Column layout")
struct ColumnLayoutTests {
    private func demand(_ natural: Int, _ minimum: Int = 4, priority: Int = 1) -> ColumnLayout.Demand {
        .init(natural: natural, minimum: minimum, priority: priority)
    }

    @Test func `Columns that fit keep their widths`() {
        #expect(ColumnLayout.widths(of: [demand(10), demand(8)], available: 20) == [10, 8])
        #expect(ColumnLayout.widths(of: [demand(10), demand(80)], available: nil) == [10, 80])
    }

    @Test func `The column with the lowest priority shrinks first, then the widest of the same priority`() {
        let demands = [demand(20, priority: 2), demand(20, priority: 1)]
        #expect(ColumnLayout.widths(of: demands, available: 32) == [20, 10])
        #expect(ColumnLayout.widths(of: demands, available: 22) == [16, 4])
        #expect(ColumnLayout.widths(of: [demand(30), demand(10)], available: 22) == [10, 10])
    }

    @Test func `Columns of equal width and priority shrink equally, within their minimum widths`() {
        #expect(ColumnLayout.widths(of: [demand(100), demand(100)], available: 80) == [39, 39])
        #expect(
            ColumnLayout.widths(of: [demand(120), demand(90), demand(10)], available: 61) == [24, 23, 10])
        #expect(ColumnLayout.widths(of: [demand(30, 20), demand(30, 4)], available: 32) == [20, 10])
    }

    @Test func `There is no layout if the minimum widths don't fit`() {
        #expect(ColumnLayout.widths(of: [demand(10), demand(10)], available: 9) == nil)
    }

    @Test func `A layout fills the available width and keeps every minimum`() {
        var random = SeededGenerator()
        for _ in 0..<1000 {
            let demands = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let natural = Int.random(in: 1...60, using: &random)
                return demand(
                    natural, min(natural, Int.random(in: 1...8, using: &random)),
                    priority: Int.random(in: 1...3, using: &random))
            }
            let available = Int.random(in: 1...120, using: &random)
            let gaps = 2 * (demands.count - 1)
            guard let widths = ColumnLayout.widths(of: demands, available: available) else {
                #expect(demands.map(\.minimum).reduce(gaps, +) > available)
                continue
            }
            let natural = demands.map(\.natural).reduce(gaps, +)
            #expect(widths.reduce(gaps, +) == min(natural, available))
            #expect(widths.count == demands.count)
            for (width, demand) in zip(widths, demands) { #expect(width >= demand.minimum) }
        }
    }
}
