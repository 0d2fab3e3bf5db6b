/** Names that people chose, safe in a subject: one line, no characters that turn the reading direction around. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const LONGEST_UNPROVEN = 40;

/**
 * The same for a mail to an unconfirmed address: it may be a stranger's, who must get neither a link nor a long text of
 * the person that registers. No mail program makes a link of what is left.
 */
export const unlinkedName = (name: string): string =>
  [...plainName(name.replaceAll(/[:/\\@]|[.．。｡](?=\S)/gu, ' '))].slice(0, LONGEST_UNPROVEN).join('');
