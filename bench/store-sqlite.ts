import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Resource } from "../src/api/resource.ts";

/** What a program would do with plain SQLite: one table, the object as JSON, one durable commit for each object. */
export class SqliteObjects {
  readonly #database: DatabaseSync;
  readonly #insert: ReturnType<DatabaseSync["prepare"]>;
  #revision = 0;

  constructor(path: string, journal: "WAL" | "DELETE") {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS objects (namespace TEXT, name TEXT, json TEXT, PRIMARY KEY (namespace, name)) WITHOUT ROWID`);
    this.#insert = this.#database.prepare("INSERT INTO objects VALUES (?, ?, ?)");
  }

  /** Fills in the metadata that an object gets when it is created, as any store of such objects must. */
  create(resource: Resource): void {
    this.#revision += 1;
    const metadata = {
      ...resource.metadata,
      uid: randomUUID(),
      resourceVersion: String(this.#revision),
      generation: 1,
      creationTimestamp: `${new Date().toISOString().slice(0, 19)}Z`,
    };
    this.#put({ ...resource, metadata });
  }

  /** Puts in many finished objects in one commit: to prepare a large database only. */
  load(resources: Iterable<Resource>): void {
    this.#database.exec("BEGIN");
    for (const resource of resources) this.#put(resource);
    this.#database.exec("COMMIT");
  }

  readAll(): Map<string, Resource> {
    const objects = new Map<string, Resource>();
    for (const row of this.#database.prepare("SELECT namespace, name, json FROM objects").iterate()) {
      objects.set(`${row.namespace}/${row.name}`, JSON.parse(String(row.json)) as Resource);
    }
    return objects;
  }

  #put(resource: Resource): void {
    this.#insert.run(resource.metadata.namespace ?? "", resource.metadata.name ?? "", JSON.stringify(resource));
  }

  close(): void {
    this.#database.close();
  }
}
