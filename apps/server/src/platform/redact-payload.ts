/** Names under which a value is shown as it is, when it looks like a name of something. */
const PLAIN_KEY =
  /^(type|kind|mode|event|method|operation|state|provider|contentType|language|mood|from)$|^(id|ids)$|(Id|Ids|_id|_ids|_name)$/;
const NEVER_KEY =
  /token|secret|password|signature|credential|authori[sz]ation|cookie|api_?key|retry_?key|user_?name|file_?name|display_?name|(first|last|nick|full)_?name/i;
/** Numbers that say who or where somebody is. */
const PERSONAL_KEY = /phone|lat|lng|lon|birth|dob|zip|postal|age$|address|amount/i;
const PLAIN_VALUE = /^[\w.:@/+-]{1,255}$/;
const DEEPEST = 12;
const LONGEST_LIST = 50;

/**
 * A payload as it may be shown and kept: no tokens and secrets, and of what people wrote only the length. What isn't
 * known to be harmless is taken for somebody's words.
 */
export function redactPayload(value: unknown): unknown {
  return redact(value, '', 0);
}

function redact(value: unknown, key: string, depth: number): unknown {
  if (value === undefined) return undefined;
  if (value === null || typeof value === 'boolean') return value;
  if (NEVER_KEY.test(key)) return '(hidden)';
  if (typeof value === 'number') return PERSONAL_KEY.test(key) ? '(hidden)' : value;
  if (typeof value === 'string') return redactText(value, key);
  if (typeof value !== 'object' || depth >= DEEPEST) return '(left out)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, LONGEST_LIST).map((item) => redact(item, key, depth + 1));
    return value.length > LONGEST_LIST ? [...shown, `(${value.length - LONGEST_LIST} more)`] : shown;
  }
  return redactFields(value, depth);
}

const redactFields = (value: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([key, field]) => [redactKey(key), redact(field, key, depth + 1)]),
  );

/** Some vendors take what people typed for names of fields. */
const redactKey = (key: string): string => (/^[\w-]{1,64}$/.test(key) ? key : `(${key.length} characters)`);

function redactText(text: string, key: string): string {
  if (PLAIN_KEY.test(key) && PLAIN_VALUE.test(text)) return text;
  return `(${[...text].length} characters)`;
}
