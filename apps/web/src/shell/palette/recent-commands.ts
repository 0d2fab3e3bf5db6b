import { z } from 'zod';
import { log } from '../log.ts';
import { COMMAND_KINDS } from './palette.ts';

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
    log('Recent picks could not be read:', error);
    return [];
  }
}

/** Puts a pick first; a pick that was there before moves up. */
export function rememberRecent(owner: string, { key, kind, label }: Recent): void {
  const others = readRecent(owner).filter((each) => each.key !== key);
  try {
    localStorage.setItem(nameOf(owner), JSON.stringify([{ key, kind, label }, ...others].slice(0, MOST)));
  } catch (error) {
    log('Recent picks could not be saved:', error);
  }
}
