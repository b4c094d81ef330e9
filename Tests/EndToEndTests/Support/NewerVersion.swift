import ModelData

/// The reading log of a future version.
enum NewerVersion {
    @Model
    final class Book {
        var title: String
        var author: String
        var translator: String?

        init(title: String, author: String) {
            self.title = title
            self.author = author
        }
    }
}
