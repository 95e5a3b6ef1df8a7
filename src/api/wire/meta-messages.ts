import { objectMeta } from "../meta/object-meta.ts";
import { bool, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";

/** What a list says of itself. */
export const listMeta = obj({
  selfLink: opt(1, str(), "Formerly the list's URL; no longer set."),
  resourceVersion: opt(2, str(), "The state that the list shows; a watch goes on from it."),
  continue: opt(3, str(), "What to ask with for the next page; empty at the end."),
  remainingItemCount: ptr(4, int64(), "How many objects the pages to come have."),
});

/** The answer to what did not succeed, or gives back no object. */
export const statusMessage = obj({
  metadata: req(1, listMeta, "Empty mostly."),
  status: opt(2, str(), "'Success' or 'Failure'."),
  message: opt(3, str(), "A sentence for people."),
  reason: opt(4, str(), "A word for programs, such as 'NotFound'."),
  details: ptr(
    5,
    obj({
      name: opt(1, str(), "Name of the object."),
      group: opt(2, str(), "Group of the object."),
      kind: opt(3, str(), "Kind or plural of the object."),
      uid: opt(6, str(), "Uid of the object."),
      causes: opt(
        4,
        list(
          obj({
            reason: opt(1, str(), "A word for programs."),
            message: opt(2, str(), "A sentence for people."),
            field: opt(3, str(), "Where in the object."),
          }),
        ),
        "The single faults.",
      ),
      retryAfterSeconds: opt(5, int32(), "Seconds after which to try again."),
    }),
    "What it is about.",
  ),
  code: opt(6, int32(), "The HTTP code."),
});

/** The body of a deletion. */
export const deleteOptionsMessage = obj({
  gracePeriodSeconds: ptr(1, int64(), "Seconds the object gets to end in order."),
  preconditions: ptr(
    2,
    obj({
      uid: ptr(1, str(), "The object must have this uid."),
      resourceVersion: ptr(2, str(), "The object must be in this state."),
    }),
    "What must hold.",
  ),
  orphanDependents: ptr(3, bool(), "Older form of propagationPolicy."),
  propagationPolicy: ptr(4, str(), "What becomes of objects that this one owns."),
  dryRun: opt(5, list(str()), "'All': nothing is changed."),
  ignoreStoreReadErrorWithClusterBreakingPotential: ptr(6, bool(), "Delete even what cannot be read."),
});

/** Any object's metadata alone. */
export const partialObjectMetadata = obj({ metadata: req(1, objectMeta, "Name, labels and the like.") });
