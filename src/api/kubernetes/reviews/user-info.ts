import { list, map, obj, opt, str } from "../../schema/build.ts";
import type { Infer } from "../../schema/schema.ts";

/** Who somebody is to the API. */
export const userInfo = obj({
  username: opt(1, str(), "Name of the user, unique among all."),
  uid: opt(2, str(), "What tells this user from another who had the name before."),
  groups: opt(3, list(str()), "Groups that the user is in."),
  extra: opt(0, map(list(str())), "More about the user, for authorizers that know it."),
});

export interface UserInfo extends Infer<typeof userInfo> {}
