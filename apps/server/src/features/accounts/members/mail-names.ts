/** Names that people chose, safe in a subject: one line, no characters that turn the reading direction around. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const LONGEST_UNPROVEN = 40;

/**
 * The same for a mail to an address that nobody has confirmed, so that registering with a stranger's address sends
 * them no link and no text of one's own: nothing in it becomes a link in a mail program.
 */
export const unlinkedName = (name: string): string =>
  [...plainName(name.replaceAll(/[:/\\@]|[.．。｡](?=\S)/gu, ' '))].slice(0, LONGEST_UNPROVEN).join('');
