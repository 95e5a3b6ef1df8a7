import { type Command, columns, type Flag, outputFlag, print } from "../cli/index.ts";

const dataDirFlag: Flag = {
  name: "data-dir",
  value: "DIR",
  default: "./.fairway",
  doc: "Data directory of a Fairway that is not running.",
};

/** `fairway store check|compact|repair`: care for a data directory while no Fairway uses it. */
export const storeCommands: readonly Command[] = [
  {
    name: "store check",
    summary: "Read a data directory's store whole and tell whether it is sound",
    flags: [dataDirFlag, outputFlag],
    examples: ["fairway store check --data-dir /var/lib/fairway"],
    async run(given, terminal) {
      const { store, recovered } = await open(given.text("data-dir") ?? "");
      try {
        const [newest] = await store.revisions({ limit: 1 });
        const data = { sound: true, revision: newest?.revision ?? "0", cutBytes: recovered?.cutBytes ?? 0 };
        print(given, terminal, data, () =>
          columns(["STORE", "REVISION", "CUT"], [["sound", data.revision, `${data.cutBytes} bytes`]]),
        );
      } finally {
        await store.close();
      }
      return 0;
    },
  },
  {
    name: "store compact",
    summary: "Forget all superseded revisions of a store and give their space back",
    flags: [dataDirFlag],
    examples: ["fairway store compact --data-dir /var/lib/fairway"],
    async run(given, terminal) {
      const { store } = await open(given.text("data-dir") ?? "");
      try {
        const [newest] = await store.revisions({ limit: 1 });
        if (newest) await store.compact(newest.revision);
        terminal.out(`compacted up to revision ${newest?.revision ?? "0"}\n`);
      } finally {
        await store.close();
      }
      return 0;
    },
  },
  {
    name: "store repair",
    summary: "Save everything readable of a damaged store into a new one",
    flags: [dataDirFlag, outputFlag],
    examples: ["fairway store repair --data-dir /var/lib/fairway"],
    async run(given, terminal) {
      const { repairStore } = await import("../store/index.ts");
      const report = await repairStore({ directory: given.text("data-dir") ?? "" });
      print(given, terminal, report, () => {
        if (report.backup === undefined) return `the store is sound: ${report.objects} objects\n`;
        const lost = report.lost.map((r) => [String(r.offset), String(r.length), r.afterRevision]);
        const head = `${report.objects} objects saved; the damaged file is kept as ${report.backup}\n`;
        return `${head}${columns(["LOST-AT", "BYTES", "AFTER-REVISION"], lost)}`;
      });
      return 0;
    },
  },
];

async function open(directory: string) {
  const [{ builtInCatalog }, { openEmbeddedStore }] = await Promise.all([
    import("../api/index.ts"),
    import("../store/index.ts"),
  ]);
  const kinds = builtInCatalog();
  return openEmbeddedStore({ directory, kinds: () => kinds });
}
