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
        help: text("The destination that it belongs to; the open one unless it is named."))

    static let at = Parameter.option(
        "at", ValueType<Place>.place.orNone,
        help: text("Where it is, in degrees north and east, such as 41.8902,12.4922; or “none”."))
    static let address = Parameter.option("address", .text, help: text("The address."))
    static let note = Parameter.option("note", .text, help: text("What to know about it."))
    static let visited = Parameter.flag("visited", help: text("It was visited already."))

    static var fields: [ParameterDeclaration] {
        [at.declaration, address.declaration, note.declaration]
    }
}

extension TripSession {
    /// The sight that a person means: one of the destination that is named or open, or else any.
    func sight(_ reference: RecordReference, in destination: RecordReference?) throws -> Sight {
        let home = try destination.map { try record($0, in: Destination.self) } ?? opened(Destination.self)
        guard let home else { return try record(reference, in: Sight.self) }
        switch reference {
        case .number(let number): return try numbered(number, in: home)
        case .digits(let number, let text):
            if let sight = try? numbered(number, in: home) { return sight }
            if let sight = try named(text, in: home) { return sight }
            throw RecordError.unknownNumber(number, listingCommand: Sight.listingCommand)
        case .title(let text):
            if let sight = try named(text, in: home) { return sight }
            throw RecordError.unknownTitle(
                text, nearest: nearest(to: text, in: home.sights.map(\.name)),
                listingCommand: Sight.listingCommand)
        }
    }

    /// The sights that a person means, each once, in the order they were named.
    func sights(_ references: [RecordReference], in destination: RecordReference?) throws -> [Sight] {
        var found: [Sight] = []
        for reference in references {
            let sight = try sight(reference, in: destination)
            if !found.contains(where: { $0 === sight }) { found.append(sight) }
        }
        return found
    }

    /// A sight by its number; where a destination is open, one of another is not meant.
    private func numbered(_ number: Int64, in home: Destination) throws -> Sight {
        guard let sight = try context.object(Sight.self, number: number), sight.destination === home else {
            throw RecordError.unknownNumber(number, listingCommand: Sight.listingCommand)
        }
        return sight
    }

    private func named(_ text: String, in home: Destination) throws -> Sight? {
        let folded = Localization.SearchFold.fold(text)
        let matches = home.sights.filter { Localization.SearchFold.fold($0.name).contains(folded) }
        if matches.count <= 1 { return matches.first }
        let exact = matches.filter { Localization.SearchFold.fold($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        let candidates = exact.isEmpty ? matches : exact
        throw RecordError.ambiguous(
            text,
            candidates: candidates.prefix(8).map {
                .init(number: Int64($0.number), title: $0.name, detail: LocalizedText.beside($0.address))
            },
            others: max(0, candidates.count - 8))
    }
}
