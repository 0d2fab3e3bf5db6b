const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string): boolean => segment.startsWith('$');

/**
 * The path as one of the routes spells it, when only the case of its letters differs; null when it is spelled so already, or
 * no route is like it. Values of parameters stay as they are.
 */
export function similarPath(path: string, routes: readonly string[]): string | null {
  const given = segmentsOf(path);
  const isLike = (route: readonly string[]) =>
    route.length === given.length &&
    route.every((segment, at) => isParameter(segment) || segment.toLowerCase() === given[at]?.toLowerCase());
  const parametersOf = (route: readonly string[]) => route.filter(isParameter).length;
  // A fixed name comes before a parameter, as in the router.
  const [best] = routes
    .map(segmentsOf)
    .filter(isLike)
    .toSorted((one, other) => parametersOf(one) - parametersOf(other));
  if (!best) return null;
  const meant = best.map((segment, at) => (isParameter(segment) ? given[at] : segment));
  return meant.every((segment, at) => segment === given[at]) ? null : `/${meant.join('/')}`;
}
