import Localization

/// A grid of cards, each with a picture, a title and a few details. A row has as many cards as fit.
///
/// Cards don't appear in `--json` and `--csv`. An output with cards has a table in ``Output/data``.
public struct Cards: Sendable {
    /// One card of the grid.
    public struct Card: Sendable {
        /// The picture above the title.
        public let picture: Picture?
        /// The title of the card.
        public let title: Cell
        /// The lines below the title. Screen readers also get their labels.
        public let details: [Record.Field]

        /// Creates a card.
        ///
        /// - Parameters:
        ///   - picture: The picture above the title.
        ///   - title: The title.
        ///   - details: The lines below the title.
        public init(picture: Picture? = nil, title: Cell, details: [Record.Field] = []) {
            self.picture = picture
            self.title = title
            self.details = details
        }
    }

    /// The cards, in order.
    public let cards: [Card]
    /// The label of a card's title for screen readers.
    public let spokenTitle: LocalizedText
    /// The label of a card's picture for screen readers.
    public let pictureTitle: LocalizedText
    /// The number of cards as a phrase. The phrase follows the cards; for screen readers, it precedes them.
    /// Output to pipes omits the phrase.
    public let count: LocalizedText?

    /// Creates a grid of cards.
    ///
    /// - Parameters:
    ///   - cards: The cards, in order.
    ///   - spokenTitle: The label of a card's title for screen readers.
    ///   - pictureTitle: The label of a card's picture for screen readers.
    ///   - count: The number of cards as a phrase, such as “12 badges”.
    public init(
        _ cards: [Card], spokenTitle: LocalizedText, pictureTitle: LocalizedText, count: LocalizedText? = nil
    ) {
        self.cards = cards
        self.spokenTitle = spokenTitle
        self.pictureTitle = pictureTitle
        self.count = count
    }
}
