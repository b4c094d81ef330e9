import Foundation
import Localization
import Shell
import Suite

/// Where a sight is moved to in its destination's list.
enum SightPosition: Sendable, Hashable {
    case number(Int)
    case up, down, first, last

    /// The index that a sight at `index` of `count` goes to.
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
        return ValueType(placeholder: "N|up|down|first|last", completion: words.completion) {
            string, context in
            if let number = Int(string.trimmingCharacters(in: .whitespaces)) { return .number(number) }
            return try words.parse(string, context)
        }
    }
}

/// `sight move`: moves a sight in its list, or to another destination.
struct SightMoveCommand: Command {
    static let position = Parameter.optional(
        "position", .position, help: text("Where to: a number from 1, or up, down, first or last."))
    static let to = Parameter.option(
        "to", .destination,
        help: text("Another destination, at the end of its list unless a position is given."))

    let declaration = CommandDeclaration(
        "sight move", group: .changes, summary: text("Moves a sight in its list, or to another destination."),
        parameters: [
            SightArguments.sight.declaration, position.declaration, SightArguments.inside.declaration,
            to.declaration,
        ],
        examples: ["sight move colosseum first", "sight move 7 3", "sight move trevi --to florence"],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sight = try session.sight(
            try invocation[SightArguments.sight], in: try invocation[SightArguments.inside])
        let position = try invocation[Self.position]
        let target = try invocation[Self.to].map { try session.record($0, in: Destination.self) }
        guard position != nil || target != nil else { throw TripError.nothingToChange(option: "--to") }
        guard let home = target ?? sight.destination else { throw session.nothingOpen }
        let isElsewhere = sight.destination !== home

        var order = home.sights.filter { $0 !== sight }
        let present = home.sights.firstIndex { $0 === sight } ?? order.count
        let index = try (position ?? .last).index(from: present, of: order.count + 1)
        guard isElsewhere || index != present else {
            return output(text("“%@” is there already. Nothing changed.", sight.name), home)
        }
        order.insert(sight, at: index)
        home.sights = order
        return output(
            isElsewhere
                ? text("Moved “%1$@” to “%2$@”.", sight.name, home.name)
                : text("Moved “%1$@” to position %2$lld.", sight.name, index + 1), home)
    }

    @MainActor
    private func output(_ message: LocalizedText, _ home: Destination) -> Output {
        Output([.message(message)], data: [.table(SightTable.table(home.sights))])
    }
}
