interface StatementNamesOptions {
  /** The execution from which a statement is prepared; other drivers call it `prepareThreshold`. */
  readonly threshold: number;
  /** Each prepared statement takes some 40 kB of the database server's memory per connection. */
  readonly maxPrepared: number;
  /** Statements below the threshold whose executions are counted; the least recently executed is dropped first. */
  readonly maxCounted: number;
}

const DEFAULTS: StatementNamesOptions = { threshold: 3, maxPrepared: 256, maxCounted: 2_000 };

/**
 * Chooses which statements are prepared, by how often they are executed. Returns the statement's name, the same on every
 * connection, or undefined when it is to be sent without one.
 */
export function createStatementNames({
  threshold,
  maxPrepared,
  maxCounted,
}: StatementNamesOptions = DEFAULTS): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === maxPrepared) return name;
    const count = (counts.get(text) ?? 0) + 1;
    counts.delete(text);
    if (count < threshold) {
      counts.set(text, count);
      const [oldest] = counts.keys();
      if (counts.size > maxCounted && oldest !== undefined) counts.delete(oldest);
      return undefined;
    }
    const newName = `hanasu_${names.size}`;
    names.set(text, newName);
    return newName;
  };
}
