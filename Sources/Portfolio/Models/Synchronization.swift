import Foundation
import ModelData
import Sync

extension Issue: Synchronizable {
    static var synchronization: Synchronization<Issue> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.due, \.dueMinute]])
    }
}

extension Tag: Synchronizable {
    static var synchronization: Synchronization<Tag> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.name, \.key]])
    }
}

extension Note: Synchronizable {
    static var synchronization: Synchronization<Note> { Synchronization(identifier: \.identifier) }
}
