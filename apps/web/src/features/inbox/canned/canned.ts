import type { CannedReplyView } from '@hanasu/contract/inbox-work';

export const CANNED_VARIABLES = ['customer', 'operator', 'account', 'channel'] as const;
export type CannedValues = Readonly<Record<(typeof CANNED_VARIABLES)[number], string>>;

/** Small letters of one width without marks, so that `dia chi` finds “địa chỉ” and `ｅｉｇｙｏ` finds `eigyo`. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/đ/gi, 'd').normalize('NFC').toLowerCase();

/**
 * What was typed after `/` (or `／`, as Japanese keyboards write it) at the beginning of the text, of a word or of a
 * sentence; null: nobody asks for a reply.
 */
export function slashQuery(text: string, caret: number): { query: string; from: number } | null {
  const found = /(?:^|[\s。、！？!?）」])[/／]([\p{L}\p{M}\p{N}_-]{0,40})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const query = found[1] ?? '';
  return { query, from: caret - query.length - 1 };
}

/** Those that fit what is typed: shortcuts that begin with it first, then titles and texts that contain it. */
export function fittingReplies(replies: readonly CannedReplyView[], query: string): CannedReplyView[] {
  const wanted = plain(query);
  if (!wanted) return [...replies];
  const rank = ({ shortcut, title, text }: CannedReplyView): number => {
    const key = plain(shortcut);
    if (key === wanted) return 0;
    if (key.startsWith(wanted)) return 1;
    if (plain(title).includes(wanted)) return 2;
    return key.includes(wanted) || plain(text).includes(wanted) ? 3 : 4;
  };
  return replies
    .map((reply) => ({ reply, rank: rank(reply) }))
    .filter((each) => each.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map(({ reply }) => reply);
}

/** The text with its variables filled in. One that is not known here is left for the server, which knows the bot's. */
export const fillReply = (text: string, values: CannedValues): string =>
  text.replaceAll(/\{\{\s*([\p{L}\p{N}_]+)\s*\}\}/gu, (whole, name: string) => {
    const known = CANNED_VARIABLES.find((each) => each === name);
    return known ? values[known] : whole;
  });

/** Puts a reply where the slash and its letters stood. */
export const insertReply = (text: string, caret: number, from: number, reply: string) => ({
  text: text.slice(0, from) + reply + text.slice(caret),
  caret: from + reply.length,
});
