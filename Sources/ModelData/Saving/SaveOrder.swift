/// The order in which a save writes models, so that a record exists before others refer to it.
enum SaveOrder {
    /// Returns the groups, each after those that it refers to, except in cycles.
    static func sorted(_ groups: [SaveOperation.Group]) -> [SaveOperation.Group] {
        guard groups.count > 1, groups.contains(where: { !$0.table.layout.keys.isEmpty }) else {
            return groups
        }
        var result: [SaveOperation.Group] = []
        var visited = Set<Int>()
        func visit(_ position: Int) {
            guard visited.insert(position).inserted else { return }
            for key in groups[position].table.layout.keys {
                let target = key.relationship.target
                for other in groups.indices where groups[other].table.layout.shape.isKind(of: target) {
                    visit(other)
                }
            }
            result.append(groups[position])
        }
        for position in groups.indices { visit(position) }
        return result
    }
}
