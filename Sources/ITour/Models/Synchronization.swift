import Foundation
import ModelData
import Sync

extension Destination: Synchronizable {
    static var synchronization: Synchronization<Destination> {
        // A single field stores whether the start and the end have times. Therefore this field, the start and
        // the end change together.
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [[\.start, \.end, \.isAllDay], [\.latitude, \.longitude]])
    }
}

extension Sight: Synchronizable {
    static var synchronization: Synchronization<Sight> {
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [
                [\.latitude, \.longitude], [\.scheduledDay, \.scheduledMinute],
                [\.costAmount, \.costCurrency],
            ])
    }
}

extension Trip: Synchronizable {
    static var synchronization: Synchronization<Trip> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.start, \.end]])
    }
}

extension Leg: Synchronizable {
    static var synchronization: Synchronization<Leg> {
        // A new departure with an old arrival could be before it, so all times change together.
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [
                [
                    \.departureDay, \.departureMinute, \.departureZone, \.arrivalDay, \.arrivalMinute,
                    \.arrivalZone,
                ], [\.costAmount, \.costCurrency],
            ])
    }
}

extension Stay: Synchronizable {
    static var synchronization: Synchronization<Stay> {
        Synchronization(
            identifier: \.identifier,
            atomicGroups: [
                [\.checkInDay, \.checkInMinute, \.checkOutDay, \.checkOutMinute], [\.latitude, \.longitude],
                [\.costAmount, \.costCurrency],
            ])
    }
}

extension Expense: Synchronizable {
    static var synchronization: Synchronization<Expense> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.amount, \.currency]])
    }
}

extension BudgetLine: Synchronizable {
    static var synchronization: Synchronization<BudgetLine> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.amount, \.currency]])
    }
}

extension ChecklistItem: Synchronizable {
    static var synchronization: Synchronization<ChecklistItem> { Synchronization(identifier: \.identifier) }
}

extension ExchangeRate: Synchronizable {
    static var synchronization: Synchronization<ExchangeRate> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.value, \.base]])
    }
}

extension PointOfInterest: Synchronizable {
    static var synchronization: Synchronization<PointOfInterest> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.latitude, \.longitude]])
    }
}

extension Category: Synchronizable {
    static var synchronization: Synchronization<Category> { Synchronization(identifier: \.identifier) }
}
