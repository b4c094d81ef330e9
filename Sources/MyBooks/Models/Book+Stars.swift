extension Book {
    /// The rating in quarter stars.
    ///
    /// A device with an earlier version of the program changes only the whole stars. Then the quarters don't
    /// match them and no longer count.
    var stars: StarRating? {
        get {
            guard let rating, (0...5).contains(rating) else { return nil }
            if let ratingQuarters, ratingQuarters / 4 == rating {
                return StarRating(quarters: ratingQuarters)
            }
            return StarRating(quarters: rating * 4)
        }
        set {
            let quarters = newValue.flatMap { $0.quarters % 4 == 0 ? nil : $0.quarters }
            if rating != newValue?.whole { rating = newValue?.whole }
            if ratingQuarters != quarters { ratingQuarters = quarters }
        }
    }
}
