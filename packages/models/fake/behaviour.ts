import { TOOL_BEHAVIOURS, type ToolBehaviour } from './fake-tools.ts';

/** How the fake answers a call. Everything that isn't `error` or `noheaders` begins with status 200. */
export type Behaviour =
  | {
      kind:
        | 'ok'
        | 'truncate'
        | 'reset'
        | 'stall'
        | 'nofirst'
        | 'noheaders'
        | 'errmid'
        | 'refuse'
        | 'empty'
        | 'nousage'
        | 'endless'
        | 'garbage'
        | 'wrongdimension'
        | 'nan'
        | 'obey'
        | ToolBehaviour;
    }
  | { kind: 'error'; status: number; once: boolean }
  | { kind: 'slow'; pieceMs: number }
  | { kind: 'bench'; tokens: number; tokenMs: number };

const simple = [
  'ok',
  'truncate',
  'reset',
  'stall',
  'nofirst',
  'noheaders',
  'errmid',
  'refuse',
  'empty',
  'nousage',
  'endless',
  'garbage',
  'wrongdimension',
  'nan',
  'obey',
  ...TOOL_BEHAVIOURS,
] as const;

/**
 * Reads the name of a behaviour, null for anything else: `ok`, `err401`, `err429`, `err500`, `err500once`,
 * `truncate` (ends half way), `reset` (connection breaks half way), `stall` (silent half way), `nofirst` (headers
 * only), `noheaders`, `errmid` (error event half way), `refuse`, `empty`, `nousage`, `slow-<ms per piece>`,
 * `bench-<tokens>-<ms per token>` (or as many tokens as the question asks for), `endless` (text until the client
 * leaves), `garbage` (bytes that mean nothing),
 * `obey` (says and calls whatever any text that it reads tells it to),
 * `wrongdimension` and `nan` (vectors of another length, values that are none), and the behaviours of `fake-tools.ts`.
 */
export function parseBehaviour(name: string): Behaviour | null {
  const kind = simple.find((candidate) => candidate === name);
  if (kind) return { kind };
  const error = /^err([45]\d\d)(once)?$/.exec(name);
  if (error) return { kind: 'error', status: Number(error[1]), once: error[2] === 'once' };
  const slow = /^slow-(\d+)$/.exec(name);
  if (slow) return { kind: 'slow', pieceMs: Number(slow[1]) };
  const bench = /^bench-(\d+)-(\d+)$/.exec(name);
  return bench ? { kind: 'bench', tokens: Number(bench[1]), tokenMs: Number(bench[2]) } : null;
}
