interface StatementNamesOptions {
  /** A text that was asked so often gets a name. */
  readonly after: number;
  /** Named texts, each of which takes some 40 kB in the server for each connection that has prepared it. */
  readonly most: number;
  /** Texts without a name that are counted; the one that was not asked for longest is forgotten first. */
  readonly counted: number;
}

const USUAL: StatementNamesOptions = { after: 3, most: 256, counted: 2_000 };

/**
 * Chooses which statements are prepared: those that are asked often. The name of one is the same on every connection;
 * the others have none and are parsed each time.
 */
export function createStatementNames({
  after,
  most,
  counted,
}: StatementNamesOptions = USUAL): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === most) return name;
    const count = (counts.get(text) ?? 0) + 1;
    counts.delete(text);
    if (count < after) {
      counts.set(text, count);
      const [oldest] = counts.keys();
      if (counts.size > counted && oldest !== undefined) counts.delete(oldest);
      return undefined;
    }
    const given = `hanasu_${names.size}`;
    names.set(text, given);
    return given;
  };
}
