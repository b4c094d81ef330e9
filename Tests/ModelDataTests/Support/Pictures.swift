import Foundation
import ModelData

// A model that drops its large values, and one with an incompatible type for them.

enum PicturesV1 {
    @Model final class Picture {
        @Attribute(.externalStorage) var data: Data
        init(_ data: Data) { self.data = data }
    }
}

enum PicturesV2 {
    @Model final class Picture {
        var name = ""
        init() {}
    }
}

enum PicturesV3 {
    @Model final class Picture {
        var name: String
        init(name: String) { self.name = name }
    }
}
