const NAME_MAX = 64;

/** What the model calls a tool of an MCP server: letters, digits, `_` and `-`, at most 64. */
export const remoteName = (tool: string, remote: string): string =>
  `${tool}_${remote.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, NAME_MAX);

/** The same things, none with a name that came before: two names may become one when they are cut. */
export function withUniqueNames<T extends { readonly name: string }>(items: readonly T[]): T[] {
  const taken = new Set<string>();
  return items.map((item) => {
    let name = item.name;
    for (let number = 2; taken.has(name); number += 1) {
      const suffix = `_${number}`;
      name = item.name.slice(0, NAME_MAX - suffix.length) + suffix;
    }
    taken.add(name);
    return name === item.name ? item : { ...item, name };
  });
}
