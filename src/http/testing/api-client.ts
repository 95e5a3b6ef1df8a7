import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { createInterface } from "node:readline";
import { builtInKinds, KindCatalog } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { randomIds } from "../../base/ids.ts";
import { LogScopes } from "../../base/log.ts";
import type { KeyPair } from "../../pki/certificate.ts";
import { createAuthority, issueServerCertificate } from "../../pki/certificate-authority.ts";
import { createMemoryStore, type VersionedStore } from "../../store/index.ts";
import type { User } from "../access.ts";
import {
  ApiServer,
  type ApiServerOptions,
  Authenticator,
  defaultApiLimits,
  KnownTokens,
  Rbac,
  ServiceAccountTokens,
} from "../index.ts";
import type { WatchTimes } from "../watch.ts";

/** The authority of the server, which may also vouch for clients. */
export const authority = createAuthority(systemClock);
const certificate = issueServerCertificate(authority, ["127.0.0.1"], systemClock);
export const token = "a-token-for-tests";

/** What came back. */
export interface Answer {
  readonly code: number;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly body: any;
  /** The body as it came. */
  readonly bytes: Buffer;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** Without the administrator's token. */
  readonly anonymous?: boolean;
  /** The answer's body is wanted as it came. */
  readonly raw?: boolean;
  /** Another user's token. */
  readonly token?: string;
  /** A client certificate and its key. */
  readonly certificate?: KeyPair;
}

/** What differs from a server with an administrator and nobody else. */
export interface TestApiOptions extends Partial<ApiServerOptions> {
  /** Tokens of further users. */
  readonly tokens?: readonly (readonly [string, User])[];
}

/** A real API server on a store in memory, and a client that trusts it. */
export class TestApi {
  readonly store: VersionedStore;
  readonly #server: ApiServer;
  /** Where it listens. */
  port = 0;

  constructor({ tokens: others = [], ...options }: TestApiOptions = {}, times: Partial<WatchTimes> = {}) {
    const kinds = new KindCatalog(builtInKinds);
    this.store = createMemoryStore({ kinds: () => kinds });
    const tokens = new ServiceAccountTokens({
      store: this.store,
      clock: systemClock,
      ids: randomIds,
      key: certificate.privateKey,
      issuer: "https://issuer.test",
    });
    const log = new LogScopes(() => {}, systemClock).scope("http", "");
    this.#server = new ApiServer({
      store: this.store,
      history: this.store,
      kinds: () => kinds,
      security: {
        authenticator: new Authenticator(new KnownTokens(token, others), tokens, systemClock),
        rbac: new Rbac(this.store),
        tokens,
      },
      identity: { ...certificate, clientAuthorities: [authority.certificate] },
      limits: { ...defaultApiLimits, maxBodyBytes: 64 * 1024, maxDepth: 20 },
      times: {
        clock: systemClock,
        defaultTimeout: 60_000,
        bookmarkInterval: 60_000,
        stallTimeout: 30_000,
        ...times,
      },
      ids: randomIds,
      log,
      audit: log,
      version: "test",
      ready: () => true,
      answered: () => {},
      ...options,
    });
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** The certificate that signed the server's, in PEM. */
  get authority(): string {
    return authority.certificate;
  }

  async start(): Promise<void> {
    const address = await this.#server.listen({ host: "127.0.0.1", port: 0 }, "api");
    this.port = Number(address.split(":").at(-1));
  }

  async close(): Promise<void> {
    await this.#server.close(1000);
    await this.store.close();
  }

  /** Sends a request and reads the whole answer. */
  async ask(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.#send(method, path, options);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString("utf8");
    const json = bytes.length > 0 && /json/.test(response.headers["content-type"] ?? "");
    return {
      code: response.statusCode ?? 0,
      headers: response.headers,
      body: json && !response.headers["content-encoding"] ? JSON.parse(text) : text || undefined,
      bytes,
    };
  }

  /** Opens a watch in whatever form the headers ask for. */
  stream(path: string, headers: { readonly [name: string]: string }): Promise<IncomingMessage> {
    return this.#send("GET", path, { headers });
  }

  /** Opens a watch; `next` reads one line of it, `close` leaves it. */
  async watch(path: string): Promise<{ code: number; next: () => Promise<Answer["body"]>; close: () => void }> {
    const response = await this.#send("GET", path, {});
    const lines = createInterface({ input: response })[Symbol.asyncIterator]();
    return {
      code: response.statusCode ?? 0,
      next: async () => {
        const { value, done } = await lines.next();
        return done ? undefined : JSON.parse(value);
      },
      close: () => response.destroy(),
    };
  }

  #send(method: string, path: string, options: RequestOptions): Promise<IncomingMessage> {
    const { body, headers = {}, anonymous, certificate: client } = options;
    const plain = typeof body === "string" || body instanceof Uint8Array;
    const text = body === undefined ? "" : plain ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = httpsRequest({
        host: "127.0.0.1",
        port: this.port,
        ca: authority.certificate,
        ...(client && { cert: client.certificate, key: client.privateKey }),
        method,
        path,
        agent: false,
        headers: {
          ...(!anonymous && { authorization: `Bearer ${options.token ?? token}` }),
          ...(body !== undefined && {
            "content-type": "application/json",
            "content-length": String(Buffer.byteLength(text)),
          }),
          ...headers,
        },
      });
      request.on("response", resolve);
      request.on("error", reject);
      request.end(text);
    });
  }
}
