extension Book {
    /// The rating; `nil` without one, also if another program stored a number that isn't a rating.
    var stars: StarRating? {
        get { rating.flatMap { StarRating($0) } }
        set { if rating != newValue?.stars { rating = newValue?.stars } }
    }
}
