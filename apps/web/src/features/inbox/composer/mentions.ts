import type { UserId } from '@hanasu/contract/ids';

interface Named {
  uuid: UserId;
  name: string;
}

/** What was typed after `@`; null: nobody is being mentioned. */
export function mentionQuery(text: string, caret: number): { query: string; from: number } | null {
  const found = /(?:^|[\s、。])@([^\s@]{0,40})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const query = found[1] ?? '';
  return { query, from: caret - query.length - 1 };
}

/** Who of the staff is named in a note. */
export const mentionedIn = (text: string, staff: readonly Named[]): UserId[] =>
  staff.filter(({ name }) => text.includes(`@${name}`)).map(({ uuid }) => uuid);

export type NotePart = { kind: 'text' | 'mention'; text: string; from: number };

/** A note cut at the names it mentions, to show them as such. */
export function noteParts(text: string, names: readonly string[]): NotePart[] {
  const known = names.filter(Boolean).sort((one, other) => other.length - one.length);
  if (known.length === 0) return [{ kind: 'text', text, from: 0 }];
  const pattern = new RegExp(`@(?:${known.map(escaped).join('|')})`, 'gu');
  const parts: NotePart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > at) parts.push({ kind: 'text', text: text.slice(at, index), from: at });
    parts.push({ kind: 'mention', text: found, from: index });
    at = index + found.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at), from: at });
  return parts;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
