/** Tags that names of catalogued models end in, such as `GPT-4o mini (fast)`. */
export const MODEL_TAGS = ['fast', 'best', 'old'] as const;
export type ModelTag = (typeof MODEL_TAGS)[number];

/** The name of a catalogued model and its tag; null: it has none of the tags. */
export function splitModelTag(name: string): { readonly name: string; readonly tag: ModelTag | null } {
  const tag = MODEL_TAGS.find((each) => name.endsWith(` (${each})`)) ?? null;
  return tag === null ? { name, tag } : { name: name.slice(0, -` (${tag})`.length), tag };
}
