import type { Resource, TokenReview, UserInfo } from "../../../api/index.ts";
import type { User } from "../../access.ts";
import type { Authenticator } from "../authenticator.ts";

/** The status of a TokenReview. */
export async function reviewToken(authenticator: Authenticator, review: Resource): Promise<object> {
  const { token = "", audiences = [] } = (review as TokenReview).spec;
  const found = await authenticator.identifyToken(token, audiences.length > 0 ? audiences : undefined);
  if (!found) return { authenticated: false, error: "the token is nobody's, has ended, or is for another audience" };
  return { authenticated: true, user: infoOf(found.user), audiences: found.audiences };
}

/** The status of a SelfSubjectReview. */
export function reviewSelf(user: User): object {
  return { userInfo: infoOf(user) };
}

function infoOf({ name, uid, groups, extra }: User): UserInfo {
  return { username: name, ...(uid !== undefined && { uid }), groups, ...(extra && { extra }) };
}
