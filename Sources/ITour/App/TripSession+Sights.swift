import Localization
import ModelData
import ProgramKit
import Shell

extension TripSession {
    /// Returns the sight that a reference names. If a destination is named or open, only its sights match.
    ///
    /// - Parameters:
    ///   - reference: The sight's number or title.
    ///   - destination: The destination. Default: the open one.
    /// - Throws: `RecordError`.
    func sight(_ reference: RecordReference, in destination: RecordReference?) throws -> Sight {
        let owner = try destination.map { try record($0, in: Destination.self) } ?? opened(Destination.self)
        guard let owner else { return try record(reference, in: Sight.self) }
        switch reference {
        case .number(let number): return try numbered(number, in: owner)
        case .digits(let number, let text):
            if let sight = owner.sights.first(where: { $0.number == number }) { return sight }
            if let sight = try named(text, in: owner) { return sight }
            throw RecordError.unknownNumber(number, listingCommand: Sight.listingCommand)
        case .title(let text):
            if let sight = try named(text, in: owner) { return sight }
            throw RecordError.unknownTitle(
                text, nearest: nearest(to: text, in: owner.sights.map(\.name)),
                listingCommand: Sight.listingCommand)
        }
    }

    /// Returns the sight with a number if it belongs to the destination. Sights of other destinations aren't
    /// accepted.
    private func numbered(_ number: Int64, in owner: Destination) throws -> Sight {
        guard let sight = try context.object(Sight.self, number: number), sight.destination === owner else {
            throw RecordError.unknownNumber(number, listingCommand: Sight.listingCommand)
        }
        return sight
    }

    private func named(_ text: String, in owner: Destination) throws -> Sight? {
        let folded = SearchFold.fold(text)
        let matches = owner.sights.filter { SearchFold.contains($0.name, folded: folded) }
        let candidates = TitleMatch.best(matches, for: text, title: \.name)
        if candidates.count <= 1 { return candidates.first }
        throw RecordError.ambiguous(
            text,
            candidates: candidates.prefix(8).map {
                .init(number: Int64($0.number), title: $0.name, detail: LocalizedText.nonEmpty($0.address))
            },
            others: max(0, candidates.count - 8))
    }
}
