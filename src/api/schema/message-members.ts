import type { Field, ObjectSchema } from "./schema.ts";

/** One member of a schema's protobuf message: a field, or a message whose fields JSON has inline in the object. */
export type MessageMember =
  | { readonly number: number; readonly name: string; readonly field: Field }
  | { readonly number: number; readonly inline: ObjectSchema };

const known = new WeakMap<ObjectSchema["fields"], readonly MessageMember[]>();
const knownByNumber = new WeakMap<ObjectSchema["fields"], ReadonlyMap<number, MessageMember>>();

/** The members of a schema's protobuf message in the order of their numbers; fields without a number are none. */
export function membersOf(schema: ObjectSchema): readonly MessageMember[] {
  let members = known.get(schema.fields);
  if (!members) {
    members = findMembers(schema);
    known.set(schema.fields, members);
  }
  return members;
}

/** The same by their numbers. */
export function membersByNumber(schema: ObjectSchema): ReadonlyMap<number, MessageMember> {
  let members = knownByNumber.get(schema.fields);
  if (!members) {
    members = new Map(membersOf(schema).map((member) => [member.number, member]));
    knownByNumber.set(schema.fields, members);
  }
  return members;
}

function findMembers(schema: ObjectSchema): MessageMember[] {
  const members: MessageMember[] = [];
  const inlined = new Map<number, { [name: string]: Field }>();
  for (const [name, field] of Object.entries(schema.fields)) {
    if (field.number === 0) continue;
    const { within, ...own } = field;
    if (within === undefined) members.push({ number: field.number, name, field });
    else inlined.set(within, { ...inlined.get(within), [name]: own });
  }
  for (const [number, fields] of inlined) {
    members.push({ number, inline: { type: "object", fields, open: false, checks: [] } });
  }
  return members.sort((a, b) => a.number - b.number);
}
