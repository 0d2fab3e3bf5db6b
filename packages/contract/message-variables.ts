/** `{{name}}`, or `{{name | "what stands there when nothing is known"}}`. Typographic and full-width marks are taken too. */
const VARIABLE = /\{\{\s*([^{}|｜"“”＂]{1,80}?)\s*(?:[|｜]\s*["“”＂]([^"“”＂{}]{0,200})["“”＂]\s*)?\}\}/gu;

/** What names are good for besides the account's own fields (`customer.<field>`) and the variables of the bot. */
export const MESSAGE_VARIABLES = [
  'customer.name',
  'customer.phone',
  'customer.email',
  'staff.name',
  'account.name',
  'channel.name',
] as const;

/** Older and shorter spellings. */
const ALIASES: Readonly<Record<string, string>> = {
  customer: 'customer.name',
  operator: 'staff.name',
  staff: 'staff.name',
  account: 'account.name',
  channel: 'channel.name',
};

/** The form in which names are compared: case and width make no difference. */
export function variableName(typed: string): string {
  const name = typed.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  return ALIASES[name] ?? name;
}

/** The names that stand in a text, each once, and whether something is said where their value is missing. */
export function variablesIn(
  text: string,
): readonly { readonly name: string; readonly hasFallback: boolean }[] {
  const found = new Map<string, boolean>();
  for (const [, typed = '', fallback] of text.matchAll(VARIABLE)) {
    const name = variableName(typed);
    found.set(name, (found.get(name) ?? true) && fallback !== undefined);
  }
  return [...found].map(([name, hasFallback]) => ({ name, hasFallback }));
}

/** A text in pieces: what is typed, and variables by their names. */
export function splitVariables(text: string): readonly (string | { readonly name: string })[] {
  const pieces: (string | { readonly name: string })[] = [];
  let end = 0;
  for (const { 0: whole, 1: typed = '', index } of text.matchAll(VARIABLE)) {
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push({ name: variableName(typed) });
    end = index + whole.length;
  }
  return end < text.length ? [...pieces, text.slice(end)] : pieces;
}

/** Values may stand in a text any number of times; what would make it longer than this is left out. Characters. */
const LONGEST = 60_000;

/**
 * Puts values (by `variableName`) in the place of variables. What has no value becomes what was typed for that case, or
 * nothing: such names are in `missing`.
 */
export function fillMessage(
  text: string,
  values: ReadonlyMap<string, string>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  let room = Math.max(0, LONGEST - text.length);
  const filled = text.replaceAll(VARIABLE, (_typed, given: string, fallback: string | undefined) => {
    const name = variableName(given);
    const value = values.get(name)?.trim() || fallback;
    if (value === undefined) missing.add(name);
    if (value === undefined || value.length > room) return '';
    room -= value.length;
    return value;
  });
  return { text: filled, missing: [...missing] };
}
