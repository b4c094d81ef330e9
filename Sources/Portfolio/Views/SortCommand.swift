import Localization
import ProgramKit
import Shell

/// `sort`: sets the order of lists.
struct SortCommand: Command {
    static let key = Parameter.required(
        "key", .order, placeholder: text("KEY"), help: ListCommand.sortHelp,
        question: text("Sort by which field"))
    static let direction = Parameter.optional(
        "direction", .choice(IssueOrder.Direction.choices), placeholder: text("DIRECTION"),
        help: text("The issues that come first: newest or oldest. Default: newest.")
    )
    static let defaultOrder = Setting.value(
        "sort", .order, IssueOrder(), written: \.written, words: IssueOrder.choices,
        help: text("The fields that lists are sorted by, such as created or priority,due."))
    static let defaultDirection = Setting.choice(
        "order", IssueOrder.Direction.choices, defaultWord: "newest", .newest,
        help: text("The issues that come first in lists: newest or oldest."))

    let declaration = CommandDeclaration(
        "sort", group: .looking, summary: text("Sorts lists from now on, also after a restart."),
        discussion: [
            text("In scripts, the order lasts until the script ends. “list --sort” sorts one list.")
        ],
        parameters: [key.declaration, direction.declaration],
        examples: [
            .verbatim("sort modified"), .verbatim("sort created oldest"), .verbatim("sort priority,due"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let order = try invocation[Self.key].directed(try invocation[Self.direction] ?? .newest)
        session.chosenOrder = order
        let newest = IssueOrder.Direction.newest.rawValue
        try session.remember(Self.defaultDirection, as: newest, for: invocation)
        try session.remember(Self.defaultOrder, as: order.written, for: invocation)
        let message: LocalizedText =
            switch order.parts {
            case [.init(key: "created")]: text("Lists are now sorted by creation date, newest first.")
            case [.init(key: "created", isReversed: true)]:
                text("Lists are now sorted by creation date, oldest first.")
            case [.init(key: "modified")]: text("Lists are now sorted by modification date, newest first.")
            case [.init(key: "modified", isReversed: true)]:
                text("Lists are now sorted by modification date, oldest first.")
            default: text("Lists are now sorted by %@.", order.name)
            }
        return .message(message)
    }
}
