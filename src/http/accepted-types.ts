/** A media type that a client takes. */
export interface AcceptedType {
  /** Without parameters; empty where the header says nothing. */
  readonly type: string;
  /** Such as `as=Table`. */
  readonly parameters: readonly string[];
}

/** The media types of an Accept header, in its order; how much a client would like each is not looked at. */
export function acceptedTypes(accept: string): readonly AcceptedType[] {
  // Most name one or none, and to take a text apart is dear.
  if (!/[,;]/.test(accept)) return [{ type: accept.trim(), parameters: [] }];
  return accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim());
    return { type, parameters };
  });
}
