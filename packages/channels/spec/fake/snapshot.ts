/** The state of a fake vendor, all of it in maps, as JSON. */
export function snapshotOf(state: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(state).map(([name, map]) => [name, [...map.entries()]])),
  );
}

/** Reads what {@link snapshotOf} wrote. */
export function restoreInto(state: object, json: string): void {
  const stored: Record<string, [string, never][]> = JSON.parse(json);
  for (const [name, map] of Object.entries(state)) {
    map.clear();
    for (const [id, value] of stored[name] ?? []) map.set(id, value);
  }
}
