import { atMostOne } from "../checks/across.ts";
import { obj } from "../schema/build.ts";
import { checkServerTls } from "./check-server-tls.ts";
import { serverTlsFields } from "./server-tls-fields.ts";

/** How incoming connections are decrypted and their clients verified. */
export const serverTlsSettings = obj(serverTlsFields, {
  checks: [
    atMostOne("credentialNames", "tlsCertificates"),
    atMostOne("credentialName", "credentialNames"),
    checkServerTls,
  ],
});
