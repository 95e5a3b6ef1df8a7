/** Values of a metric's labels, in the order in which the metric declared them. */
type LabelValues = readonly string[];

interface Series {
  readonly labels: LabelValues;
  value: number;
}

/** What a metric shows: its text is one block of the Prometheus exposition format. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labelNames: readonly string[];
  lines(): Iterable<string>;
}

class ValueMetric implements Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly labelNames: readonly string[];
  protected readonly series = new Map<string, Series>();

  constructor(type: "counter" | "gauge", name: string, help: string, labelNames: readonly string[]) {
    this.type = type;
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    if (labelNames.length === 0) this.at([]);
  }

  /** The current value; 0 for labels never seen. */
  get(...labels: LabelValues): number {
    return this.series.get(labels.join("\0"))?.value ?? 0;
  }

  protected at(labels: LabelValues): Series {
    const key = labels.join("\0");
    let found = this.series.get(key);
    if (!found) {
      found = { labels, value: 0 };
      this.series.set(key, found);
    }
    return found;
  }

  *lines(): Generator<string> {
    for (const { labels, value } of this.series.values()) yield sample(this.name, this.labelNames, labels, value);
  }
}

/** Only grows. */
export class Counter extends ValueMetric {
  constructor(name: string, help: string, labelNames: readonly string[]) {
    super("counter", name, help, labelNames);
  }

  add(amount: number, ...labels: LabelValues): void {
    this.at(labels).value += amount;
  }

  inc(...labels: LabelValues): void {
    this.at(labels).value += 1;
  }
}

/** Goes up and down. */
export class Gauge extends ValueMetric {
  readonly #read: (() => number) | undefined;

  constructor(name: string, help: string, labelNames: readonly string[], read?: () => number) {
    super("gauge", name, help, labelNames);
    this.#read = read;
  }

  set(value: number, ...labels: LabelValues): void {
    this.at(labels).value = value;
  }

  /** Forgets a series: what it was about is gone. */
  remove(...labels: LabelValues): void {
    this.series.delete(labels.join("\0"));
  }

  /** Makes these, each a value before its labels, all series that there are. */
  replace(samples: Iterable<readonly [number, ...string[]]>): void {
    this.series.clear();
    for (const [value, ...labels] of samples) this.set(value, ...labels);
  }

  override *lines(): Generator<string> {
    if (this.#read) this.set(this.#read());
    yield* super.lines();
  }
}

/** Counts observations by size. */
export class Histogram implements Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { labels: LabelValues; counts: number[]; sum: number; count: number }>();

  constructor(name: string, help: string, bounds: readonly number[], labelNames: readonly string[]) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#bounds = bounds;
  }

  observe(value: number, ...labels: LabelValues): void {
    const key = labels.join("\0");
    let series = this.#series.get(key);
    if (!series) {
      series = { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  *lines(): Generator<string> {
    const names = [...this.labelNames, "le"];
    for (const { labels, counts, sum, count } of this.#series.values()) {
      let below = 0;
      for (const [i, bound] of this.#bounds.entries()) {
        below += counts[i] ?? 0;
        yield sample(`${this.name}_bucket`, names, [...labels, String(bound)], below);
      }
      yield sample(`${this.name}_bucket`, names, [...labels, "+Inf"], count);
      yield sample(`${this.name}_sum`, this.labelNames, labels, sum);
      yield sample(`${this.name}_count`, this.labelNames, labels, count);
    }
  }
}

/** All metrics of the process. Asking twice for a name is a bug and throws. */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();
  readonly #updates: (() => void)[] = [];

  /** Has metrics brought up to date whenever they are collected: for what would cost too much to follow. */
  onCollect(update: () => void): void {
    this.#updates.push(update);
  }

  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    return this.#add(new Counter(name, help, labels));
  }

  /** With `read`, the value is asked for when metrics are collected. */
  gauge(name: string, help: string, labels: readonly string[] = [], read?: () => number): Gauge {
    return this.#add(new Gauge(name, help, labels, read));
  }

  /** `bounds` are the upper ends of the buckets, rising. */
  histogram(name: string, help: string, bounds: readonly number[], labels: readonly string[] = []): Histogram {
    return this.#add(new Histogram(name, help, bounds, labels));
  }

  /** Name, type and help of each, sorted by name. */
  list(): readonly Pick<Metric, "name" | "help" | "type" | "labelNames">[] {
    return [...this.#metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The Prometheus text exposition format, version 0.0.4. */
  text(): string {
    const lines: string[] = [];
    for (const update of this.#updates) update();
    for (const metric of this.#metrics.values()) {
      lines.push(`# HELP ${metric.name} ${metric.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`);
      lines.push(`# TYPE ${metric.name} ${metric.type}`);
      lines.push(...metric.lines());
    }
    return `${lines.join("\n")}\n`;
  }

  #add<M extends Metric>(metric: M): M {
    if (this.#metrics.has(metric.name)) throw new Error(`metric ${metric.name} is registered twice`);
    this.#metrics.set(metric.name, metric);
    return metric;
  }
}

function sample(name: string, labelNames: readonly string[], labels: LabelValues, value: number): string {
  const pairs = labelNames.map((label, i) => `${label}="${escaped(labels[i] ?? "")}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
