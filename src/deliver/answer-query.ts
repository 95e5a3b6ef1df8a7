import type { Connection } from "./connection.ts";
import { encodeControlPlane, encodeHead } from "./encode-response.ts";
import { Parcel } from "./parcel.ts";
import type { Query, QueryAnswer } from "./query.ts";
import type { XdsForm } from "./xds-types.ts";

/** A request of a type that is a question. */
export interface Question {
  readonly form: XdsForm;
  readonly type: string;
  readonly names: readonly string[];
  /** The answer that it acknowledges. istioctl sends something else when it asks; others leave it empty. */
  readonly nonce: string;
}

/** Answers a question on the stream it came from. */
export async function answerQuery(query: Query, connection: Connection, question: Question): Promise<void> {
  const { form, type, names, nonce } = question;
  if (connection.hasSent(nonce)) return;
  const send = ({ resources, controlPlane }: QueryAnswer) => {
    const head = encodeHead({ type, version: connection.versionName });
    const signature = controlPlane === undefined ? [] : [encodeControlPlane(form, controlPlane)];
    return connection.answer(type, [head, new Parcel(resources).bytes(form), ...signature]);
  };
  const end = (reason: string) => connection.disconnect(reason);
  await send(await query(names, connection, { send, end }));
}
