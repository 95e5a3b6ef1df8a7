/** Label on all that is made of a grid: the grid's name. By it objects are found and adopted. */
export const gridSelectorLabel = "superedge.io/grid-selector";
/** Label on all that is made of a grid: its gridUniqKey, where that can be a label's value. */
export const gridKeyLabel = "superedge.io/grid-uniq-key";
/** Annotation that tells which fields of an object were taken from its grid, so that they go when the grid's go. */
export const gridFieldsAnnotation = "superedge.io/grid-fields";
