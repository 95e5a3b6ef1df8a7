import type { OpenApiSchema } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import { definitionsOf, groupVersionKind, type ServedKind } from "./definitions.ts";
import { type Operation, operationsOf, type Parameter } from "./operations.ts";

const definitions = "#/definitions/";

/** The OpenAPI v2 document of all kinds. */
export function openApiV2(served: readonly ServedKind[], serverVersion: string): object {
  const paths = served.flatMap((each) =>
    operationsOf(each).map(({ path, parameters, operations }) => [
      path,
      {
        ...Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, operation(one, each)])),
        ...(parameters.length > 0 && { parameters: parameters.map(parameter) }),
      },
    ]),
  );
  const described = Object.entries(definitionsOf(served, definitions)).map(([name, form]) => [name, older(form)]);
  return {
    swagger: "2.0",
    info: { title: "Fairway", version: serverVersion },
    paths: Object.fromEntries(paths),
    definitions: Object.fromEntries(described),
  };
}

function operation(one: Operation, served: ServedKind): object {
  const schema = one.body === undefined ? { type: "object" } : { $ref: definitions + one.body };
  const body = { name: "body", in: "body", ...(one.action !== "delete" && { required: true }), schema };
  const parameters = [...(one.consumes.length > 0 ? [body] : []), ...one.parameters.map(parameter)];
  return {
    ...(one.consumes.length > 0 && { consumes: one.consumes }),
    produces: ["application/json", "application/yaml"],
    ...(parameters.length > 0 && { parameters }),
    responses: { 200: { description: "OK", schema: { $ref: definitions + one.answer } } },
    "x-kubernetes-action": one.action,
    "x-kubernetes-group-version-kind": groupVersionKind(served),
  };
}

function parameter({ name, in: place, type, description }: Parameter): object {
  return { name, in: place, description, type, ...(place === "path" && { required: true }) };
}

/** A description in the words of v2, which has no alternatives, no null and no reference with a sentence beside it. */
function older(form: OpenApiSchema): OpenApiSchema {
  const { nullable: _, anyOf: __, allOf, ...rest } = form;
  const reference = Array.isArray(allOf) && isObject(allOf[0]) ? allOf[0] : {};
  const either = form["x-kubernetes-int-or-string"] === true ? { type: "string", format: "int-or-string" } : {};
  const entries = Object.entries({ ...rest, ...either, ...reference }).map(([key, value]) => {
    if (key === "properties" && isObject(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, older(one as OpenApiSchema)]))];
    }
    const inner = (key === "items" || key === "additionalProperties") && isObject(value);
    return [key, inner ? older(value as OpenApiSchema) : value];
  });
  return Object.fromEntries(entries);
}
