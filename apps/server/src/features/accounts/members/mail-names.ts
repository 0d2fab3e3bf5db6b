/** Names that people chose, safe in a subject: one line, no characters that turn the reading direction around. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
