import type { IconifyIcon } from '@iconify/react';
import { log } from './log.ts';

const KEY = 'icons';
/** Spec §9. */
const ITEMS_MAX = 50;
const LIFE_MS = 168 * 3_600_000;

interface Kept {
  readonly name: string;
  readonly icon: IconifyIcon;
  readonly at: number;
}

const isKept = (entry: unknown): entry is Kept =>
  typeof entry === 'object' && entry !== null && 'name' in entry && 'icon' in entry && 'at' in entry;

function read(now: number): Kept[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isKept).filter(({ at }) => now - at < LIFE_MS);
  } catch (error) {
    log.error('Kept icons could not be read:', error);
    return [];
  }
}

export const keptIcon = (name: string, now = Date.now()): IconifyIcon | undefined =>
  read(now).find((each) => each.name === name)?.icon;

/** The oldest make room. */
export function keepIcon(name: string, icon: IconifyIcon, now = Date.now()): void {
  const others = read(now).filter((each) => each.name !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, { name, icon, at: now }].slice(-ITEMS_MAX)));
  } catch (error) {
    log.error('An icon could not be kept:', error);
  }
}
