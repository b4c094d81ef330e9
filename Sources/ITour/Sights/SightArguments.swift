import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The arguments and options that the commands for sights share.
enum SightArguments {
    static let sight = Parameter.required(
        "sight", .sight, help: text("The sight's number, or a part of its name."),
        question: text("Which sight"))
    static let sights = Parameter.rest(
        "sight", .sight, minimum: 1, help: text("The numbers of the sights, or parts of their names."),
        question: text("Which sight"))
    static let inside = Parameter.option(
        "in", .destination,
        help: text("The destination that the sight belongs to. Default: the open one."))

    static let at = Parameter.option(
        "at", ValueType<Coordinates>.place.orNone,
        help: text(
            "The place in degrees north and east, such as 41.8902,12.4922, or the link of a map; or “none”."))
    static let address = Parameter.option("address", .text, help: text("The address."))
    static let note = Parameter.option("note", .text, help: text("A note about the sight."))
    static let visited = Parameter.flag("visited", help: text("Mark the sight as already visited."))

    static let hours = Parameter.option(
        "hours", .text, help: text("The opening hours, such as “Mo-Su 09:00-17:00; Tu off”."))
    static let link = Parameter.option("link", .text, help: text("The address of a web page."))
    static let phone = Parameter.option("phone", .text, help: text("The telephone number."))
    static let otherName = Parameter.option(
        "other-name", .text, help: text("The name in another language, which follows the name."))
    static let cost = Parameter.option(
        "cost", ValueType<Money>.money.orNone, help: text("What it costs, such as 1200 JPY; or “none”."))
    static let rating = Parameter.option(
        "rating", ValueType.integer(in: 1...5).orNone, help: text("Your rating from 1 to 5; or “none”."))

    static var fields: [ParameterDeclaration] {
        [
            at.declaration, address.declaration, note.declaration, hours.declaration, link.declaration,
            phone.declaration, otherName.declaration, cost.declaration, rating.declaration,
        ]
    }
}

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

    /// Returns the sights that the references name, without duplicates, in the order of the references.
    ///
    /// - Parameters:
    ///   - references: The sights' numbers or titles.
    ///   - destination: The destination. Default: the open one.
    /// - Throws: `RecordError`.
    func sights(_ references: [RecordReference], in destination: RecordReference?) throws -> [Sight] {
        var found: [Sight] = []
        for reference in references {
            let sight = try sight(reference, in: destination)
            if !found.contains(where: { $0 === sight }) { found.append(sight) }
        }
        return found
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
        let matches = owner.sights.filter { SearchFold.fold($0.name).contains(folded) }
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
