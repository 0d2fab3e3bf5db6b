import { describe, expect, test } from 'vitest';
import { hear, keyCaps, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

const key = (name: string, modifiers: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});
/** What is heard while these keys are pressed one after the other. */
function press(...names: string[]): ShortcutName[] {
  let pending: string | null = null;
  return names.flatMap((each) => {
    const heard = hear(key(each), pending, false);
    pending = heard.pending;
    return heard.name ?? [];
  });
}

describe('shortcuts of the shell', () => {
  test('one key, or ⌘ and Ctrl alike', () => {
    expect(press('?')).toEqual(['help']);
    expect(hear(key('k', { ctrlKey: true }), null, false).name).toBe('palette');
    expect(hear(key('K', { metaKey: true }), null, false).name).toBe('palette');
    expect(hear(key('k', { ctrlKey: true, altKey: true }), null, false).name).toBeNull();
  });

  test('g and a letter jump; another key in between forgets the g', () => {
    expect(press('g', 'k')).toEqual(['goKnowledge']);
    expect(press('g', 'x', 'k')).toEqual([]);
    expect(press('g', 'g', 'b')).toEqual(['goBots']);
    expect(press('k', 'b')).toEqual([]);
  });

  test('while somebody types only ⌘ and Ctrl are heard, and a g typed before is forgotten', () => {
    expect(hear(key('?'), null, true)).toEqual({ pending: null, name: null });
    expect(hear(key('b'), 'g', true)).toEqual({ pending: null, name: null });
    expect(hear(key('k', { ctrlKey: true }), null, true).name).toBe('palette');
  });

  test('keys of pages are left to them', () => {
    expect(press('j', 'r', 'Escape')).toEqual([]);
    expect(hear(key('s', { ctrlKey: true }), null, false).name).toBeNull();
  });

  test('no two shortcuts that can meet have the same keys', () => {
    const presses = Object.values(SHORTCUTS).map(({ keys }) => keys.join(' ').toLowerCase());
    expect(new Set(presses).size).toBe(presses.length);
  });

  test('are written as on the keyboard', () => {
    expect(keyCaps('mod+K', true)).toEqual(['⌘', 'K']);
    expect(keyCaps('mod+K', false)).toEqual(['Ctrl', 'K']);
    expect(keyCaps('ArrowDown', false)).toEqual(['↓']);
  });
});
