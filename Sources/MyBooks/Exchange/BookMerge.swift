import Foundation
import Localization
import ProgramKit

/// Merges a row of a file into a book of the log.
///
/// A field is overwritten in two cases only: it still has the value from the last import, or it is empty and
/// was never imported. Values that the user set are kept. A value that is missing in the file erases nothing.
///
/// A file of another service than the one that the book first came from fills only what is empty, and adds readings
/// that the book doesn't have. So does the row of a book that the user merged into this one.
@MainActor
struct BookMerge {
    private let book: Book
    private let related: ImportedRelations
    private var fingerprints: ImportFingerprints
    /// The fields that keep the user's values.
    private var kept: [ImportFingerprints.Field] = []
    /// Whether the row is from another service than the one that the book first came from, or of a merged book.
    private let isOtherService: Bool

    private init(book: Book, related: ImportedRelations, service: BookService?, isMerged: Bool = false) {
        self.book = book
        self.related = related
        let fingerprints = ImportFingerprints(book.lastImport)
        isOtherService = isMerged || service.map { fingerprints.isFromAnother(than: $0) } ?? false
        self.fingerprints = fingerprints
    }

    /// Fills a book that was just inserted for a row.
    static func fill(
        _ book: Book, with imported: ImportedBook, _ related: ImportedRelations
    ) async throws {
        book.summary = imported.summary
        book.latestReading = imported.latestReading
        for detail in ImportedDetail.all {
            if let value = imported.details[detail.key] { _ = detail.set(value, book) }
        }
        _ = mergeReadings(of: imported, into: book)
        book.source = imported.source
        book.otherColumns = imported.otherColumns?.stored
        if !imported.shelves.isEmpty {
            var shelves: [Shelf] = []
            for name in imported.shelves {
                shelves.append(try await related.shelf(name))
                related.recordPosition(imported.positions[name.key], of: book, on: name)
            }
            book.shelves = shelves
        }
        if !imported.quotes.isEmpty { book.quotes = try imported.quotes.map { try related.quote($0) } }
        guard !imported.isFromLog else {
            book.lastImport = imported.lastImport
            return
        }
        var fingerprints = ImportFingerprints()
        for shelf in imported.shelves { fingerprints.put(on: shelf) }
        for field in ImportFingerprints.Field.all {
            if let value = imported.value(field) { fingerprints.put(value, into: field) }
        }
        fingerprints.put(imported.service)
        book.lastImport = fingerprints.stored
    }

    /// Merges a row into a book of the log.
    ///
    /// - Parameter count: The number of books that first came from another service; increased if this one did.
    /// - Returns: Whether anything changed, including the book's source.
    static func merge(
        _ imported: ImportedBook, at position: Int, into book: Book, _ related: ImportedRelations,
        _ report: inout ImportReport, ofOtherServices count: inout Int
    ) async throws -> Bool {
        var merge = BookMerge(book: book, related: related, service: imported.service)
        if imported.service?.hasOnlyQuotes ?? false { return try merge.mergeQuotes(imported) }
        let changed = try await merge.run(imported)
        if merge.isOtherService { count += 1 }
        for field in merge.kept {
            report.keep(
                field.key, Book.fields[field.key]?.sentence ?? .verbatim(field.key),
                stored: book.value(field) ?? "",
                written: imported.value(field) ?? "", of: book.title, at: position)
        }
        return changed
    }

    /// Merges the row of a book that the user merged into another one into that other one.
    ///
    /// - Returns: Whether anything changed.
    static func mergeAnotherEdition(
        _ imported: ImportedBook, into book: Book, _ related: ImportedRelations
    ) async throws -> Bool {
        var merge = BookMerge(book: book, related: related, service: imported.service, isMerged: true)
        return try await merge.run(imported)
    }

    private mutating func run(_ imported: ImportedBook) async throws -> Bool {
        if isAnotherReading(imported) { return addReadings(of: imported) }
        let old = fingerprints
        var changed = beginReading(of: imported)
        if takeValue(.title, imported) { changed = set(\.title, imported.title) || changed }
        if takeValue(.author, imported) { changed = set(\.author, imported.author) || changed }
        if takeValue(.summary, imported) { changed = set(\.summary, imported.summary) || changed }
        let meansLatest = meansLatestReading(imported)
        if meansLatest, takeValue(.rating, imported), book.latestReading.rating != imported.rating {
            book.stars = imported.rating
            changed = true
        }
        for (index, detail) in ImportedDetail.all.enumerated() {
            guard let value = imported.details[detail.key] else { continue }
            if !meansLatest, .detail(index) == Self.review { continue }
            if takeValue(.detail(index), imported) { changed = detail.set(value, book) || changed }
        }
        if isOtherService, book.hasLatestReading {
            changed = addReadings(of: imported) || changed
        } else {
            changed = mergeStatusAndDates(imported) || changed
            changed = Self.mergeReadings(of: imported, into: book) || changed
        }
        changed = try await mergeShelves(imported) || changed
        changed = try mergeQuotes(imported) || changed
        if book.source == nil, let source = imported.source {
            book.source = source
            changed = true
        }
        if imported.isFromLog {
            // Values from our own export count as set by the user, so restore the previous fingerprints. If
            // the file has no date added, the import chose this date. In this case, keep its new fingerprint.
            var kept = old
            if imported.added == nil { kept.restore(.added, from: fingerprints) }
            fingerprints = kept
        }
        if !imported.isFromLog, !isOtherService {
            // A book that the user merged with another one has the source of that one, but not its fingerprints.
            fingerprints.put(BookService(source: book.source) ?? imported.service)
        }
        if fingerprints != old { book.lastImport = fingerprints.stored }
        // These columns, such as the average rating, change without the user, so they don't count as a change.
        if !isOtherService || book.otherColumns == nil,
            let columns = imported.otherColumns?.merged(with: book.otherColumns), columns != book.otherColumns
        {
            book.otherColumns = columns
        }
        return changed
    }

    /// Merges the status and the dates together. Dates that the new status doesn't have are cleared. If the
    /// user set a date that the imported status doesn't have, the status isn't imported. If the user's status
    /// stays and the file knows a finished reading, that reading is an earlier one.
    private mutating func mergeStatusAndDates(_ imported: ImportedBook) -> Bool {
        let before = (added: CivilDate(utc: book.added), reading: book.latestReading)
        let known = fingerprints
        for (name, field) in Self.readingDates where !name.isRelevant(for: before.reading.status) {
            // This date is empty because the status doesn't have it, not because the user erased it. Remove
            // its fingerprint, so that it can be imported again with another status.
            fingerprints.forget(field)
        }
        let remembered = fingerprints
        let isStatusKept =
            imported.knowsStatus && imported.status != book.status && hasOwnDate(without: imported.status)
        let takesStatus = imported.knowsStatus && !isStatusKept && takeValue(.status, imported)
        if isStatusKept { kept.append(.status) }
        var reading = before.reading
        if takesStatus { reading.status = imported.status }
        var added = before.added
        if takeValue(.added, imported), let date = imported.added { added = date }
        var addsEarlierReading = false
        if imported.knowsStatus, !takesStatus, reading.status != imported.status,
            !ReadingDate.completed.isRelevant(for: reading.status), imported.completed != nil
        {
            addsEarlierReading = addEarlierReading(imported, knownBefore: known)
        } else {
            if takeValue(.started, imported), let date = imported.started { reading.started = date }
            if takeValue(.completed, imported), let date = imported.completed { reading.completed = date }
            if imported.knowsStatus, !takesStatus {
                keepDates(without: reading.status, imported, knownBefore: known)
            }
        }
        if !ReadingDate.started.isRelevant(for: reading.status) { reading.started = nil }
        if !ReadingDate.completed.isRelevant(for: reading.status) { reading.completed = nil }
        if imported.added == nil,
            fingerprints.holds(added.description, in: .added)
        {
            // The file has no date added, so an import chose it. It isn't later than the reading.
            added =
                [added, reading.started?.first, reading.completed?.first].compactMap(\.self).min() ?? added
            fingerprints.put(added.description, into: .added)
        }
        if let start = reading.started, let end = reading.completed, end.last < start.first {
            // An imported date contradicts a date that the user set. Keep both previous dates and their
            // fingerprints, so that a later import can still change these dates.
            (reading.started, reading.completed) = (before.reading.started, before.reading.completed)
            for field in [ImportFingerprints.Field.started, .completed] {
                fingerprints.restore(field, from: remembered)
                guard let value = imported.value(field), value != book.value(field), !kept.contains(field)
                else { continue }
                kept.append(field)
            }
            if !ReadingDate.started.isRelevant(for: reading.status) { reading.started = nil }
            if !ReadingDate.completed.isRelevant(for: reading.status) { reading.completed = nil }
        }
        reading.rating = book.latestReading.rating
        reading.review = book.review
        book.latestReading = reading
        let changesDate = set(\.added, added.utcDate)
        return changesDate || addsEarlierReading || reading != before.reading
    }

    /// Adds the finished reading of a file to a book whose own status, such as `on-shelf`, stays. If the book is being
    /// read since the same day, that reading stays, and the report names the end in the file.
    ///
    /// A reading that an import has added before isn't added again: the user has changed or removed it.
    ///
    /// - Returns: Whether the reading was added.
    private mutating func addEarlierReading(
        _ imported: ImportedBook, knownBefore: ImportFingerprints
    ) -> Bool {
        guard let end = imported.completed else { return false }
        let present = book.latestReading
        if present.status.isOpen, present.started != nil, imported.started != nil,
            present.isProbablySame(as: imported.latestReading)
        {
            kept.append(.completed)
            return false
        }
        let isKnown = knownBefore.holds(end.description, in: .completed)
        fingerprints.put(end.description, into: .completed)
        if isKnown || book.readings.contains(where: { $0.values.isProbablySame(as: imported.latestReading) })
        {
            return false
        }
        book.insertEarlierReading(imported.latestReading)
        return true
    }

    /// Reports the dates of a file that the book's own status doesn't have.
    private mutating func keepDates(
        without status: ReadingStatus, _ imported: ImportedBook, knownBefore: ImportFingerprints
    ) {
        for (name, field) in Self.readingDates
        where !name.isRelevant(for: status) && imported.value(field) != nil && !kept.contains(field) {
            fingerprints.restore(field, from: knownBefore)
            kept.append(field)
        }
    }

    /// Begins another reading if that of a newer file isn't the one in the log: the file counts more readings, and the
    /// end is later. The reading in the log becomes an earlier one first, with its own rating and review, and whatever the
    /// user has changed in it.
    ///
    /// - Returns: Whether another reading began.
    private mutating func beginReading(of imported: ImportedBook) -> Bool {
        guard !isOtherService, imported.knowsStatus, let old = book.latestReading.completed,
            let end = imported.completed, old < end, imported.earlier.count > book.readings.count,
            // An end that was imported before belongs to the reading in the log, whose end the user corrected.
            !fingerprints.holds(end.description, in: .completed)
        else { return false }
        book.archiveLatestReading()
        book.latestReading = imported.latestReading
        // The review in the file belongs to the new reading, as in the service.
        if let review = Self.review { fingerprints.forget(review) }
        for field in [ImportFingerprints.Field.status, .started, .completed, .rating] {
            if let value = imported.value(field) {
                fingerprints.put(value, into: field)
            } else {
                fingerprints.forget(field)
            }
        }
        return true
    }

    /// Whether the latest reading of a file is that of the log. It isn't if the user has begun another one, which the file
    /// doesn't have.
    private func meansLatestReading(_ imported: ImportedBook) -> Bool {
        // Most books are as the last import left them. Their earlier readings needn't be loaded.
        if imported.status == book.status, imported.completed == book.latestReading.completed { return true }
        if !imported.knowsStatus || book.readings.count <= imported.earlier.count { return true }
        guard let end = imported.completed, let known = book.latestReading.completed else {
            return imported.status == book.status
        }
        return end.first.days(until: known.last) >= -1 && known.first.days(until: end.last) >= -1
    }

    /// Whether the row of a file with a row for each reading isn't that of the latest reading.
    private func isAnotherReading(_ imported: ImportedBook) -> Bool {
        imported.isReading && !isOtherService && imported.knowsStatus && book.hasLatestReading
            && (imported.started != nil || imported.completed != nil)
            && !book.latestReading.isProbablySame(as: imported.latestReading)
    }

    /// Adds the readings of another service's row that the book doesn't have, and fills unknown dates of those that
    /// it has. Returns whether anything changed.
    private mutating func addReadings(of imported: ImportedBook) -> Bool {
        var wanted = imported.earlier
        if imported.knowsStatus, imported.status != .onShelf {
            var latest = imported.latestReading
            latest.review = imported.isReading ? imported.details["review"]?.written : nil
            wanted.append(latest)
        }
        var changed = false
        var isLatestTaken = false
        var free = Array(book.readings)
        for reading in wanted {
            if let index = free.firstIndex(where: { $0.values.isProbablySame(as: reading) }) {
                changed = fill(\Reading.values, of: free.remove(at: index), from: reading) || changed
            } else if !isLatestTaken, book.latestReading.isProbablySame(as: reading) {
                isLatestTaken = true
                changed = fill(\Book.latestReading, of: book, from: reading) || changed
            } else if reading.status.isOpen || reading.endKey > book.latestReading.endKey {
                book.archiveLatestReading()
                book.latestReading = reading
                (changed, isLatestTaken) = (true, true)
            } else {
                book.insertEarlierReading(reading)
                changed = true
            }
        }
        return changed
    }

    /// Fills the unknown dates of a reading. Returns whether any was filled.
    private func fill<Owner: AnyObject>(
        _ path: ReferenceWritableKeyPath<Owner, ReadingValues>, of owner: Owner, from other: ReadingValues
    ) -> Bool {
        let old = owner[keyPath: path]
        var new = old
        if old.status.isOpen, other.status.hasEnded, other.completed != nil {
            (new.status, new.completed) = (other.status, other.completed)
        }
        if !new.status.isOpen, new.completed == nil { new.completed = other.completed }
        if new.started == nil { new.started = other.started }
        if let start = new.started, let end = new.completed, end.last < start.first { return false }
        if new == old { return false }
        owner[keyPath: path] = new
        return true
    }

    /// Adds the readings, positions and loans that the book doesn't have yet. Returns whether any was added.
    private static func mergeReadings(of imported: ImportedBook, into book: Book) -> Bool {
        var changed = false
        var known = imported.earlier.isEmpty ? [] : book.allReadings
        if imported.status != .onShelf, !known.isEmpty {
            // The latest reading of the file is merged already.
            known.remove(at: imported.latestReading.index(in: known) ?? known.count - 1)
        }
        // The readings of a log are in the order in which they were recorded, whatever their dates are.
        let keepsOrder = imported.isFromLog && book.readings.isEmpty
        for (number, reading) in imported.earlier.enumerated() {
            // Readings without dates are only counted.
            if let index = reading.index(in: known) {
                known.remove(at: index)
                continue
            }
            if reading.started == nil, reading.completed == nil,
                let index = known.firstIndex(where: { $0.status == reading.status })
            {
                known.remove(at: index)
                continue
            }
            let new = book.insertEarlierReading(reading, isLast: keepsOrder)
            if imported.earlierProgress.indices.contains(number) {
                for position in imported.earlierProgress[number] {
                    book.progress.append(position)
                    new.progress.append(position)
                }
            }
            changed = true
        }
        if !imported.earlier.isEmpty { book.takeEarlierRating() }
        for position in imported.progress
        where !book.progress.contains(where: { $0.place == position.place && $0.date == position.date }) {
            // Positions are in the order of their days.
            let index = book.progress.firstIndex { $0.reading == nil && $0.date > position.date }
            book.progress.insert(position, at: index ?? book.progress.count)
            changed = true
        }
        for loan in imported.loans
        where !book.loans.contains(where: { $0.borrower == loan.borrower && $0.lent == loan.lent }) {
            book.loans.append(loan)
            changed = true
        }
        return changed
    }

    /// The review, which belongs to the latest reading.
    nonisolated fileprivate static let review = ImportedDetail.all.firstIndex { $0.key == "review" }
        .map { ImportFingerprints.Field.detail($0) }

    private static let readingDates: [(ReadingDate, ImportFingerprints.Field)] = [
        (.started, .started), (.completed, .completed),
    ]

    /// Returns whether the user has set a date that a book with this status doesn't have.
    private func hasOwnDate(without status: ReadingStatus) -> Bool {
        Self.readingDates.contains { name, field in
            guard !name.isRelevant(for: status), let present = book.value(field) else { return false }
            return !fingerprints.holds(present, in: field)
        }
    }

    /// Adds the book to the file's shelves, except those that an earlier import put the book on: if the book
    /// is no longer on such a shelf, the user removed it. Removes the book from imported shelves that the
    /// file no longer names.
    private mutating func mergeShelves(_ imported: ImportedBook) async throws -> Bool {
        var changed = false
        for name in imported.shelves where !fingerprints.contains(name, orOther: isOtherService) {
            fingerprints.put(on: name, isOther: isOtherService)
            if book.shelves.contains(where: { $0.key == name.key }) { continue }
            let shelf = try await related.shelf(name)
            book.shelves.append(shelf)
            related.recordPosition(imported.positions[name.key], of: book, on: name)
            changed = true
        }
        if imported.namesAllShelves, !isOtherService,
            let isForgotten = fingerprints.forgetShelves(except: imported.shelves)
        {
            for shelf in book.shelves where isForgotten(shelf.key) {
                book.shelves.removeAll { $0 === shelf }
                related.recordRemoval(from: shelf)
                changed = true
            }
        }
        return changed
    }

    /// Appends the quotes that the book doesn't have yet; existing quotes stay unchanged.
    private func mergeQuotes(_ imported: ImportedBook) throws -> Bool {
        if imported.service?.hasOnlyQuotes ?? false { return try mergeHighlights(imported) }
        let new = imported.quotes.filter { quote in
            !book.quotes.contains {
                $0.identifier == quote.identifier || ($0.text == quote.text && $0.page == quote.page)
            }
        }
        for quote in new { book.quotes.append(try related.quote(quote)) }
        return !new.isEmpty
    }

    /// Appends the highlights that the book doesn't have yet, in the order of the file. A highlight that was extended
    /// or shortened since the last import replaces the earlier version. Returns whether anything changed.
    private func mergeHighlights(_ imported: ImportedBook) throws -> Bool {
        var changed = false
        for quote in imported.quotes {
            guard let known = book.quotes.first(where: { $0.isVersion(of: quote) }) else {
                book.quotes.append(try related.quote(quote))
                changed = true
                continue
            }
            if known.note.isEmpty, !quote.note.isEmpty {
                known.note = quote.note
                changed = true
            }
            // The time tells the versions apart: a text of the same time is what the user made of it.
            guard let noted = known.noted, let later = quote.noted, noted < later else { continue }
            (known.text, known.page, known.location, known.noted) = (
                quote.text, quote.page ?? known.page, quote.location ?? known.location, later
            )
            changed = true
        }
        return changed
    }

    /// Returns whether a field may get the file's value. If it may, also records the value's fingerprint.
    private mutating func takeValue(_ field: ImportFingerprints.Field, _ imported: ImportedBook) -> Bool {
        guard let value = imported.value(field) else { return false }
        // A review stays with the reading that it was written about.
        if field == Self.review, book.readings.contains(where: { $0.review == value }) { return false }
        let present = book.value(field)
        if isOtherService, !(field == .status && !book.hasLatestReading) {
            guard present == nil, !fingerprints.contains(field) else {
                // The user wrote both texts.
                if let present, present != value, field == Self.review || field.key == "notes" {
                    kept.append(field)
                }
                return false
            }
            fingerprints.put(value, into: field)
            return true
        }
        let isImported =
            fingerprints.contains(field) ? fingerprints.holds(present ?? "", in: field) : present == nil
        guard isImported || present == value else {
            kept.append(field)
            return false
        }
        fingerprints.put(value, into: field)
        return true
    }

    private func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<Book, Value>, _ value: Value) -> Bool
    {
        guard book[keyPath: path] != value else { return false }
        book[keyPath: path] = value
        return true
    }
}

extension ReadingValues {
    /// Returns the index of the reading that a file means by this one: the same dates, or else an end that differs by at most
    /// a day, or else days that overlap; `nil` if there is none. The user may have corrected a date since an earlier import.
    fileprivate func index(in known: [ReadingValues]) -> Int? {
        if let index = known.firstIndex(where: { $0.isSame(as: self) }) { return index }
        guard let completed, completed.precision == nil else { return nil }
        let others = known.indices.filter {
            known[$0].status == status && known[$0].completed.map { $0.precision == nil } ?? false
        }
        return others.first { index in
            known[index].completed.map { abs($0.first.days(until: completed.first)) <= 1 } ?? false
        }
            ?? others.first { index in
                guard let start = started, let end = known[index].completed,
                    let otherStart = known[index].started
                else { return false }
                return start.first <= end.last && otherStart.first <= completed.last
            }
    }

    /// Whether another service probably means the same reading: no known date differs by more than a day, because
    /// services differ in time zones.
    fileprivate func isProbablySame(as other: ReadingValues) -> Bool {
        func agree(_ first: PartialDate?, _ second: PartialDate?) -> Bool {
            guard let first, let second else { return true }
            return first.first.days(until: second.last) >= -1 && second.first.days(until: first.last) >= -1
        }
        return agree(started, other.started) && agree(completed, other.completed)
    }
}

extension ImportedBook {
    /// Returns a field's raw value in the file; `nil` if the file has none.
    func value(_ field: ImportFingerprints.Field) -> String? {
        switch field {
        case .title: title
        case .author: author
        case .summary: summary.isEmpty ? nil : summary
        case .status: status.rawValue
        case .rating: rating?.description
        case .added: added?.description
        case .started: started?.description
        case .completed: completed?.description
        case .detail(let index): details[ImportedDetail.all[index].key]?.written
        }
    }

    /// The values of the latest reading.
    var latestReading: ReadingValues {
        ReadingValues(status: status, started: started, completed: completed, rating: rating)
    }

    /// Records that the import itself chose a field's value, so that a later file can overwrite this value.
    /// Only rows of our own exports need this: in other rows, all values count as imported.
    mutating func recordGuess(of field: ImportFingerprints.Field) {
        guard isFromLog, let guess = value(field) else { return }
        var fingerprints = ImportFingerprints(lastImport)
        fingerprints.put(guess, into: field)
        lastImport = fingerprints.stored
    }
}

extension Book {
    /// Returns a field's raw value in the book; `nil` if the field is empty.
    fileprivate func value(_ field: ImportFingerprints.Field) -> String? {
        switch field {
        case .title: title
        case .author: author
        case .summary: summary.isEmpty ? nil : summary
        case .status: status.rawValue
        case .rating: latestReading.rating?.description
        case .added: CivilDate(utc: added).description
        case .started: latestReading.started?.description
        case .completed: latestReading.completed?.description
        case .detail(let index): ImportedDetail.all[index].value(self).written
        }
    }
}
