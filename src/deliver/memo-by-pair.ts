/** The function, computed once for each pair of objects as long as both are in use. */
export function memoByPair<A extends object, B extends object, R>(compute: (a: A, b: B) => R): (a: A, b: B) => R {
  const known = new WeakMap<A, WeakMap<B, R>>();
  return (a, b) => {
    let ofA = known.get(a);
    if (!ofA) {
      ofA = new WeakMap();
      known.set(a, ofA);
    }
    let result = ofA.get(b);
    if (result === undefined) {
      result = compute(a, b);
      ofA.set(b, result);
    }
    return result;
  };
}
