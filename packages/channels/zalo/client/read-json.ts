/**
 * JSON whose ids survive: an unquoted number too large for a double is read as its digits. Also takes out what
 * PostgreSQL can't store, a NUL and half of a surrogate pair. Throws for what is not JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, exactly);
}

function exactly(...[, value, context]: readonly unknown[]): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = sourceOf(context);
  return source !== null && /^-?\d+$/.test(source) ? source : value;
}

/** Third argument of a reviver, which the types don't know yet. */
function sourceOf(context: unknown): string | null {
  if (typeof context !== 'object' || context === null || !('source' in context)) return null;
  return typeof context.source === 'string' ? context.source : null;
}
