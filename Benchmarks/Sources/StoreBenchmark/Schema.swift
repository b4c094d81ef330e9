/// The settings and tables of a ModelData store, for the subjects that use SQLite or GRDB directly.
enum Schema {
    static let settings = """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = OFF;
        """

    static let tables = """
        CREATE TABLE "Book" (
            _id INTEGER PRIMARY KEY AUTOINCREMENT,
            "isbn" TEXT NOT NULL,
            "title" TEXT NOT NULL,
            "author" TEXT NOT NULL,
            "status" TEXT NOT NULL,
            "pages" INTEGER NOT NULL,
            "rating" INTEGER,
            "price" REAL NOT NULL,
            "added" REAL NOT NULL,
            "finished" REAL
        ) STRICT;
        CREATE UNIQUE INDEX "_index_Book_unique_isbn" ON "Book" ("isbn");
        CREATE TABLE "Author" (
            _id INTEGER PRIMARY KEY AUTOINCREMENT,
            "name" TEXT NOT NULL
        ) STRICT;
        CREATE TABLE "Work" (
            _id INTEGER PRIMARY KEY AUTOINCREMENT,
            "title" TEXT NOT NULL,
            "pages" INTEGER NOT NULL,
            "author" INTEGER REFERENCES "Author" (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            "_author_order" INTEGER
        ) STRICT;
        CREATE INDEX "_index_Work_to_author__author_order" ON "Work" ("author", "_author_order");
        """
}
