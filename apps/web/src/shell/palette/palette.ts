import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../icon-names.ts';

export const COMMAND_KINDS = ['page', 'bot', 'knowledge', 'conversation', 'action'] as const;
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
      return wanted.every((word) => text.includes(word));
    })
    .sort((one, other) => Number(begins(other)) - Number(begins(one)));
}
