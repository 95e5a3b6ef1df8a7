import { isIpOrCidr } from "../checks/address.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { findAttribute, isAttributeKey } from "./authorization-attribute.ts";
import { isMatchText, isPortText, isServiceAccountText } from "./match-text.ts";
import { isMatchPath } from "./path-template.ts";

const texts = (isItem: Check<string>) => list(str({ checks: [isItem] }));
const serviceAccounts = list(str({ maxLength: 320, checks: [isServiceAccountText] }), { maxItems: 16 });

/** At least one of an object's lists holds something. */
function isNotEmpty(lists: { readonly [field: string]: readonly string[] | undefined }, report: Report): void {
  if (Object.values(lists).every((items) => items === undefined || items.length === 0)) {
    report("FW0404", "must have at least one field with values");
  }
}

const identities = ["principals", "notPrincipals", "namespaces", "notNamespaces"] as const;

/** A service account says namespace and principal already. */
const accountsStandAlone: Check<object> = (source, report) => {
  const fields = source as { readonly [field: string]: unknown };
  if (fields.serviceAccounts === undefined && fields.notServiceAccounts === undefined) return;
  const set = identities.filter((name) => fields[name] !== undefined).map((name) => `\`${name}\``);
  if (set.length > 0) report("FW0111", `must not have service accounts together with ${set.join(", ")}`);
};

/** Who sends a request. All fields that are set must match; a list matches if one of its items does. */
export const authorizationSource = obj(
  {
    principals: opt(1, texts(isMatchText), "Peer identities, such as `cluster.local/ns/default/sa/web`; needs mTLS."),
    notPrincipals: opt(5, texts(isMatchText), "Peer identities that do not match."),
    requestPrincipals: opt(2, texts(isMatchText), "Identities from tokens, as `<issuer>/<subject>`."),
    notRequestPrincipals: opt(6, texts(isMatchText), "Identities from tokens that do not match."),
    namespaces: opt(3, texts(isMatchText), "Namespaces of the peers; needs mTLS."),
    notNamespaces: opt(7, texts(isMatchText), "Namespaces of peers that do not match."),
    serviceAccounts: opt(11, serviceAccounts, "Service accounts of the peers, as `<namespace>/<name>`; needs mTLS."),
    notServiceAccounts: opt(12, serviceAccounts, "Service accounts of peers that do not match."),
    ipBlocks: opt(4, texts(isIpOrCidr), "Addresses or ranges that the packets come from."),
    notIpBlocks: opt(8, texts(isIpOrCidr), "Addresses or ranges of packets that do not match."),
    remoteIpBlocks: opt(9, texts(isIpOrCidr), "Addresses or ranges of the first client, by X-Forwarded-For."),
    notRemoteIpBlocks: opt(10, texts(isIpOrCidr), "Addresses or ranges of the first client that do not match."),
    trustDomains: opt(13, texts(isMatchText), "Trust domains of the peers; needs mTLS."),
    notTrustDomains: opt(14, texts(isMatchText), "Trust domains of peers that do not match."),
  },
  { checks: [isNotEmpty, accountsStandAlone] },
);

/** What is asked for. All fields that are set must match; a list matches if one of its items does. */
export const authorizationOperation = obj(
  {
    hosts: opt(1, texts(isMatchText), "Hosts of HTTP requests; letter case does not matter."),
    notHosts: opt(5, texts(isMatchText), "Hosts that do not match."),
    ports: opt(2, texts(isPortText), "Ports of the connection."),
    notPorts: opt(6, texts(isPortText), "Ports that do not match."),
    methods: opt(3, texts(isMatchText), "HTTP methods; always `POST` for gRPC."),
    notMethods: opt(7, texts(isMatchText), "HTTP methods that do not match."),
    paths: opt(4, texts(isMatchPath), "Paths or path templates of HTTP requests; `/package.service/method` for gRPC."),
    notPaths: opt(8, texts(isMatchPath), "Paths or path templates that do not match."),
  },
  { checks: [isNotEmpty] },
);

interface ValuesOf {
  readonly key: string;
  readonly values?: readonly string[] | undefined;
  readonly notValues?: readonly string[] | undefined;
}

/** Values are there and of the form that the attribute has. */
function hasFittingValues({ key, values = [], notValues = [] }: ValuesOf, report: Report): void {
  if (values.length === 0 && notValues.length === 0) report("FW0407", "must have `values` or `notValues`");
  const isValue = findAttribute(key)?.isValue ?? isMatchText;
  for (const [field, items] of Object.entries({ values, notValues })) {
    items.forEach((item, i) => {
      isValue(item, within(report, field, i));
    });
  }
}

/** A further condition on an attribute of the request. */
export const authorizationCondition = obj(
  {
    key: req(1, str({ checks: [isAttributeKey] }), "The attribute, such as `request.headers[x-version]`."),
    values: opt(2, list(str()), "Values that match."),
    notValues: opt(3, list(str()), "Values that do not match."),
  },
  { checks: [hasFittingValues] },
);

const from = obj({
  source: opt(1, authorizationSource, "Who sends the request."),
});

const to = obj({
  operation: opt(1, authorizationOperation, "What is asked for."),
});

/** One way to match a request: some source, some operation and all conditions. An empty rule matches everything. */
export const authorizationRule = obj(
  {
    from: opt(1, list(from, { maxItems: 512 }), "Sources, one of which must match; absent: any."),
    to: opt(2, list(to), "Operations, one of which must match; absent: any."),
    when: opt(3, list(authorizationCondition), "Conditions, all of which must hold."),
  },
  {
    checks: [
      (rule, report) => {
        if (rule.from?.length === 0) report("FW0413", "should not be empty: any source matches", "from");
        if (rule.to?.length === 0) report("FW0413", "should not be empty: any operation matches", "to");
        rule.from?.forEach((entry, i) => {
          if (!entry.source) report("FW0404", "must have `source`", "from", i);
        });
        rule.to?.forEach((entry, i) => {
          if (!entry.operation) report("FW0404", "must have `operation`", "to", i);
        });
      },
    ],
  },
);

export interface AuthorizationSource extends Infer<typeof authorizationSource> {}
export interface AuthorizationOperation extends Infer<typeof authorizationOperation> {}
export interface AuthorizationCondition extends Infer<typeof authorizationCondition> {}
export interface AuthorizationRule extends Infer<typeof authorizationRule> {}
