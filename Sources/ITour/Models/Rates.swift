import Basics
import Foundation
import Localization
import ModelData
import Sync

/// Converts amounts between currencies by the rates that the user set.
struct Rates {
    /// The rate of each currency: its value in another one.
    private let rates: [String: (value: Decimal, base: String)]

    /// Creates rates from the stored ones. Rates of zero are ignored.
    init(_ stored: [ExchangeRate]) {
        var rates: [String: (value: Decimal, base: String)] = [:]
        for rate in stored where rate.value > 0 { rates[rate.currency] = (rate.value, rate.base) }
        self.rates = rates
    }

    /// Returns an amount in another currency; `nil` without a rate between the currencies.
    ///
    /// A rate works in both directions. Two currencies with rates in the same third one can be converted too.
    func convert(_ money: Money, to currency: String) -> Decimal? {
        if money.currency == currency { return money.amount }
        let own = rates[money.currency]
        if let own, own.base == currency { return money.amount * own.value }
        guard let other = rates[currency] else {
            // The own rate's base may have a rate in the wanted currency.
            guard let own, let next = rates[own.base], next.base == currency else { return nil }
            return money.amount * own.value * next.value
        }
        if other.base == money.currency { return money.amount / other.value }
        guard let own, own.base == other.base else { return nil }
        return money.amount * own.value / other.value
    }
}

/// The costs of a trip: its expenses, and the costs of transport, stays and sights.
@MainActor
struct TripCosts {
    /// One amount.
    struct Item {
        let category: ExpenseCategory
        /// The day on which it is paid; `nil` if it isn't known.
        let day: CivilDate?
        let money: Money
        /// Whether it is an expense. If not, it is the cost of transport, a stay or a sight.
        let isExpense: Bool
        let isUnpaid: Bool
    }

    let items: [Item]
    private let rates: Rates
    /// The currency of the totals.
    let currency: String
    /// The sums that have no rate, by currency.
    let unconverted: [Money]

    init(_ trip: Trip, rates: Rates, currency: String) {
        var items = trip.expenses.map {
            Item(
                category: $0.category, day: CivilDate(utc: $0.day), money: $0.cost, isExpense: true,
                isUnpaid: false)
        }
        items += trip.payables.compactMap { part in
            part.cost.map {
                Item(
                    category: part.category, day: part.costDay, money: $0, isExpense: false,
                    isUnpaid: part.isUnpaid)
            }
        }
        self.items = items
        self.rates = rates
        self.currency = currency
        let missing = items.map(\.money) + trip.budget.map(\.limit)
        var sums: [String: Decimal] = [:]
        for money in missing where rates.convert(money, to: currency) == nil {
            sums[money.currency, default: 0] += money.amount
        }
        unconverted = sums.sorted { $0.key < $1.key }.map { Money($0.value, $0.key) }
    }

    /// Returns the sum of the items that a condition accepts, in the currency of the totals. Amounts without a
    /// rate are left out.
    func sum(where isIncluded: (Item) -> Bool) -> Money {
        Money(
            items.filter(isIncluded).reduce(Decimal(0)) { $0 + (rates.convert($1.money, to: currency) ?? 0) },
            currency)
    }

    /// Returns the sums of the items that a condition accepts in the currencies in which they were paid, without those in
    /// the currency of the totals.
    func foreignSums(where isIncluded: (Item) -> Bool) -> [Money] {
        var sums: [String: Decimal] = [:]
        for item in items where item.money.currency != currency && isIncluded(item) {
            sums[item.money.currency, default: 0] += item.money.amount
        }
        return sums.sorted { $0.key < $1.key }.map { Money($0.value, $0.key) }
    }

    /// Returns an amount in the currency of the totals; `nil` without a rate.
    func converted(_ money: Money) -> Money? {
        rates.convert(money, to: currency).map { Money($0, currency) }
    }
}

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
