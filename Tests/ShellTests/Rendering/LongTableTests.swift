import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Long tables")
struct LongTableTests {
    private nonisolated static let formats: [OutputFormat] = [
        .table, .plain, .json, .csv, .accessible, .markdown, .html,
    ]

    private let columns: [Table.Column] = [
        .init("number", plain("#"), alignsRight: true, priority: 3),
        .init("title", plain("Title"), priority: 2, wraps: true), .init("author", plain("Author")),
        .init("rating", plain("Rating")), .init("empty", plain("Empty")),
        .init("summary", plain("Summary"), isShown: false),
        .init("note", plain("Note"), isData: false, isExtra: true),
    ]

    private nonisolated static func row(_ index: Int) -> [Cell] {
        [
            .number(index), .text("A title of \(index % 90) words about oceans, stars and other far places"),
            .text(index == 1900 ? "刘慈欣" : "Lem"),
            index < 20 ? stars(index % 5 + 1) : .empty, .empty, .text("Text \(index)"), .text("\(index % 7)"),
        ]
    }

    @Test(arguments: formats)
    func `A table that makes its rows looks like one that stores them`(_ format: OutputFormat) {
        let long = TableRows(count: 2600) { $0.map(Self.row) }
        let stored = TableRows((0..<2600).map(Self.row))
        #expect(!long.areStored)
        #expect(stored.areStored)
        for width in [nil, 120, 60, 24] as [Int?] {
            let outputs = [long, stored].map { rows in
                rendered(
                    Output([.table(Table(columns: columns, reading: rows, count: plain("Many")))]), format,
                    width: width)
            }
            #expect(outputs[0] == outputs[1], "\(format), \(width ?? 0)")
        }
    }

    @Test func `Few rows are stored at once, and many are made in small batches`() {
        let few = TableRows(count: TableRows.longTable - 1) { $0.map(Self.row) }
        #expect(few.areStored)
        let batches = Batches()
        let many = TableRows(count: 10_000) { indices in
            batches.sizes.append(indices.count)
            return indices.map { _ in [] }
        }
        #expect(batches.sizes.isEmpty)
        #expect(many.reduce(0) { count, _ in count + 1 } == 10_000)
        #expect(batches.sizes.reduce(0, +) == 10_000)
        #expect(batches.sizes.max() ?? .max <= 250)
    }

    /// The sizes of the batches that were made.
    @MainActor private final class Batches { var sizes: [Int] = [] }

    @Test func `Changed rows are made when they are read`() {
        let many = TableRows(count: 3000) { $0.map { [.number($0)] } }
        let changed = many.changed { index, row in [.text("\(index)")] + row }
        #expect(!changed.areStored)
        #expect(changed.count == 3000)
        #expect(changed[2999].map(\.raw) == [.string("2999"), .integer(2999)])
        #expect(Array(changed).map { $0[1].raw }.last == .integer(2999))
        let few = TableRows([[.number(7)]]).changed { index, row in row + [.number(index)] }
        #expect(few[0].map(\.raw) == [.integer(7), .integer(0)])
    }

    @Test(arguments: formats)
    func `A sink gets a long output in pieces, and the rest follows`(_ format: OutputFormat) {
        let rows = TableRows(count: 20_000) { $0.map(Self.row) }
        let table = Table(columns: columns, reading: rows, count: plain("Many"))
        let output = Output([.heading(plain("First")), .table(table), .table(books)])
        let presentation = Presentation(format: format, localizer: english)
        let pieces = Pieces()
        let sink = OutputSink { piece in
            pieces.bytes += piece
            pieces.longest = max(pieces.longest, piece.count)
            return [.warning(plain("Piece"))]
        }
        let rest = Renderer.render(output, presentation, sink: sink).output
        #expect(sink.hasWritten)
        #expect(sink.failure == nil)
        #expect(!sink.warnings.isEmpty)
        #expect(rest.count < OutputSink.pieceSize + 10_000)
        #expect(pieces.longest < OutputSink.pieceSize + 10_000)
        let whole = Renderer.render(output, presentation).output
        #expect(pieces.bytes + rest == whole)
    }

    /// What a sink has taken.
    @MainActor private final class Pieces {
        var bytes: [UInt8] = []
        var longest = 0
    }

    @Test func `A sink that can't write keeps the error and drops the rest`() {
        let rows = TableRows(count: 40_000) { $0.map(Self.row) }
        let pieces = Pieces()
        let sink = OutputSink { piece in
            pieces.longest += 1
            throw BrokenPipeError()
        }
        let output = Output([.table(Table(columns: columns, reading: rows))])
        let rest = Renderer.render(output, Presentation(format: .plain, localizer: english), sink: sink)
        #expect(sink.failure is BrokenPipeError)
        #expect(pieces.longest == 1)
        #expect(rest.output.count < OutputSink.pieceSize + 10_000)
    }
}
