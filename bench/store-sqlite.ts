import { DatabaseSync } from "node:sqlite";
import type { Resource } from "../src/api/resource.ts";

/** What a program would do with plain SQLite: one table, the object as JSON, one durable commit for each object. */
export class SqliteObjects {
  readonly #database: DatabaseSync;
  readonly #insert: ReturnType<DatabaseSync["prepare"]>;

  constructor(path: string, journal: "WAL" | "DELETE") {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS objects (namespace TEXT, name TEXT, json TEXT, PRIMARY KEY (namespace, name)) WITHOUT ROWID`);
    this.#insert = this.#database.prepare("INSERT INTO objects VALUES (?, ?, ?)");
  }

  create(resource: Resource): void {
    this.#insert.run(resource.metadata.namespace ?? "", resource.metadata.name ?? "", JSON.stringify(resource));
  }

  /** As `create`, for many in one commit: to prepare a large database only. */
  createMany(resources: Iterable<Resource>): void {
    this.#database.exec("BEGIN");
    for (const resource of resources) this.create(resource);
    this.#database.exec("COMMIT");
  }

  readAll(): Map<string, Resource> {
    const objects = new Map<string, Resource>();
    for (const row of this.#database.prepare("SELECT namespace, name, json FROM objects").iterate()) {
      objects.set(`${row.namespace}/${row.name}`, JSON.parse(String(row.json)) as Resource);
    }
    return objects;
  }

  close(): void {
    this.#database.close();
  }
}
