import Localization

extension ReadingStatistics {
    /// The facts of a year as sentences, for screen readers.
    func sentences(year: Int) -> [LocalizedText] {
        let name = TextArgument.string(String(year))
        var amounts = [TextArgument.text(text("%lld books", count))]
        if pages > 0 { amounts.append(.text(text("%lld pages", pages))) }
        if minutes > 0 {
            amounts.append(.string(ReadingPlace(unit: .minute, value: minutes).description))
        }
        var sentences = [
            hasEnded
                ? text("In %1$@, you finished %2$@.", name, TextArgument.list(amounts))
                : text("No reading ended in %@.", name)
        ]
        if abandoned > 0 {
            sentences.append(text("Abandoned: %1$lld of %2$lld.", abandoned, count + abandoned))
        }
        if let averageRating {
            sentences.append(text("The average rating is %1$@ of %2$@.", averageRating, "5"))
        }
        if let best, let rating = best.values.rating {
            sentences.append(
                text("The best rated is “%1$@”, %2$@ of %3$@.", best.title, rating.textArgument, "5"))
        }
        if let (shortest, longest) = extremes {
            sentences += [
                text("The longest is “%1$@” with %2$lld pages.", longest.title, longest.pages ?? 0),
                text("The shortest is “%1$@” with %2$lld pages.", shortest.title, shortest.pages ?? 0),
            ]
        }
        if let fastest {
            sentences.append(
                text("You read “%1$@” fastest, in %2$lld days.", fastest.title, fastest.days ?? 0))
        }
        return sentences
    }
}
