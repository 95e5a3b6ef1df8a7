import { get } from "node:http";
import { text } from "node:stream/consumers";

/** What a request for a host is answered with at a port of this machine; the status where that is not 200. */
export async function ask(port: number, host: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = get({ port, host: "127.0.0.1", agent: false, headers: { host } }, (response) => {
    const body = text(response);
    resolve(response.statusCode === 200 ? body : body.then(() => `${response.statusCode}`));
  });
  request.on("error", reject);
  return promise;
}
