import { appendOldText, type OldFont } from '../fonts/old-vietnamese.ts';
import { markdownLink } from './link-address.ts';
import { isNoteMark, type Script, scriptText } from './scripts.ts';

/** One link of a document. Its address is written once, also when its text goes over several paragraphs. */
export interface Link {
  readonly address: string;
  isWritten: boolean;
}

export const newLink = (address: string | null): Link | null =>
  address === null ? null : { address, isWritten: false };

interface Format {
  readonly script?: Script | null;
  readonly link?: Link | null;
  /** A reference to a note, or from a note back to its reference. */
  readonly isReference?: boolean;
  /** A Vietnamese font from before Unicode that the text was typed for. */
  readonly oldFont?: OldFont | null;
}

interface Piece {
  text: string;
  readonly script: Script | null;
  readonly link: Link | null;
  readonly isReference: boolean;
}

/** Menus in one line, and cross references of encyclopedias: more links, whose addresses are longer than the text. */
const DENSE_LINKS = 5;
const DIGIT = /\p{N}/u;
const WORD_SIGN = /[\p{N}\p{Script=Latin}\p{Script=Greek}]/u;
const SOFT_HYPHENS = /\u00ad/g;

/** The text of one paragraph with what is raised, lowered or linked in it. */
export class InlineText {
  private pieces: Piece[] = [];
  private isApart = false;
  private lastSign = '';

  /** Whether there is anything but white space. */
  get isBlank(): boolean {
    return this.pieces.every(({ text }) => text.trim() === '');
  }

  add(text: string, { script = null, link = null, isReference = false, oldFont = null }: Format = {}): void {
    const shown = oldFont ? this.joinOldText(text, oldFont) : text.replaceAll(SOFT_HYPHENS, '');
    if (shown === '') return;
    if (this.isApart && WORD_SIGN.test(shown.charAt(0)))
      this.push({ text: ' ', script: null, link: null, isReference: false });
    this.isApart = false;
    this.push({ text: shown, script, link, isReference });
  }

  /** Mathematics: a number before or after it is another number. */
  addApart(text: string, format: Format = {}): void {
    if (text === '') return;
    if (WORD_SIGN.test(this.lastSign) && WORD_SIGN.test(text.charAt(0))) this.add(' ');
    this.add(text, format);
    this.isApart = WORD_SIGN.test(text.slice(-1));
  }

  /**
   * Markdown with the addresses of links beside their text. `isPage`: of the web, where lines of many links are menus or
   * cross references.
   */
  markdown(isPage = false): string {
    const groups = this.linkGroups();
    const dense = isPage ? denseGroups(groups) : new Set<LinkGroup>();
    return groups.map((group) => (dense.has(group) ? group.text : withAddress(group))).join('');
  }

  /** Text without markdown, as headings and code have it. */
  plain(): string {
    return this.linkGroups()
      .map(({ text }) => text)
      .join('');
  }

  /** Addresses of the links that have not been written yet, for below a heading. */
  takeAddresses(): string[] {
    const found = new Set<string>();
    for (const { text, links } of this.linkGroups()) {
      const [first] = links;
      if (!first || links.some(({ isWritten }) => isWritten) || text.trim() === '') continue;
      for (const link of links) link.isWritten = true;
      if (markdownLink(text, first.address) !== text) found.add(first.address);
    }
    return [...found];
  }

  /** A text of an old font in Unicode. Its first mark may belong to the last letter so far, which changes then. */
  private joinOldText(text: string, font: OldFont): string {
    const last = this.pieces.at(-1);
    const before = last?.text ?? '';
    const joined = appendOldText(before, text, font);
    if (!last || joined.startsWith(before)) return joined.slice(before.length);
    const changed = before.length - (/\p{L}\p{M}*$/u.exec(before)?.[0].length ?? 0) + 1;
    last.text = joined.slice(0, changed);
    return joined.slice(changed);
  }

  private push(piece: Piece): void {
    const last = this.pieces.at(-1);
    this.lastSign = piece.text.slice(-1);
    if (
      last &&
      last.script === piece.script &&
      last.link === piece.link &&
      last.isReference === piece.isReference
    )
      last.text += piece.text;
    else this.pieces.push(piece);
  }

  /** Neighbours that lead to the same place are one link: programs cut a link where its format changes. */
  private linkGroups(): LinkGroup[] {
    const groups: { text: string; links: Link[] }[] = [];
    for (const { text, link } of onTheLine(this.pieces)) {
      const last = groups.at(-1);
      if (last && last.links[0]?.address === link?.address) {
        last.text += text;
        if (link) last.links.push(link);
      } else groups.push({ text, links: link ? [link] : [] });
    }
    return groups;
  }
}

interface LinkGroup {
  readonly text: string;
  readonly links: readonly Link[];
}

/** Links of the lines that have too many of them. */
function denseGroups(groups: readonly LinkGroup[]): ReadonlySet<LinkGroup> {
  const dense = new Set<LinkGroup>();
  let line: LinkGroup[] = [];
  const closeLine = (): void => {
    if (areDense(line)) for (const group of line) dense.add(group);
    line = [];
  };
  for (const group of groups) {
    line.push(group);
    if (group.text.includes('\n')) closeLine();
  }
  closeLine();
  return dense;
}

function areDense(groups: readonly LinkGroup[]): boolean {
  const linked = groups.filter(({ links }) => links.length > 0);
  if (linked.length <= DENSE_LINKS) return false;
  const addresses = linked.reduce((sum, { links }) => sum + (links[0]?.address.length ?? 0), 0);
  return addresses > groups.reduce((sum, { text }) => sum + text.length, 0);
}

function withAddress({ text, links }: LinkGroup): string {
  const [first] = links;
  if (!first || text.trim() === '') return text;
  const isWritten = links.some((link) => link.isWritten);
  for (const link of links) link.isWritten = true;
  return isWritten ? text : markdownLink(text, first.address);
}

interface PlainPiece {
  text: string;
  readonly link: Link | null;
}

/** Brackets that programs write around a mark. */
const BRACKETS = new Set(['[]', '［］', '()', '（）', '【】']);

/** Pieces without raised and lowered text: marks of notes are left out, the rest is written on the line. */
function onTheLine(pieces: readonly Piece[]): PlainPiece[] {
  const line = new PlainLine();
  for (let at = 0; at < pieces.length; ) {
    const fraction = readFraction(pieces, at);
    const end = fraction ? at + 3 : runEnd(pieces, at);
    const run = pieces.slice(at, end);
    if (fraction) line.put(`${DIGIT.test(line.last) ? ' ' : ''}${fraction}`, null);
    else if (isReferenceRun(run)) line.leaveOut(pieces[end]?.text.charAt(0) ?? '');
    else if (run[0]?.script)
      line.put(scriptText(run.map(({ text }) => text).join(''), run[0].script), linkOf(run));
    else line.put(run[0]?.text ?? '', run[0]?.link ?? null);
    at = end;
  }
  return line.pieces;
}

class PlainLine {
  readonly pieces: PlainPiece[] = [];
  last = '';
  /** The next piece begins with a bracket of a mark that was left out. */
  private closes = false;

  put(text: string, link: Link | null): void {
    const shown = this.closes ? text.slice(1) : text;
    this.closes = false;
    if (shown === '') return;
    this.pieces.push({ text: shown, link });
    this.last = shown.slice(-1);
  }

  /** Nothing for a mark, but two numbers stay two. `next` is the character after it. */
  leaveOut(next: string): void {
    const piece = this.pieces.at(-1);
    if (piece && BRACKETS.has(this.last + next)) {
      piece.text = piece.text.slice(0, -1);
      this.last = piece.text.slice(-1);
      this.closes = true;
    } else if (DIGIT.test(this.last) && DIGIT.test(next)) this.put(' ', null);
  }
}

const linkOf = (run: readonly Piece[]): Link | null => run.find(({ link }) => link)?.link ?? null;

/** Pieces on the line are taken one by one, raised and lowered ones as a run: `[` `1` `]`. */
function runEnd(pieces: readonly Piece[], from: number): number {
  const first = pieces[from];
  let end = from + 1;
  if (!first || (first.script === null && !first.isReference)) return end;
  while (pieces[end]?.script === first.script && (first.script !== null || pieces[end]?.isReference)) end++;
  return end;
}

function isReferenceRun(run: readonly Piece[]): boolean {
  if (!run.some(({ isReference }) => isReference)) return false;
  return isNoteMark(run.map(({ text }) => text).join(''));
}

/** `1` raised, a slash, `2` lowered: a fraction. */
function readFraction(pieces: readonly Piece[], at: number): string | null {
  const [over, slash, under] = pieces.slice(at, at + 3);
  if (over?.script !== 'super' || under?.script !== 'sub' || slash?.script !== null) return null;
  if (!/^[/⁄∕]$/.test(slash.text) || !/^\d+$/.test(over.text) || !/^\d+$/.test(under.text)) return null;
  return `${over.text}/${under.text}`;
}
