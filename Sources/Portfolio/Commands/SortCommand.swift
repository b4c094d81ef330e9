import Localization
import Shell
import Suite

/// `sort`: the order of lists from now on.
struct SortCommand: Command {
    static let key = Parameter.required(
        "key", .choice(IssueOrder.Key.choices), help: text("created or modified."),
        question: text("Sort by created or modified"))
    static let direction = Parameter.optional(
        "direction", .choice(IssueOrder.Direction.choices), help: text("newest or oldest, which comes first.")
    )
    static let usualKey = Setting.choice(
        "sort", IssueOrder.Key.choices, usually: "created", .created,
        help: text("What lists are sorted by: created or modified."))
    static let usualDirection = Setting.choice(
        "order", IssueOrder.Direction.choices, usually: "newest", .newest,
        help: text("What comes first in lists: newest or oldest."))

    let declaration = CommandDeclaration(
        "sort", group: .looking, summary: text("Sorts lists by a date, until the program ends."),
        discussion: [text("“set sort” and “set order” choose what holds from the start.")],
        parameters: [key.declaration, direction.declaration],
        examples: ["sort modified", "sort created oldest"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let order = IssueOrder(
            key: try invocation[Self.key], direction: try invocation[Self.direction] ?? .newest)
        session.chosenOrder = order
        return .message(
            order.key == .created
                ? order.direction == .newest
                    ? text("Lists are sorted by creation now, newest first.")
                    : text("Lists are sorted by creation now, oldest first.")
                : order.direction == .newest
                    ? text("Lists are sorted by modification now, newest first.")
                    : text("Lists are sorted by modification now, oldest first."))
    }
}
