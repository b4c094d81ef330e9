import Foundation
import Localization
import ModelData

extension StoreSession {
    /// Returns the record that a reference names. If several records fit, it throws an error that lists them.
    ///
    /// A title that equals the text is preferred to titles that begin with it, and these to titles in which it is
    /// at the beginning of a word or inside it. A short text is never inside a word, and “all” is only a whole title.
    ///
    /// - Parameters:
    ///   - reference: How the user named the record.
    ///   - type: The model of the record.
    /// - Throws: ``RecordError``, and `ModelDataError` if the store can't be read.
    public func record<Model: TitledModel>(_ reference: RecordReference, in type: Model.Type) throws -> Model
    {
        switch reference {
        case .number(let number):
            guard let record = try context.object(type, number: number) else {
                throw RecordError.unknownNumber(number, listingCommand: Model.listingCommand)
            }
            return record
        case .digits(let number, let text):
            if let record = try context.object(type, number: number) { return record }
            do {
                return try titled(text, type)
            } catch RecordError.unknownTitle {
                throw RecordError.unknownNumber(number, listingCommand: Model.listingCommand)
            }
        case .title(let text):
            return try titled(text, type)
        }
    }

    /// Returns the record that a reference names; `nil` if none or several fit.
    ///
    /// - Parameters:
    ///   - reference: How the user named the record.
    ///   - type: The model of the record.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func recordIfAny<Model: TitledModel>(
        _ reference: RecordReference, in type: Model.Type
    ) throws -> Model? {
        do { return try record(reference, in: type) } catch is RecordError { return nil }
    }

    /// Returns the records that references name, each once, in the order of the references.
    ///
    /// - Parameters:
    ///   - references: How the user named the records.
    ///   - type: The model of the records.
    /// - Throws: ``RecordError``, ``ReferenceWordError`` for an operator between references, and `ModelDataError` if the
    ///   store can't be read.
    public func records<Model: TitledModel>(
        _ references: [RecordReference], in type: Model.Type
    ) throws -> [Model] {
        try refuseOperators(in: references)
        var found: [Model] = []
        for reference in references {
            let record = try record(reference, in: type)
            if !found.contains(where: { $0 === record }) { found.append(record) }
        }
        return found
    }

    /// Whether a word means all records, as in “delete all”. Then, no part of a title is meant.
    public func meansAll(_ word: String) -> Bool {
        localizer.words(of: ProgramKit.text("all")).contains(SearchFold.fold(word))
    }

    /// Refuses an operator such as “or” between references: it is rarely meant as a part of a title.
    private func refuseOperators(in references: [RecordReference]) throws {
        let operators = ConditionOperators(localizer)
        func isOperator(_ reference: RecordReference) -> Bool {
            reference.typed.map { operators[$0] != nil } ?? false
        }
        guard references.count > 1, let word = references.first(where: isOperator)?.typed else { return }
        let others = references.filter { !isOperator($0) }.map(\.written)
        throw ReferenceWordError.operatorBetween(
            word, references: others.isEmpty ? nil : others.joined(separator: " "), title: nil)
    }

    private func titled<Model: TitledModel>(_ text: String, _ type: Model.Type) throws -> Model {
        let matches = try context.fetch(FetchDescriptor(predicate: Model.titled(containing: text)))
        var candidates = TitleMatch.best(matches, for: text, title: \.recordTitle)
        if meansAll(text) {
            candidates = candidates.filter { SearchFold.fold($0.recordTitle) == SearchFold.fold(text) }
            if candidates.isEmpty { throw RecordError.all(text) }
        }
        if candidates.isEmpty {
            if let identified = Model.identified(by: text),
                let found = try context.fetch(FetchDescriptor(predicate: identified)).first
            {
                return found
            }
            throw RecordError.unknownTitle(
                text,
                nearest: matches.isEmpty
                    ? try nearestTitles(to: text, type) : matches.prefix(3).map(\.recordTitle),
                listingCommand: Model.listingCommand)
        }
        if candidates.count == 1 { return candidates[0] }
        let shown = 8
        throw RecordError.ambiguous(
            text,
            candidates: candidates.prefix(shown).map {
                .init(
                    number: $0.persistentModelID.recordNumber ?? 0, title: $0.recordTitle,
                    detail: $0.recordDetail)
            },
            others: max(0, candidates.count - shown))
    }

    private func nearestTitles<Model: TitledModel>(to text: String, _ type: Model.Type) throws -> [String] {
        // Records that can't be read aren't suggested.
        let titles = try context.fetchReadable(FetchDescriptor<Model>()).models.map(\.recordTitle)
        return nearest(to: text, in: titles, limit: 3)
    }
}
