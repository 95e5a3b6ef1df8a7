import { definitionsOf, groupVersionKind, type ServedKind } from "./definitions.ts";
import { type Operation, operationsOf, type Parameter } from "./operations.ts";

const schemas = "#/components/schemas/";
const produced = ["application/json", "application/yaml"];

/** The OpenAPI v3 document of the kinds of one group and version. */
export function openApiV3(served: readonly ServedKind[], serverVersion: string): object {
  const paths = served.flatMap((each) =>
    operationsOf(each).map(({ path, parameters, operations }) => [
      path,
      {
        ...Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, operation(one, each)])),
        ...(parameters.length > 0 && { parameters: parameters.map(parameter) }),
      },
    ]),
  );
  return {
    openapi: "3.0.0",
    info: { title: "Fairway", version: serverVersion },
    paths: Object.fromEntries(paths),
    components: { schemas: definitionsOf(served, schemas) },
  };
}

function operation(one: Operation, served: ServedKind): object {
  const body = { schema: one.body === undefined ? { type: "object" } : { $ref: schemas + one.body } };
  return {
    ...(one.parameters.length > 0 && { parameters: one.parameters.map(parameter) }),
    ...(one.consumes.length > 0 && { requestBody: { content: each(one.consumes, body) } }),
    responses: { 200: { description: "OK", content: each(produced, { schema: { $ref: schemas + one.answer } }) } },
    "x-kubernetes-action": one.action,
    "x-kubernetes-group-version-kind": groupVersionKind(served),
  };
}

function parameter({ name, in: place, type, description }: Parameter): object {
  return { name, in: place, description, ...(place === "path" && { required: true }), schema: { type } };
}

function each(types: readonly string[], content: object): object {
  return Object.fromEntries(types.map((type) => [type, content]));
}
