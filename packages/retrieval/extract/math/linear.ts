import { scriptText } from '../inline/scripts.ts';

/** A piece of a formula on one line. `isGroup`: it needs no brackets to be taken as one. */
export interface Linear {
  readonly text: string;
  /** Built of parts, so that digits beside it are not its own. */
  readonly isBuilt: boolean;
}

export const plain = (text: string): Linear => ({ text, isBuilt: false });
const built = (text: string): Linear => ({ text, isBuilt: true });

const SIGN = /[\p{L}\p{N}]/u;
const NUMBER = /\p{N}/u;

/** Pieces one after the other. A number beside a fraction or a root is kept apart: 1 1/2. */
export function sequence(pieces: readonly Linear[]): Linear {
  const filled = pieces.filter(({ text }) => text !== '');
  const [only, ...others] = filled;
  if (!only) return plain('');
  if (others.length === 0) return only;
  let { text } = only;
  let isBuilt = only.isBuilt;
  for (const next of others) {
    const touches = SIGN.test(text.slice(-1)) && SIGN.test(next.text.charAt(0));
    const isNumber = NUMBER.test(text.slice(-1)) || NUMBER.test(next.text.charAt(0));
    text += touches && isNumber && (isBuilt || next.isBuilt) ? ` ${next.text}` : next.text;
    isBuilt = next.isBuilt;
  }
  return { text, isBuilt: filled.some((piece) => piece.isBuilt) };
}

const ATOM =
  /^(?:[\p{N}.,]+|\p{L}|[\p{L}\p{M}]+|\p{L}?[₀-₉⁰¹²³⁴-⁹ⁿᵢⱼₖₙ]+|[\p{N}.,]+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)$/u;
const BRACKETED = /^(?:\([^()]*\)|\[[^[\]]*\]|\|[^|]*\|)$/;

/** In brackets unless it is taken as one without them. */
const grouped = ({ text }: Linear): string => (ATOM.test(text) || BRACKETED.test(text) ? text : `(${text})`);

export const fraction = (over: Linear, under: Linear): Linear => built(`${grouped(over)}/${grouped(under)}`);

/** `n` over `k` without a line between them. */
export const stacked = (over: Linear, under: Linear): Linear => built(`(${over.text} ¦ ${under.text})`);

export function scripted(
  base: Linear,
  { sub, sup }: { readonly sub?: Linear; readonly sup?: Linear },
): Linear {
  const lowered = sub ? scriptOf(sub, 'sub') : '';
  const raised = sup ? scriptOf(sup, 'super') : '';
  return built(`${base.text === '' ? '' : grouped(base)}${lowered}${raised}`);
}

function scriptOf({ text }: Linear, script: 'super' | 'sub'): string {
  const bare = text.replaceAll(/\s+/g, ' ').trim();
  if (bare === '' || /^[′″‴'*]+$/.test(bare)) return bare;
  const written = scriptText(bare, script);
  if (written !== bare) return written;
  const sign = script === 'super' ? '^' : '_';
  return [...bare].length === 1 ? `${sign}${bare}` : `${sign}(${bare})`;
}

const ROOTS = new Map([
  ['', '√'],
  ['2', '√'],
  ['3', '∛'],
  ['4', '∜'],
]);

export function root(under: Linear, degree: Linear): Linear {
  const sign = ROOTS.get(degree.text.trim()) ?? `${scriptOf(degree, 'super')}√`;
  return built(`${sign}${grouped(under)}`);
}

/** A sum, product or integral with its limits. */
export function nary(
  sign: string,
  limits: { readonly sub: Linear; readonly sup: Linear },
  of: Linear,
): Linear {
  const { text } = scripted(plain(''), limits);
  return built(`${sign}${text}${text === '' ? '' : ' '}${of.text}`);
}

export const enclosed = (text: string, [open, close]: readonly [string, string]): Linear =>
  built(`${open}${text}${close}`);

/** Rows of a matrix: `[a, b; c, d]`. */
export const matrix = (rows: readonly (readonly Linear[])[]): Linear =>
  built(`[${rows.map((row) => row.map(({ text }) => text.trim()).join(', ')).join('; ')}]`);

/** Equations under each other. */
export const lines = (rows: readonly Linear[]): Linear =>
  built(rows.map(({ text }) => text.trim()).join('; '));

/** A mark above or below, such as a bar or an arrow. */
export const accented = (base: Linear, mark: string): Linear => built(`${base.text}${mark}`);

/** A matrix that stands in brackets already has its own. */
export const withoutOwnBrackets = (text: string): string =>
  /^\[[^[\]]*\]$/.test(text) ? text.slice(1, -1) : text;
