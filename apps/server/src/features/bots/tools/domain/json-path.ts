type Step = { readonly kind: 'member'; readonly name: string } | { readonly kind: 'each' };

const FOUND_MAX = 100;
const STEP = /^(?:\.?([^.[\]'"*\s]+)|\.?\*|\[\*\]|\[(\d{1,6})\]|\['([^']*)'\]|\["([^"]*)"\])/;

/** Steps of a path like `$.items[0].price`, `items[*].name` or `['total price']`; null when it is not one. */
export function parsePath(path: string): readonly Step[] | null {
  let rest = path.trim().replace(/^\$/, '');
  const steps: Step[] = [];
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (!found) return null;
    const name = found[1] ?? found[2] ?? found[3] ?? found[4];
    steps.push(name === undefined ? { kind: 'each' } : { kind: 'member', name });
    rest = rest.slice(found[0].length);
  }
  return steps;
}

/** What is there; undefined when nothing is. A path with `*` gives a list. */
export function readPath(value: unknown, path: string): unknown {
  const steps = parsePath(path);
  if (!steps) return undefined;
  let found: unknown[] = [value];
  for (const step of steps) found = found.flatMap((each) => stepInto(each, step)).slice(0, FOUND_MAX);
  return steps.some(({ kind }) => kind === 'each') ? found : found[0];
}

function stepInto(value: unknown, step: Step): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step.kind === 'each') return Object.values(value);
  return Object.hasOwn(value, step.name) ? [Reflect.get(value, step.name)] : [];
}
