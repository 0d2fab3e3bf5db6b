/** A JSON object that a model wrote as the input of a call; no text at all is the empty one. */
export function readJson(text: string): { readonly value: Record<string, unknown> | null } {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { value: isObject ? (value as Record<string, unknown>) : null };
  } catch {
    return { value: null };
  }
}
