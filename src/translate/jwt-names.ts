/** The filter that checks tokens; others find the payload in its metadata. */
export const jwtFilter = "envoy.filters.http.jwt_authn";

/** Key of the payload in that metadata. */
export const payloadKey = "payload";
