import Basics
import Foundation
import ModelData
import Sync

/// The value of one unit of a currency in another currency, as the user set it.
@Model
final class ExchangeRate {
    // Keep the code first among the unique properties: it is the key by which a second rate updates the first.
    /// The currency's code, such as `JPY`.
    @Attribute(.unique) var currency: String
    /// The rate's identifier, which is derived from the currency. It is the same in all stores.
    @Attribute(.unique) var identifier: UUID
    /// The value of one unit in ``base``.
    var value: Decimal
    /// The code of the currency in which the value is given.
    var base: String

    init(currency: String, value: Decimal, base: String) {
        self.currency = currency
        identifier = UUID(derivedFrom: currency.utf8)
        self.value = value
        self.base = base
    }
}
