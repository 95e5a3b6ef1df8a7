/**
 * Node's own HTTP/1.1. It is not imported, because Node reads every name of a module that is, and one of this one loads a
 * whole client for the web: 13 MB that nothing here needs.
 */
export const { createServer, request, Agent, STATUS_CODES } = process.getBuiltinModule("node:http");
