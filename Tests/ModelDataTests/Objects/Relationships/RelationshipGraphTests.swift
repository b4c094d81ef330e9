import Testing

@testable import ModelData

@Suite("State machine of a relationship")
struct LinkTests {
    private static let states: [Link.State] = [.unloaded, .deferred, .released, .loaded, .edited]

    /// Returns a relationship in a state.
    private func link(_ state: Link.State) -> Link {
        var link = Link(isLoaded: state == .loaded || state == .edited)
        switch state {
        case .deferred, .edited: link.noteEdit()
        case .released: link.release()
        case .unloaded, .loaded: break
        }
        return link
    }

    /// Returns the state after a transition from each state, in the order of the states.
    private func results(_ transition: (inout Link) -> Void) -> [Link.State] {
        Self.states.map { state in
            var link = link(state)
            #expect(link.state == state)
            transition(&link)
            #expect(link.isLoaded == [.loaded, .edited].contains(link.state))
            return link.state
        }
    }

    @Test func `Each transition has the documented result from each state`() {
        let all = Self.states.count
        #expect(results { $0.refer(to: 7) } == Array(repeating: .unloaded, count: all))
        #expect(results { $0.refer(to: 0) } == Array(repeating: .loaded, count: all))
        #expect(results { $0.finishLoading() } == [.loaded, .edited, .loaded, .loaded, .edited])
        #expect(results { $0.noteEdit() } == [.deferred, .deferred, .released, .edited, .edited])
        #expect(results { $0.setTarget() } == Array(repeating: .edited, count: all))
        #expect(results { $0.replaceAll() } == Array(repeating: .edited, count: all))
        #expect(results { $0.unload() } == Array(repeating: .unloaded, count: all))
        #expect(results { $0.unload(keeping: LinkDetail()) } == Array(repeating: .deferred, count: all))
        #expect(results { $0.discardEdits() } == [.unloaded, .unloaded, .released, .loaded, .loaded])
        #expect(results { $0.matchStore() } == [.unloaded, .deferred, .released, .loaded, .loaded])
        #expect(results { $0.release() } == Array(repeating: .released, count: all))
        #expect(results { $0.restore() } == Array(repeating: .loaded, count: all))
    }

    @Test func `Setting an object forgets the foreign key, the position and earlier objects`() {
        var link = Link(isLoaded: false)
        link.refer(to: 7)
        link.order = 3
        link.detail = LinkDetail()
        #expect(link.record == 7)
        link.setTarget()
        #expect(link.record == 0)
        #expect(link.order == 0)
        #expect(link.detail == nil)
    }
}

@Suite("Both sides of a relationship, without a context")
struct RelationshipGraphTests {
    private func links(_ model: any PersistentModel) throws -> ObjectLinks {
        try #require(ObjectLinks.of(model, model._$state))
    }

    private func end(_ model: any PersistentModel, _ name: String) throws -> LinkEnd {
        let shape = ModelShape.of(type(of: model))
        return LinkEnd(model, try #require(shape.relationships.first { $0.name == name }))
    }

    private func state(_ end: LinkEnd) throws -> Link.State { try links(end.model)[end.index].state }

    /// Makes all relationships of an object unloaded, as after a fetch.
    private func unload(_ model: any PersistentModel) {
        model._$state.links = ObjectLinks.make(ModelShape.of(type(of: model)), isLoaded: false)
    }

    @Test func `Setting one side changes the other side, and leaves the former owner`() throws {
        let (first, second, folder) = (Cabinet("first"), Cabinet("second"), Folder("letters"))
        folder.cabinet = first
        #expect(first.folders == [folder])
        second.folders = [folder]
        #expect(folder.cabinet === second)
        #expect(first.folders.isEmpty)
        folder.cabinet = nil
        #expect(second.folders.isEmpty)
        #expect(try state(end(folder, "cabinet")) == .edited)
    }

    @Test func `A one-to-one relationship takes the object from its former owner`() throws {
        let (first, second) = (Cabinet("first"), Cabinet("second"))
        let (red, blue) = (Badge("red"), Badge("blue"))
        first.badge = red
        second.badge = blue
        first.badge = blue
        #expect(blue.cabinet === first)
        #expect(red.cabinet == nil)
        #expect(second.badge == nil)
        #expect(disagreements([first, second, red, blue]).isEmpty)
    }

    @Test func `Objects related many to many are in each other's lists`() throws {
        let (letters, bills) = (Folder("letters"), Folder("bills"))
        let (urgent, paid) = (Mark("urgent"), Mark("paid"))
        letters.marks = [urgent, paid]
        paid.folders.append(bills)
        urgent.folders.removeAll()
        #expect(letters.marks == [paid])
        #expect(bills.marks == [paid])
        #expect(paid.folders == [letters, bills])
    }

    @Test func `An unloaded list records additions and removals, which loading applies`() throws {
        let (cabinet, added, removed, kept) = (Cabinet("c"), Folder("new"), Folder("old"), Folder("kept"))
        unload(cabinet)
        let folders = try end(cabinet, "folders")
        added.cabinet = cabinet
        RelationshipGraph.remove(removed, from: folders)
        let links = try links(cabinet)
        #expect(links[folders.index].state == .deferred)
        #expect(links[folders.index].detail?.added.first === added)
        #expect(links[folders.index].detail?.removed.first === removed)
        #expect(!folders.refers(to: removed))
        #expect(folders.refers(to: kept))
        folders.finishLoading([removed, kept], links)
        #expect(cabinet.folders == [kept, added])
        #expect(links[folders.index].state == .edited)
    }

    @Test func `A row's foreign key unloads a relationship to another object`() throws {
        let (cabinet, folder) = (Cabinet("c"), Folder("f"))
        folder.cabinet = cabinet
        let owner = try end(folder, "cabinet")
        owner.refer(to: 5)
        #expect(try state(owner) == .unloaded)
        #expect(owner.target == nil)
        #expect(owner.key == .integer(5))
        cabinet._$state.record = 5
        #expect(owner.refers(to: cabinet))
        owner.refer(to: 0)
        #expect(try state(owner) == .loaded)
        #expect(owner.key == .null)
    }

    @Test func `An object that leaves its context remembers its target weakly`() throws {
        let cabinet = Cabinet("c")
        let folder = Folder("f")
        folder.cabinet = cabinet
        LinkEnds(folder).release(FormerRecords())
        #expect(try state(end(folder, "cabinet")) == .released)
        #expect(folder.cabinet === cabinet)
    }

    @Test func `An object that left its context doesn't keep its target in memory`() throws {
        var cabinet: Cabinet? = Cabinet("c")
        let folder = Folder("f")
        folder.cabinet = cabinet
        let records = FormerRecords()
        LinkEnds(folder).release(records)
        records.endNotes()
        weak let former = cabinet
        cabinet = nil
        #expect(former == nil)
        // It was never saved, so it is made again of its values.
        #expect(folder.cabinet?.name == "c")
    }
}
