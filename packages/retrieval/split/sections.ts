import { type Block, isAnswer, isQuestion, readBlocks } from './blocks.ts';
import type { Span, SplitInput } from './chunk.ts';

/** Blocks that may share a chunk: what stands under one heading, or one question with its answer. */
export interface Section {
  readonly headingPath: string[];
  /** Never empty; headings, if any, come first. */
  readonly blocks: readonly Block[];
}

interface OpenHeading {
  readonly level: number;
  readonly title: string;
}

/**
 * Sections of a text in order; every block is in exactly one. A heading with nothing under it stays with the
 * next one; only headings at the very end stand alone.
 */
export function readSections({ text, title, kind }: SplitInput): Section[] {
  if (kind === 'questions') return readPairs(text);
  const sections: Section[] = [];
  const path: OpenHeading[] = [];
  let blocks: Block[] = [];
  const flush = () => {
    if (blocks.length > 0) sections.push(...splitQuestions(text, titlesOf(path, title), blocks));
    blocks = [];
  };
  for (const block of readBlocks(text)) {
    if (block.kind === 'heading') {
      if (blocks.at(-1)?.kind !== 'heading') flush();
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      path.push({ level: block.level, title: block.title });
    }
    blocks.push(block);
  }
  flush();
  return sections;
}

/** Sections of a list of questions: one per line `## …`, with the answer under it. */
function readPairs(text: string): Section[] {
  const starts = [...text.matchAll(/^## /gm)].map(({ index }) => index);
  if (starts[0] !== 0) starts.unshift(0);
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? text.length;
    const line = lineSpan(text, start);
    const title = /^## (.*)/.exec(text.slice(line.start, line.end))?.[1]?.trim() ?? '';
    const heading: Block[] = title ? [{ kind: 'heading', ...line, level: 2, title }] : [];
    const from = title ? line.end : start;
    const answer = readBlocks(text.slice(from, end)).map((block) => asProse(block, from));
    const blocks = [...heading, ...answer];
    return blocks.length > 0 ? [{ headingPath: title ? [title] : [], blocks }] : [];
  });
}

/** What looks like a heading inside an answer belongs to the answer. */
function asProse(block: Block, offset: number): Block {
  const kind = block.kind === 'heading' ? 'paragraph' : block.kind;
  return { kind, start: block.start + offset, end: block.end + offset };
}

function lineSpan(text: string, start: number): Span {
  const found = text.indexOf('\n', start);
  return { start, end: found === -1 ? text.length : found };
}

function titlesOf(path: readonly OpenHeading[], documentTitle: string | null): string[] {
  const titles = path.map((heading) => heading.title).filter((title) => title !== '');
  return titles[0] === documentTitle ? titles.slice(1) : titles;
}

/** Gives every question with its answer a section of its own, so that no chunk holds half of a pair. */
function splitQuestions(text: string, headingPath: string[], blocks: readonly Block[]): Section[] {
  const pieces = blocks.flatMap((block) =>
    block.kind === 'paragraph' ? cutAtQuestions(text, block) : [block],
  );
  const sections: Block[][] = [[]];
  for (const [index, piece] of pieces.entries()) {
    const current = sections.at(-1);
    const startsPair = startsWith(text, piece, isQuestion) && hasAnswer(text, pieces, index);
    if (startsPair && current?.some((block) => block.kind !== 'heading')) sections.push([piece]);
    else current?.push(piece);
  }
  return sections.map((section) => ({ headingPath, blocks: section }));
}

function firstLine(text: string, block: Block, from = block.start): string {
  const found = text.indexOf('\n', from);
  return text.slice(from, found === -1 || found > block.end ? block.end : found);
}

function startsWith(text: string, block: Block, test: (line: string) => boolean): boolean {
  return block.kind !== 'heading' && block.kind !== 'fence' && test(firstLine(text, block));
}

/** Whether an answer comes before the next question, inside the block or after it. */
function hasAnswer(text: string, blocks: readonly Block[], index: number): boolean {
  const block = blocks[index];
  if (block && findLine(text, block, isAnswer) !== -1) return true;
  for (const next of blocks.slice(index + 1, index + 9)) {
    if (startsWith(text, next, isQuestion)) return false;
    if (startsWith(text, next, isAnswer)) return true;
  }
  return false;
}

/** Offset of the first line after the block's first that passes the test, or -1. */
function findLine(text: string, block: Block, test: (line: string) => boolean): number {
  let from = text.indexOf('\n', block.start) + 1;
  while (from > 0 && from < block.end) {
    if (test(firstLine(text, block, from))) return from;
    from = text.indexOf('\n', from) + 1;
  }
  return -1;
}

/** Pairs written without blank lines between them come as one paragraph. */
function cutAtQuestions(text: string, block: Block): Block[] {
  const pieces: Block[] = [];
  let rest = block;
  for (let at = findLine(text, rest, isQuestion); at !== -1; at = findLine(text, rest, isQuestion)) {
    pieces.push({ kind: 'paragraph', start: rest.start, end: at });
    rest = { kind: 'paragraph', start: at, end: block.end };
  }
  return [...pieces, rest];
}
