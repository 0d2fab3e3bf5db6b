import type { DocumentWarning } from '@hanasu/contract/knowledge';

/** With fewer letters than this beside its pictures, a document has hardly any text. */
const LITTLE_LETTERS = 50;

/** What is to be said of a document whose pictures and foreign objects cannot be read. */
export function warningsOf(
  text: string,
  { pictures, hasUnread }: { readonly pictures: number; readonly hasUnread: boolean },
): DocumentWarning[] {
  const isLittle = pictures > 0 && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < LITTLE_LETTERS;
  return [
    ...(isLittle ? (['little_text'] as const) : []),
    ...(hasUnread ? (['unread_objects'] as const) : []),
  ];
}
