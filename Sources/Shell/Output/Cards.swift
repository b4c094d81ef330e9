import Localization

/// Things of one kind side by side, each with a picture, a title and a few details: as many in a row as fit.
///
/// A card has no place in `--json` and `--csv`: an output with cards brings a table as its data.
public struct Cards: Sendable {
    /// One thing.
    public struct Card: Sendable {
        /// The picture above the title.
        public let picture: Picture?
        /// What it is.
        public let title: Cell
        /// What stands below the title, each with a label for people who listen.
        public let details: [Record.Field]

        /// Makes a card.
        public init(picture: Picture? = nil, title: Cell, details: [Record.Field] = []) {
            self.picture = picture
            self.title = title
            self.details = details
        }
    }

    /// The cards, in order.
    public let cards: [Card]
    /// What a card's title is called, as a label for people who listen.
    public let spokenTitle: LocalizedText
    /// What a picture is called, as a label for people who listen.
    public let pictureTitle: LocalizedText
    /// How many there are, in words: below the cards, or first for people who listen. A pipe gets the cards alone.
    public let count: LocalizedText?

    /// Makes a grid of cards.
    public init(
        _ cards: [Card], spokenTitle: LocalizedText, pictureTitle: LocalizedText, count: LocalizedText? = nil
    ) {
        self.cards = cards
        self.spokenTitle = spokenTitle
        self.pictureTitle = pictureTitle
        self.count = count
    }
}
