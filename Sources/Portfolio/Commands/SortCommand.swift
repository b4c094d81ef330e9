import Localization
import Shell
import Suite

/// `sort`: sets the order of lists for the rest of the session.
struct SortCommand: Command {
    static let key = Parameter.required(
        "key", .choice(IssueOrder.Key.choices), placeholder: text("KEY"),
        help: text("The date to sort by: created or modified."),
        question: text("Sort by created or modified"))
    static let direction = Parameter.optional(
        "direction", .choice(IssueOrder.Direction.choices), placeholder: text("DIRECTION"),
        help: text("The issues that come first: newest or oldest. Default: newest.")
    )
    static let defaultKey = Setting.choice(
        "sort", IssueOrder.Key.choices, defaultWord: "created", .created,
        help: text("The date that lists are sorted by: created or modified."))
    static let defaultDirection = Setting.choice(
        "order", IssueOrder.Direction.choices, defaultWord: "newest", .newest,
        help: text("The issues that come first in lists: newest or oldest."))

    let declaration = CommandDeclaration(
        "sort", group: .looking, summary: text("Sorts lists by a date until the program ends."),
        discussion: [text("“set sort” and “set order” change the default order.")],
        parameters: [key.declaration, direction.declaration],
        examples: [.verbatim("sort modified"), .verbatim("sort created oldest")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let order = IssueOrder(
            key: try invocation[Self.key], direction: try invocation[Self.direction] ?? .newest)
        session.chosenOrder = order
        return .message(
            order.key == .created
                ? order.direction == .newest
                    ? text("Lists are now sorted by creation date, newest first.")
                    : text("Lists are now sorted by creation date, oldest first.")
                : order.direction == .newest
                    ? text("Lists are now sorted by modification date, newest first.")
                    : text("Lists are now sorted by modification date, oldest first."))
    }
}
