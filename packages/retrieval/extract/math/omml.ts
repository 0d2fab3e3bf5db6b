import {
  accented,
  enclosed,
  fraction,
  type Linear,
  lines,
  matrix,
  nary,
  plain,
  root,
  scripted,
  sequence,
  stacked,
  withoutOwnBrackets,
} from './linear.ts';
import type { MathNode } from './math-tree.ts';

/** Office mathematics (ECMA-376 part 1, 22.1) on one line of text: `1/2`, `x²`, `√(a+b)`. */
export const ommlText = (formula: MathNode): string => read(formula).text.replaceAll(/\s+/g, ' ').trim();

const EMPTY = plain('');
const find = (node: MathNode, name: string): MathNode | undefined =>
  node.children.find((child) => child.name === name);
const part = (node: MathNode, name: string): Linear => {
  const found = find(node, name);
  return found ? read(found) : EMPTY;
};
/** `val` of a property, or null when it is not set. */
const property = (node: MathNode, name: string): string | null => {
  const properties = node.children.find((child) => child.name === `${node.name}Pr`);
  const found = properties && find(properties, name);
  return found ? (found.attributes.val ?? '') : null;
};
const isOn = (value: string | null): boolean => value !== null && !/^(?:0|false|off)$/.test(value);

function read(node: MathNode): Linear {
  return READERS[node.name]?.(node) ?? (node.name.endsWith('Pr') ? EMPTY : sequence(node.children.map(read)));
}

const READERS: Readonly<Record<string, (node: MathNode) => Linear>> = {
  t: ({ text }) => plain(text),
  tab: () => plain(' '),
  br: () => plain(' '),
  rPr: () => EMPTY,
  ctrlPr: () => EMPTY,
  // Deleted text of a formula.
  del: () => EMPTY,
  moveFrom: () => EMPTY,
  f: readFraction,
  sSup: (node) => scripted(part(node, 'e'), { sup: part(node, 'sup') }),
  sSub: (node) => scripted(part(node, 'e'), { sub: part(node, 'sub') }),
  sSubSup: (node) => scripted(part(node, 'e'), { sub: part(node, 'sub'), sup: part(node, 'sup') }),
  sPre: (node) =>
    sequence([scripted(EMPTY, { sub: part(node, 'sub'), sup: part(node, 'sup') }), part(node, 'e')]),
  rad: (node) => root(part(node, 'e'), isOn(property(node, 'degHide')) ? EMPTY : part(node, 'deg')),
  nary: (node) =>
    nary(property(node, 'chr') ?? '∫', { sub: part(node, 'sub'), sup: part(node, 'sup') }, part(node, 'e')),
  d: readDelimiters,
  m: (node) => matrix(rowsOf(node)),
  eqArr: (node) => lines(node.children.filter(({ name }) => name === 'e').map(read)),
  func: (node) => sequence([part(node, 'fName'), plain(' '), part(node, 'e')]),
  limLow: (node) => scripted(part(node, 'e'), { sub: part(node, 'lim') }),
  limUpp: (node) => scripted(part(node, 'e'), { sup: part(node, 'lim') }),
  acc: (node) => accented(part(node, 'e'), property(node, 'chr') ?? '\u0302'),
  bar: (node) => accented(part(node, 'e'), property(node, 'pos') === 'top' ? '\u0305' : '\u0332'),
  phant: (node) => (isOn(property(node, 'show') ?? '1') ? part(node, 'e') : EMPTY),
};

function readFraction(node: MathNode): Linear {
  const [over, under] = [part(node, 'num'), part(node, 'den')];
  return property(node, 'type') === 'noBar' ? stacked(over, under) : fraction(over, under);
}

function readDelimiters(node: MathNode): Linear {
  const separator = property(node, 'sepChr') ?? '|';
  const parts = node.children.filter(({ name }) => name === 'e').map((each) => read(each).text);
  const inside = parts.length === 1 ? withoutOwnBrackets(parts[0] ?? '') : parts.join(separator);
  return enclosed(inside, [property(node, 'begChr') ?? '(', property(node, 'endChr') ?? ')']);
}

const rowsOf = (node: MathNode): Linear[][] =>
  node.children
    .filter(({ name }) => name === 'mr')
    .map((row) => row.children.filter(({ name }) => name === 'e').map(read));
