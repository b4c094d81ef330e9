import Foundation
import ModelData

// Three versions of a model: with data in external files, without the data, and with a new property that has
// no default.

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
