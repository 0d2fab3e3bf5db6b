import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { hear, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** Long enough for slow fingers, short enough that a forgotten `g` surprises nobody. */
const SEQUENCE_MS = 1200;
const TYPED_IN = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TYPED_IN) !== null;

/** Listens for the shell's shortcuts before any page does, so that `g k` is not also the inbox's `k`. */
export function useShellShortcuts(on: { onPalette: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const waiting = useRef<{ key: string; since: number } | null>(null);

  const run = (name: ShortcutName) => {
    if (name === 'palette') return on.onPalette();
    if (name === 'help') return on.onHelp();
    const shortcut = SHORTCUTS[name];
    if ('to' in shortcut) void navigate({ to: shortcut.to });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat || ['Shift', 'Control', 'Meta'].includes(event.key)) return;
    const { current } = waiting;
    const pending = current && Date.now() - current.since < SEQUENCE_MS ? current.key : null;
    const heard = hear(event, pending, isTypedIn(event.target));
    waiting.current = heard.pending ? { key: heard.pending, since: Date.now() } : null;
    if (!heard.name) return;
    event.preventDefault();
    event.stopPropagation();
    run(heard.name);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
