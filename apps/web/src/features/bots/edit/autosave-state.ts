import { BotConfig, type BotPatch } from '@hanasu/contract/bots';
import { type BotValues, changesOf, pathsOf, without, withPatch } from './bot-values.ts';

/** `incomplete`: something doesn't fit and is kept here only, the rest is saved. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'incomplete';

export interface AutosaveState {
  readonly state: SaveState;
  readonly fault: unknown;
  /** Something was changed in another tab or by somebody else, and is shown here now. */
  readonly hasRemoteChange: boolean;
}

export const NOTHING_TO_SAVE: AutosaveState = { state: 'saved', fault: null, hasRemoteChange: false };

export type AutosaveAction =
  /** Something was typed; `isSaved`: it is now what the server has. */
  | { type: 'edited'; isSaved: boolean }
  /** What differs from the server can't be sent, or nothing does. */
  | { type: 'skipped'; isIncomplete: boolean }
  | { type: 'save-started' }
  /** `isBehind`: more was typed meanwhile. */
  | { type: 'save-succeeded'; isIncomplete: boolean; isBehind: boolean }
  | { type: 'save-failed'; error: unknown }
  | { type: 'remote-change-adopted' }
  | { type: 'remote-change-dismissed' }
  | { type: 'replaced' };

export function autosaveReducer(state: AutosaveState, action: AutosaveAction): AutosaveState {
  switch (action.type) {
    case 'edited':
      return state.state === 'saving' ? state : inState(state, action.isSaved ? 'saved' : 'waiting');
    case 'skipped':
      return inState(state, action.isIncomplete ? 'incomplete' : 'saved');
    case 'save-started':
      return inState(state, 'saving');
    case 'save-succeeded': {
      const done = action.isBehind ? 'waiting' : 'saved';
      return { ...state, fault: null, state: action.isIncomplete ? 'incomplete' : done };
    }
    case 'save-failed':
      return { ...state, fault: action.error, state: 'failed' };
    case 'remote-change-adopted':
      return { ...state, hasRemoteChange: true };
    case 'remote-change-dismissed':
      return { ...state, hasRemoteChange: false };
    case 'replaced':
      return NOTHING_TO_SAVE;
  }
}

/** The same object when nothing changes: the page is not drawn again with each key. */
const inState = (state: AutosaveState, next: SaveState): AutosaveState =>
  state.state === next ? state : { ...state, state: next };

/** What to send of the values, which the server does not have yet; what it would refuse is kept back. */
export function planSave(base: BotValues, values: BotValues): { patch: BotPatch; isIncomplete: boolean } {
  const all = changesOf(base, values);
  const patch = without(all, invalidPaths(values));
  return { patch, isIncomplete: pathsOf(all).length > pathsOf(patch).length };
}

/** The parts that the server would refuse. */
function invalidPaths(values: BotValues): Set<string> {
  const parsed = BotConfig.safeParse(values);
  const paths = (parsed.error?.issues ?? []).map(({ path }) =>
    path.slice(0, path[0] === 'settings' ? 2 : 1).join('.'),
  );
  return new Set(paths);
}

/** What the server is expected to have after a patch: of the parts that were sent, what it made of them is no news. */
export const expectedAfter = (base: BotValues, patch: BotPatch, server: BotValues): BotValues =>
  withPatch(base, only(server, patch));

/** The server's values of the parts that a patch has. */
function only(server: BotValues, patch: BotPatch): BotPatch {
  const wanted = new Set(pathsOf(patch));
  return without(server, new Set(pathsOf(server).filter((path) => !wanted.has(path))));
}

/** What others changed, but for parts that were edited here since; null when nobody changed anything. */
export function remoteChange(values: {
  readonly expected: BotValues;
  readonly server: BotValues;
  readonly local: BotValues;
}): BotPatch | null {
  const { expected, server, local } = values;
  const foreign = changesOf(expected, server);
  if (pathsOf(foreign).length === 0) return null;
  return without(foreign, new Set(pathsOf(changesOf(expected, local))));
}
