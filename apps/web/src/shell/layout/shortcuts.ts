import type { LinkProps } from '@tanstack/react-router';

interface Shortcut {
  readonly group: 'everywhere' | 'jump' | 'inbox';
  /** Pressed one after the other. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: readonly [string, string?];
  /** Another key that does the same. */
  readonly also?: string;
  readonly to?: LinkProps['to'];
}

/** Every shortcut there is: pages take their keys from here, and the help lists it. Words in `shell.keyboard`. */
export const SHORTCUTS = {
  palette: { group: 'everywhere', keys: ['mod+K'] },
  help: { group: 'everywhere', keys: ['?'] },
  save: { group: 'everywhere', keys: ['mod+S'] },
  goHome: { group: 'jump', keys: ['g', 'h'], to: '/' },
  goBots: { group: 'jump', keys: ['g', 'b'], to: '/Bot' },
  goKnowledge: { group: 'jump', keys: ['g', 'k'], to: '/Knowledge' },
  goInbox: { group: 'jump', keys: ['g', 'i'], to: '/Message' },
  goChannels: { group: 'jump', keys: ['g', 'c'], to: '/Channel' },
  goTokens: { group: 'jump', keys: ['g', 't'], to: '/Token' },
  nextConversation: { group: 'inbox', keys: ['j'], also: 'ArrowDown' },
  previousConversation: { group: 'inbox', keys: ['k'], also: 'ArrowUp' },
  nextWaiting: { group: 'inbox', keys: ['w'] },
  reply: { group: 'inbox', keys: ['r'] },
  note: { group: 'inbox', keys: ['n'] },
  canned: { group: 'inbox', keys: ['/'] },
  takeOver: { group: 'inbox', keys: ['t'] },
  giveBack: { group: 'inbox', keys: ['b'] },
  assign: { group: 'inbox', keys: ['a'] },
  snooze: { group: 'inbox', keys: ['s'] },
  closeConversation: { group: 'inbox', keys: ['e'] },
  select: { group: 'inbox', keys: ['x'] },
  suggest: { group: 'inbox', keys: ['mod+I'] },
  leaveConversation: { group: 'inbox', keys: ['Escape'] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;
export const SHORTCUT_GROUPS = ['everywhere', 'jump', 'inbox'] as const;

const ALL: readonly (readonly [ShortcutName, Shortcut])[] = (Object.keys(SHORTCUTS) as ShortcutName[]).map(
  (name) => [name, SHORTCUTS[name]],
);

export const shortcutsOf = (group: Shortcut['group']) => ALL.filter(([, each]) => each.group === group);

/** What the shell itself listens to; forms and the inbox listen to theirs. */
const OF_SHELL = ALL.filter(([name, { group }]) => name === 'palette' || name === 'help' || group === 'jump');

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** A key as the table writes it, in small letters. Shift is part of the key: `?`. */
const pressOf = ({ key, ctrlKey, metaKey }: KeyPress): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key}`.toLowerCase();

export interface Heard {
  /** The first key of a sequence that is waiting for its second. */
  readonly pending: string | null;
  readonly name: ShortcutName | null;
}

/** What a key means after the one before it. `isTyping`: only keys with ⌘ or Ctrl are not text. */
export function hear(event: KeyPress, pending: string | null, isTyping: boolean): Heard {
  const press = pressOf(event);
  if (event.altKey || (isTyping && !press.startsWith('mod+'))) return { pending: null, name: null };
  const is = (key: string | undefined, given: string | null) => key?.toLowerCase() === given;
  const done =
    OF_SHELL.find(([, { keys }]) => pending !== null && is(keys[0], pending) && is(keys[1], press)) ??
    OF_SHELL.find(([, { keys }]) => keys.length === 1 && is(keys[0], press));
  if (done) return { pending: null, name: done[0] };
  const begins = OF_SHELL.some(([, { keys }]) => keys.length > 1 && is(keys[0], press));
  return { pending: begins ? press : null, name: null };
}

/** `['⌘', 'K']`, `['Ctrl', 'S']`, `['?']`. */
export function keyCaps(press: string, isMac: boolean): string[] {
  const names: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    Escape: 'Esc',
    ArrowDown: '↓',
    ArrowUp: '↑',
  };
  return press.split('+').map((key) => names[key] ?? key.toUpperCase());
}
