import {
  accented,
  enclosed,
  fraction,
  type Linear,
  matrix,
  plain,
  root,
  scripted,
  sequence,
  stacked,
  withoutOwnBrackets,
} from './linear.ts';
import type { MathNode } from './math-tree.ts';

/** MathML (W3C MathML 3, presentation elements) on one line of text. */
export const mathmlText = (formula: MathNode): string => read(formula).text.replaceAll(/\s+/g, ' ').trim();

const EMPTY = plain('');
/** Function application, invisible times, comma and plus. */
const INVISIBLE = /[\u2061-\u2064]/g;
const token = ({ text }: MathNode): Linear =>
  plain(text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim());
const at = (node: MathNode, index: number): Linear => {
  const child = node.children[index];
  return child ? read(child) : EMPTY;
};
const row = (node: MathNode): Linear => {
  const own = node.children.length === 0 ? [token(node)] : node.children.map(read);
  const inside = withFencedMatrix(own);
  return sequence(inside);
};

/** Brackets around a matrix are its own. */
function withFencedMatrix(pieces: readonly Linear[]): readonly Linear[] {
  const [open, table, close, ...rest] = pieces;
  const isFenced = open && table && close && rest.length === 0 && /^[([{|]$/.test(open.text);
  return isFenced && table.text.startsWith('[') && table.text.endsWith(']')
    ? [open, { ...table, text: withoutOwnBrackets(table.text) }, close]
    : pieces;
}

function read(node: MathNode): Linear {
  return (READERS[node.name] ?? row)(node);
}

const READERS: Readonly<Record<string, (node: MathNode) => Linear>> = {
  mi: token,
  mn: token,
  mo: token,
  ms: token,
  mtext: ({ text }) => plain(text.replaceAll(/\s+/g, ' ')),
  mspace: () => plain(' '),
  mphantom: () => EMPTY,
  annotation: () => EMPTY,
  'annotation-xml': () => EMPTY,
  none: () => EMPTY,
  mprescripts: () => EMPTY,
  semantics: (node) => at(node, 0),
  maction: (node) => at(node, 0),
  mfrac: (node) =>
    /^0(?:\.0+)?(?:[a-z]+|%)?$/.test(node.attributes.linethickness ?? '')
      ? stacked(at(node, 0), at(node, 1))
      : fraction(at(node, 0), at(node, 1)),
  msup: (node) => scripted(at(node, 0), { sup: at(node, 1) }),
  msub: (node) => scripted(at(node, 0), { sub: at(node, 1) }),
  msubsup: (node) => scripted(at(node, 0), { sub: at(node, 1), sup: at(node, 2) }),
  mmultiscripts: (node) => scripted(at(node, 0), { sub: at(node, 1), sup: at(node, 2) }),
  munder: (node) => scripted(at(node, 0), { sub: at(node, 1) }),
  munderover: (node) => limits(at(node, 0), { sub: at(node, 1), sup: at(node, 2) }),
  mover: readOver,
  msqrt: (node) => root(row(node), EMPTY),
  mroot: (node) => root(at(node, 0), at(node, 1)),
  mfenced: (node) => {
    const separator = node.attributes.separators ?? ',';
    const inside = node.children.map((child) => read(child).text).join(separator.trim().charAt(0));
    return enclosed(withoutOwnBrackets(inside), [node.attributes.open ?? '(', node.attributes.close ?? ')']);
  },
  mtable: (node) => matrix(node.children.map(({ children }) => children.map(read))),
};

/** A sum's limits are no brackets away from what they belong to. */
const limits = (base: Linear, given: { readonly sub: Linear; readonly sup: Linear }): Linear =>
  sequence([base, scripted(EMPTY, given), plain(' ')]);

function readOver(node: MathNode): Linear {
  const mark = at(node, 1).text;
  if (/^[¯‾^~→˙¨ˇ]$|^[\u0300-\u036f]$/.test(mark)) return accented(at(node, 0), COMBINING.get(mark) ?? mark);
  return scripted(at(node, 0), { sup: plain(mark) });
}

const COMBINING = new Map([
  ['¯', '\u0305'],
  ['‾', '\u0305'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['→', '\u20d7'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
]);
