import Foundation
import Localization
import ProgramKit
import Shell

/// The new position of a sight in its destination's list.
enum SightPosition: Sendable, Hashable {
    case number(Int)
    case up, down, first, last

    /// Returns the new index of a sight, from 0.
    ///
    /// - Parameters:
    ///   - index: The present index, from 0.
    ///   - count: The number of sights.
    /// - Throws: ``TripError/positionOutOfRange(_:count:)``.
    func index(from index: Int, of count: Int) throws(TripError) -> Int {
        switch self {
        case .number(let number):
            guard (1...max(count, 1)).contains(number) else {
                throw .positionOutOfRange(number, count: count)
            }
            return number - 1
        case .up: return max(index - 1, 0)
        case .down: return min(index + 1, count - 1)
        case .first: return 0
        case .last: return count - 1
        }
    }
}

extension ValueType where Value == SightPosition {
    /// A position: a number from 1, or `up`, `down`, `first`, `last`.
    static var position: ValueType<SightPosition> {
        let words = ValueType.choice([
            Choice("up", .up, ITour.text("up")), Choice("down", .down, ITour.text("down")),
            Choice("first", .first, ITour.text("first")), Choice("last", .last, ITour.text("last")),
        ])
        return ValueType(placeholder: ITour.text("N|up|down|first|last"), completion: words.completion) {
            string, context in
            if let number = Int(string.trimmingCharacters(in: .whitespaces)) { return .number(number) }
            return try words.parse(string, context)
        }
    }
}

/// `sight move`: moves a sight in its list, or to another destination.
struct SightMoveCommand: Command {
    static let position = Parameter.optional(
        "position", .position, placeholder: text("POSITION"),
        help: text("The new position: a number from 1, or up, down, first or last."))
    static let to = Parameter.option(
        "to", .destination,
        help: text("Another destination to move the sight to. Default position: the end of its list."))

    let declaration = CommandDeclaration(
        "sight move", group: .changes,
        summary: text("Moves a sight within its list, or to another destination."),
        parameters: [
            SightArguments.sight.declaration, position.declaration, SightArguments.inside.declaration,
            to.declaration,
        ],
        examples: [
            text("sight move colosseum first"), .verbatim("sight move 7 3"),
            text("sight move trevi --to florence"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sight = try SightArguments.one.found(invocation, in: session)
        let position = try invocation[Self.position]
        let target = try invocation[Self.to].map { try session.record($0, in: Destination.self) }
        guard position != nil || target != nil else { throw TripError.nothingToChange(option: "--to") }
        guard let owner = target ?? sight.destination else { throw session.nothingOpenError }
        let isElsewhere = sight.destination !== owner

        var order = owner.sights.filter { $0 !== sight }
        let present = owner.sights.firstIndex { $0 === sight } ?? order.count
        let index = try (position ?? .last).index(from: present, of: order.count + 1)
        guard isElsewhere || index != present else {
            return output(text("“%@” is already there. Nothing changed.", sight.name), owner, session)
        }
        order.insert(sight, at: index)
        owner.sights = order
        return output(
            isElsewhere
                ? text("Moved “%1$@” to “%2$@”.", sight.name, owner.name)
                : text("Moved “%1$@” to position %2$lld.", sight.name, index + 1), owner, session)
    }

    @MainActor
    private func output(_ message: LocalizedText, _ owner: Destination, _ session: TripSession) -> Output {
        Output([.message(message)], data: [.table(Sight.table(owner.sights, session.fieldContext))])
    }
}
