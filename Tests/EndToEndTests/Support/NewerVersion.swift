import ModelData

/// A model that a future version of mybooks might have.
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
