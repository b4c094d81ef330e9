/// Maps record numbers to object states, with pages of neighbouring numbers in a hash table.
///
/// Each fetched row needs a lookup, and rows mostly come in the order of their numbers. So the last used
/// page is tried first: the lookup then takes two comparisons and no reference counting. A dictionary of checked
/// references costs 8 % of a fetch.
final class RecordMap {
    /// A page in memory: the number of its states, followed by the states' addresses; zero for no state.
    private typealias Page = UnsafeMutablePointer<Int>

    private static let shift: Int64 = 6
    private static let pageSize = 64

    /// The pages, by record number without the last bits.
    private var pages: [Int64: Page] = [:]
    /// The last used page. No page has the number -1.
    private var lastNumber: Int64 = -1
    private var lastPage: Page?
    private(set) var count = 0

    deinit {
        for page in pages.values { page.deallocate() }
    }

    /// The state of a record. The map doesn't retain it.
    @inline(__always)
    subscript(record: Int64) -> ModelState? {
        guard count > 0, let page = page(of: record) else { return nil }
        return Self.state(page[Self.place(of: record)])?.takeUnretainedValue()
    }

    func insert(_ state: ModelState, for record: Int64) {
        let page = page(of: record) ?? addPage(record >> Self.shift)
        let place = Self.place(of: record)
        if page[place] == 0 {
            page[0] += 1
            count += 1
        }
        page[place] = Int(bitPattern: Unmanaged.passUnretained(state).toOpaque())
    }

    /// Removes a record if it has this state.
    func remove(_ record: Int64, of state: ModelState) {
        guard count > 0, let page = page(of: record) else { return }
        let place = Self.place(of: record)
        guard page[place] == Int(bitPattern: Unmanaged.passUnretained(state).toOpaque()) else { return }
        page[place] = 0
        page[0] -= 1
        count -= 1
        if page[0] == 0 {
            pages[record >> Self.shift] = nil
            page.deallocate()
            lastNumber = -1
            lastPage = nil
        }
    }

    func removeAll() {
        for page in pages.values { page.deallocate() }
        pages = [:]
        lastNumber = -1
        lastPage = nil
        count = 0
    }

    /// Calls a closure for all states, in no particular order. The closure mustn't change the map.
    func forEach(_ body: (ModelState) -> Void) {
        for page in pages.values {
            for place in 1...Self.pageSize { Self.state(page[place])?._withUnsafeGuaranteedRef(body) }
        }
    }

    /// Returns states of neighbouring records: those after the record, or if there are none, those before
    /// it.
    func neighbours(of record: Int64, limit: Int, where isWanted: (ModelState) -> Bool) -> [ModelState] {
        var found: [ModelState] = []
        for step in [1, -1] as [Int64] where found.isEmpty {
            var next = record + step
            var missing = 0
            while found.count < limit, missing < 8, next > 0 {
                guard let page = pages[next >> Self.shift] else {
                    missing += 1
                    next += step * Int64(Self.pageSize)
                    continue
                }
                missing = 0
                let number = next >> Self.shift
                while next >> Self.shift == number, found.count < limit {
                    if let state = Self.state(page[Self.place(of: next)])?.takeUnretainedValue(),
                        isWanted(state)
                    {
                        found.append(state)
                    }
                    next += step
                }
            }
        }
        return found
    }

    @inline(__always)
    private static func place(of record: Int64) -> Int { Int(record & 63) + 1 }

    @inline(__always)
    private static func state(_ address: Int) -> Unmanaged<ModelState>? {
        UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
    }

    @inline(__always)
    private func page(of record: Int64) -> Page? {
        let number = record >> Self.shift
        return number == lastNumber ? lastPage : search(number)
    }

    @inline(never)
    private func search(_ number: Int64) -> Page? {
        guard let page = pages[number] else { return nil }
        lastNumber = number
        lastPage = page
        return page
    }

    @inline(never)
    private func addPage(_ number: Int64) -> Page {
        let page = Page.allocate(capacity: Self.pageSize + 1)
        page.initialize(repeating: 0, count: Self.pageSize + 1)
        pages[number] = page
        lastNumber = number
        lastPage = page
        return page
    }
}
