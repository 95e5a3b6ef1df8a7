import { atMostOne } from "../checks/across.ts";
import { isUrl } from "../checks/text.ts";
import type { Report } from "../problem.ts";
import { bool, choice, list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { isJsonWebKeys } from "./json-web-keys.ts";
import { msDuration } from "./ms-duration.ts";

const named = () => list(str({ minLength: 1 }));

const jwtHeader = obj({
  name: req(1, str({ minLength: 1 }), "Name of the header."),
  prefix: opt(2, str(), "Text before the token that is cut off, such as `Bearer ` with its space."),
});

const claimToHeader = obj({
  header: req(
    1,
    str({ minLength: 1, pattern: "^[-_A-Za-z0-9]+$" }),
    "Header that gets the claim; one that the request has already is replaced.",
  ),
  claim: req(2, str({ minLength: 1 }), "Claim to copy; dots lead into nested claims."),
});

interface KeysOf {
  readonly issuer?: string | undefined;
  readonly jwksUri?: string | undefined;
}

/** Without both there is neither a token to expect nor a key to check it with. */
function namesItsKeys(rule: KeysOf, report: Report): void {
  if (!rule.issuer && !rule.jwksUri) report("FW0421", "must have `issuer` or `jwksUri`");
}

/** Which tokens are accepted, where they are looked for, and what becomes of them. */
export const jwtRule = obj(
  {
    issuer: opt(1, str({ minLength: 1 }), "Who must have issued the token (its `iss` claim)."),
    audiences: opt(2, named(), "Audiences, one of which the token must be for; absent: any."),
    jwksUri: opt(
      3,
      str({ minLength: 1, maxLength: 2048, checks: [isUrl(["http", "https"])] }),
      "Where the issuer's keys are; absent: found by OpenID discovery of the issuer.",
      { alias: "jwks_uri" },
    ),
    jwks: opt(10, str({ checks: [isJsonWebKeys] }), "The issuer's keys themselves, as the JSON text of a key set."),
    fromHeaders: opt(
      6,
      list(jwtHeader),
      "Headers to look in; without any location the Authorization header and the parameter `access_token` are used.",
    ),
    fromParams: opt(7, named(), "Query parameters to look in."),
    fromCookies: opt(12, named(), "Cookies to look in."),
    outputPayloadToHeader: opt(8, str(), "Header that gets the payload of a good token, in base64."),
    forwardOriginalToken: opt(9, bool(), "Whether the token stays in the request; default: no."),
    outputClaimToHeaders: opt(11, list(claimToHeader), "Claims of a good token that are copied to headers."),
    timeout: opt(13, msDuration(), "How long fetching the keys may take; default: `5s`."),
    spaceDelimitedClaims: opt(
      14,
      list(str({ minLength: 1 }), { maxItems: 64 }),
      "Claims whose text is a list of words, besides `scope` and `permission`.",
    ),
    presence: opt(
      15,
      choice({ OPTIONAL: 0, REQUIRED: 1 }),
      "Whether requests without a token are refused (`REQUIRED`) or passed on (`OPTIONAL`, the default).",
    ),
  },
  { checks: [namesItsKeys, atMostOne("jwksUri", "jwks")] },
);

export interface JwtHeader extends Infer<typeof jwtHeader> {}
export interface ClaimToHeader extends Infer<typeof claimToHeader> {}
export interface JwtRule extends Infer<typeof jwtRule> {}
