import { foldName } from '@hanasu/contract/text';
import type { LinkProps } from '@tanstack/react-router';
import { z } from 'zod';
import type { IconName } from '../icons/icon-names.ts';
import { log } from '../log.ts';

export const COMMAND_KINDS = [
  'page',
  'place',
  'bot',
  'knowledge',
  'channel',
  'conversation',
  'customer',
  'action',
] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

/** One line of the palette: a place to go to or a thing to do. */
export interface Command {
  /** `kind:id`; also how a recent pick is remembered. */
  readonly key: string;
  readonly kind: CommandKind;
  readonly icon: IconName;
  readonly label: string;
  /** Where it leads. */
  readonly hint: string;
  /** Further words that find it. */
  readonly words?: string;
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
  readonly run?: () => void;
}

const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = 0x60;

/** Case, width, accents (also đ) and the two kana make no difference. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - TO_HIRAGANA))
    .replaceAll('đ', 'd')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

/** Commands in which every word of the query occurs; those that begin with it come first. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = folded(query).split(/\s+/).filter(Boolean);
  const begins = ({ label }: Command) => folded(label).startsWith(wanted[0] ?? '');
  return commands
    .filter(({ label, hint, words = '' }) => {
      const text = folded(`${label} ${hint} ${words}`);
      return wanted.every((word) => text.includes(word)) || foldName(label).includes(foldName(query));
    })
    .sort((one, other) => Number(begins(other)) - Number(begins(one)));
}

const MOST = 5;

/** Enough to show a pick again without asking the server. */
const Recent = z.object({ key: z.string(), kind: z.enum(COMMAND_KINDS), label: z.string() });
export type Recent = z.infer<typeof Recent>;

/** Kept per person and account: another account knows none of these. */
const nameOf = (owner: string) => `palette-recent:${owner}`;

export function readRecent(owner: string): Recent[] {
  try {
    return z
      .array(Recent)
      .parse(JSON.parse(localStorage.getItem(nameOf(owner)) ?? '[]'))
      .slice(0, MOST);
  } catch (error) {
    log.error('Recent picks could not be read:', error);
    return [];
  }
}

/** Puts a pick first; a pick that was there before moves up. */
export function rememberRecent(owner: string, { key, kind, label }: Recent): void {
  const others = readRecent(owner).filter((each) => each.key !== key);
  try {
    localStorage.setItem(nameOf(owner), JSON.stringify([{ key, kind, label }, ...others].slice(0, MOST)));
  } catch (error) {
    log.error('Recent picks could not be saved:', error);
  }
}
