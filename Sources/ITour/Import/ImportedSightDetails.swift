import Localization

/// The values of an imported sight that only some formats have: the plan, the visit, and facts about the place.
struct ImportedSightDetails: Hashable {
    /// The planned day and time.
    var schedule: Moment?
    /// The planned duration in minutes.
    var duration: Int?
    /// The day of the visit.
    var visitedOn: CivilDate?
    var hours = ""
    var link = ""
    var phone = ""
    /// The name in another language or script.
    var otherName = ""
    /// The user's rating, 1 to 5.
    var rating: Int?
    var cost: Money?

    /// The details with NUL characters (U+0000) removed from the texts.
    var withoutNUL: Self {
        var details = self
        details.hours = hours.withoutNUL
        details.link = link.withoutNUL
        details.phone = phone.withoutNUL
        details.otherName = otherName.withoutNUL
        return details
    }

    /// Sets the texts that a sight lacks.
    @MainActor
    func complete(_ sight: Sight) {
        if sight.hours.isEmpty, !hours.isEmpty { sight.hours = hours }
        if sight.link.isEmpty, !link.isEmpty { sight.link = link }
        if sight.phone.isEmpty, !phone.isEmpty { sight.phone = phone }
        if sight.otherName.isEmpty, !otherName.isEmpty { sight.otherName = otherName }
    }

    /// Sets the values of a new sight.
    @MainActor
    func apply(to sight: Sight) {
        if let schedule { sight.schedule = schedule }
        if let duration { sight.duration = duration }
        if let visitedOn { sight.visitedOn = visitedOn }
        if !hours.isEmpty { sight.hours = hours }
        if !link.isEmpty { sight.link = link }
        if !phone.isEmpty { sight.phone = phone }
        if !otherName.isEmpty { sight.otherName = otherName }
        if let rating { sight.rating = rating }
        if let cost { sight.cost = cost }
    }
}
