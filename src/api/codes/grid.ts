import { warning } from "./entry.ts";

/** Problems of grids: FW09xx. */
export const gridCodes = {
  FW0901: warning("The grid has no key", "Set `gridUniqKey` to the node label whose values are the places."),
  FW0902: warning("The grid names a template that it does not have", "Add it to `templatePool`, or mend the name."),
} as const;
