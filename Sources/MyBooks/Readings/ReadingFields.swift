import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Reading {
    /// The fields of a reading.
    static let fields = FieldTable<Reading>(
        check: { reading, _, context in try reading.values.check(today: context.today) }
    ) {
        Field.computed(
            "reading", text("#"), raw: { .integer($0.number) },
            display: { reading, _ in .verbatim(String(reading.number)) }
        )
        .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field(
            required: "outcome", text("Outcome"), sentence: text("outcome"),
            help: text("How the reading ended: completed or abandoned; otherwise in-progress or paused."),
            stored: \.outcome,
            type: .choice(ReadingStatus.outcomes) { .text($0.name) }, get: { $0.outcome },
            set: { $0.outcome = $1 },
            change: { reading, outcome, context in
                reading.outcome = outcome
                // A reading that continues has no end.
                if !outcome.hasEnded, !context.given.contains("completed") { reading.values.completed = nil }
            }
        )
        .listed(priority: 8)
        Field(
            "started", text("Started"), sentence: text("date started"),
            help: text("The day, month or year in which you started the book, or “none”."),
            stored: \.started, \.startedPrecision, type: .partialDate, get: { $0.values.started },
            set: { $0.values.started = $1 }
        )
        .listed(priority: 7)
        Field(
            "completed", text("Ended"), sentence: text("date completed"),
            help: text("The day, month or year in which you finished the book, or “none”."),
            stored: \.completed, \.completedPrecision, type: .partialDate, get: { $0.values.completed },
            set: { $0.values.completed = $1 }
        )
        .listed(priority: 7)
        Field(
            "rating", text("Rating"), sentence: text("rating"),
            help: text("Your rating from 0.25 to 5 in steps of 0.25, or “none”."), stored: \.rating,
            type: .rating, get: { $0.values.rating }, set: { $0.values.rating = $1 }
        )
        .listed(priority: 7)
        Field(
            "review", text("Review"), sentence: text("review"),
            help: text("Your review of this reading, or “none”."), stored: \.review, type: .lines,
            get: { $0.review }, set: { $0.review = $1 }
        )
        .listed(priority: 2, wraps: true)
        Field.computed("book", text("Book number"), raw: { .integer($0.bookNumber) }).only(in: .lists)
    }

    /// Returns a table of the readings of a book, the earliest first.
    ///
    /// - Parameter number: The number of the only reading. Default: all.
    @MainActor
    static func table(_ book: Book, only number: Int? = nil, _ context: FieldContext) -> Table {
        let readings = book.numberedReadings.filter { number == nil || $0.number == number }
        var table = fields.table("readings", readings, context, count: text("%lld readings", readings.count))
        let listed = readings.map { (reading: $0, number: $0.number, isRecord: $0.modelContext != nil) }
        table.reader = { object in
            let all = (try object(book) as? Book)?.numberedReadings ?? []
            return try listed.map { reading, number, isRecord in
                // The latest reading is no record of its own.
                let own =
                    isRecord
                    ? try object(reading) as? Reading
                    : all.first { $0.number == number && $0.modelContext == nil }
                return try own.flatMap { own in
                    try fields.table("readings", [own], context).reader?({ $0 })[0]
                }
            }
        }
        return table
    }
}

extension Book {
    /// All readings with their numbers, the earliest first. The latest one is a copy of the book's own fields.
    var numberedReadings: [Reading] {
        let all = readings + (hasLatestReading ? [Reading(latestReading)] : [])
        for (index, reading) in all.enumerated() {
            reading.number = index + 1
            reading.bookNumber = number
        }
        return all
    }

    /// Returns the reading with a number from 1.
    ///
    /// - Throws: ``BookError/unknownReading(_:title:)``.
    func reading(_ number: Int) throws -> Reading {
        let all = numberedReadings
        guard all.indices.contains(number - 1) else { throw BookError.unknownReading(number, title: title) }
        return all[number - 1]
    }
}

extension ReadingProgress {
    /// The fields of a recorded position.
    static let fields = FieldTable<ReadingProgress> {
        Field.computed(
            "reading", text("Reading"), stored: \.reading, raw: { .integer($0.readingNumber) },
            display: { position, _ in .verbatim(String(position.readingNumber)) }
        )
        .listed(priority: 7, alignsRight: true)
        Field(
            required: "date", text("Date"), sentence: text("date"), help: text("The day. Default: today."),
            stored: \.date,
            type: .pastDay, get: { CivilDate(utc: $0.date) }, set: { $0.date = $1.utcDate }
        )
        .listed(priority: 8)
        Field(
            required: "place", text("Place"), sentence: text("place"),
            help: text("A page such as 120, a percentage such as 45%%, or a time such as 3h20."),
            stored: \.unit, \.value, type: .place, get: { $0.place },
            set: { ($0.unit, $0.value) = ($1.unit, $1.value) }
        )
        .listed(priority: 9) { position in
            Cell(.string(position.place.description), .text(position.place.text(in: position.book)))
        }
    }

    /// The number of the reading that the position belongs to.
    private var readingNumber: Int {
        guard let book else { return 1 }
        return (book.readings.firstIndex { $0 === reading } ?? book.readings.count) + 1
    }

    /// Returns a table of the positions in a book, the earliest first.
    ///
    /// - Parameter reading: The reading that the positions belong to; `nil` for all.
    @MainActor
    static func table(_ book: Book, reading: Int? = nil, _ context: FieldContext) -> Table {
        let positions = book.progress.map { ($0.readingNumber, $0) }
            .filter { reading == nil || $0.0 == reading }
            .sorted { ($0.0, $0.1.date) < ($1.0, $1.1.date) }.map(\.1)
        return fields.table("positions", positions, context, count: text("%lld positions", positions.count))
    }
}
