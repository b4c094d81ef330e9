import Localization
import ProgramKit
import Shell

/// The search for the place of a new destination in the gazetteer.
@MainActor
struct PlaceSearch {
    /// The place for the destination; `nil` if none was found or chosen.
    private(set) var place: DestinationPlace?
    private var found: KnownPlace?
    private var unclear: [KnownPlace] = []

    /// Searches for a place. At a terminal, the user chooses among several places.
    ///
    /// - Parameters:
    ///   - name: The name of the destination.
    ///   - hasPlace: Whether the user gave a place. If so, nothing is searched.
    ///   - session: The session.
    /// - Throws: `InteractionCancelled`.
    init(of name: String, hasPlace: Bool, in session: TripSession) async throws {
        if hasPlace { return }
        switch Gazetteer.builtIn.match(name) {
        case .none: return
        case .one(let place): found = place
        case .several(let places):
            guard session.interaction.isInteractive else {
                unclear = places
                return
            }
            found = try await Self.choice(of: places, named: name, in: session)
        }
        place = found.map { DestinationPlace($0) }
    }

    /// The maximum number of places that a question or a warning lists.
    private static let mostChoices = 9

    private static func choice(
        of places: [KnownPlace], named name: String, in session: TripSession
    ) async throws -> KnownPlace? {
        let offered = Array(places.prefix(mostChoices))
        let language = session.localizer.language
        try session.interaction.show(
            Output(
                [.message(text("Several places have the name “%@”:", name))]
                    + zip(1..., KnownPlace.descriptions(of: offered, in: language)).map {
                        number, description in
                        .message(
                            LocalizedText(
                                "%1$@  %2$@", table: "", [.string(String(number)), .string(description)]))
                    }))
        let number = ValueType<Int>.integer(in: 1...offered.count)
        let parsing = session.fieldContext.parsing
        func chosen(_ answer: String) throws -> Int? {
            answer.allSatisfy(\.isWhitespace) ? nil : try number.parse(answer, parsing)
        }
        let answer = try await session.interaction.ask(
            text("Which one? Enter its number (blank for none)"), initial: "", completion: .none,
            check: { _ = try chosen($0) })
        return try chosen(answer).map { offered[$0 - 1] }
    }

    /// Returns the messages about the place, after the message about the new destination.
    func blocks(for destination: Destination, in language: Language) -> [Block] {
        if let found {
            let description = found.description(in: language)
            return [
                .message(
                    text("Place: %1$@; time zone: %2$@.", description, destination.timeZone ?? found.timeZone)
                )
            ]
        }
        guard let first = unclear.first else { return [] }
        let listed = KnownPlace.descriptions(of: Array(unclear.prefix(Self.mostChoices)), in: language)
        return [
            .warning(
                text(
                    "Several places have this name: %@.",
                    TextArgument.list(listed.map { .text(text("“%@”", $0)) }))),
            .message(
                text(
                    "Set the place with “edit %1$@ --at \"%2$@\"”.", String(destination.number),
                    first.description(in: language))),
        ]
    }
}
