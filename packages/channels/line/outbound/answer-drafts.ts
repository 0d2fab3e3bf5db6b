import type { RootContent } from 'mdast';
import type { OutgoingPart } from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { readCards } from './cards.ts';
import { oneLine } from './cut-text.ts';
import { capped, type Draft, shortened, textDraft } from './draft.ts';
import { listDraft } from './list-bubble.ts';
import { type ReadMarkdown, readMarkdown, renderBlocks } from './markdown-to-text.ts';
import { splitText } from './split-text.ts';
import { tableDraft } from './table-bubble.ts';

const { textLength, messagesPerSend } = LINE_LIMITS;
/** Twice what one send can hold; marks take the rest. */
const MOST_READ = 2 * textLength * messagesPerSend;

type Answer = OutgoingPart & { readonly kind: 'answer' };

/**
 * An answer for one send: text, with tables, cards and long lists in a form of their own, the last text ending in the
 * sources. What takes more than 5 messages that way is text only, and ends in `…` where even that is too long. Empty
 * only for blank markdown.
 */
export function answerDrafts(answer: Answer): Draft[] {
  const markdown = answer.markdown.trim().slice(0, MOST_READ).toWellFormed().replaceAll(/\r\n?/g, '\n');
  if (markdown === '') return [];
  const hidden = answer.showSources ? [] : answer.sources.map((source) => source.number);
  const sources = sourcesBlock(answer);
  const read = readOrNothing(markdown, new Set(hidden));
  const inForm = formedDrafts(read.forms, sources);
  if (inForm !== null) return inForm;
  // What is nothing but marks (`***`, `<br>`) goes out as it is rather than not at all.
  return withSources(splitText(read.text || markdown, textLength), sources).map(textDraft);
}

/** A model caught in a loop can nest deeper than a parser can follow; its words are then sent as they are. */
function readOrNothing(markdown: string, hidden: ReadonlySet<number>): { text: string; forms: Form[] } {
  try {
    const read: ReadMarkdown = readMarkdown(markdown, hidden);
    return { text: renderBlocks(read.blocks, read.context).trim(), forms: blocksInForm(read) };
  } catch (error) {
    if (error instanceof RangeError) return { text: '', forms: [] };
    throw error;
  }
}

/** Null when nothing has a form of its own, or not all of it fits. */
function formedDrafts(forms: readonly Form[], sources: string): Draft[] | null {
  if (!forms.some((form) => form.kind === 'draft')) return null;
  const drafts = forms.flatMap((form): Draft[] =>
    form.kind === 'draft' ? [form.draft] : splitText(form.text, textLength).map(textDraft),
  );
  const all = sources === '' ? drafts : addSources(drafts, sources);
  return all.length <= messagesPerSend ? all : null;
}

function addSources(drafts: readonly Draft[], sources: string): Draft[] {
  const last = drafts.at(-1);
  const joined = `${last?.text}\n\n${sources}`;
  return last?.message.type === 'text' && joined.length <= textLength
    ? [...drafts.slice(0, -1), textDraft(joined)]
    : [...drafts, textDraft(sources)];
}

function withSources(pieces: readonly string[], sources: string): string[] {
  if (sources === '') return capped(pieces, messagesPerSend);
  const last = pieces.at(-1) ?? '';
  const joined = `${last}\n\n${sources}`;
  if (pieces.length <= messagesPerSend && joined.length <= textLength)
    return [...pieces.slice(0, -1), joined];
  return [...capped(pieces, messagesPerSend - 1), sources];
}

/** Sources are numbered by what `[1]` in the text points to. */
function sourcesBlock({ showSources, sources, sourcesLabel }: Answer): string {
  if (!showSources || sources.length === 0) return '';
  const lines = sources.map(({ number, title, page }) =>
    [`[${number}]`, oneLine(title), page === null ? '' : `p.${page}`].filter(Boolean).join(' '),
  );
  const block = `${oneLine(sourcesLabel)}:${lines.length === 1 ? ' ' : '\n'}${lines.join('\n')}`;
  return block.length <= textLength ? block : shortened(block, textLength);
}

type Form =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'draft'; readonly draft: Draft };

/** An answer in pieces: what reads well as text, and what a form of its own shows better. */
function blocksInForm({ blocks, context }: ReadMarkdown): Form[] {
  const forms: Form[] = [];
  let waiting: RootContent[] = [];
  const flush = (): void => {
    const text = renderBlocks(waiting, context).trim();
    if (text !== '') forms.push({ kind: 'text', text });
    waiting = [];
  };
  for (let index = 0; index < blocks.length; ) {
    const found = formAt(blocks, index, waiting.at(-1), context);
    if (found === null) {
      const block = blocks[index];
      if (block) waiting.push(block);
      index += 1;
      continue;
    }
    if (found.takesHeading) waiting.pop();
    flush();
    forms.push({ kind: 'draft', draft: found.draft });
    index += found.length;
  }
  flush();
  return forms;
}

interface Found {
  readonly draft: Draft;
  /** Blocks it stands for. */
  readonly length: number;
  /** The heading before it became its title. */
  readonly takesHeading: boolean;
}

function formAt(
  blocks: readonly RootContent[],
  index: number,
  before: RootContent | undefined,
  context: ReadMarkdown['context'],
): Found | null {
  const block = blocks[index];
  if (block?.type === 'heading') {
    const cards = readCards(blocks, index, context);
    return cards && { ...cards, takesHeading: false };
  }
  const heading = before?.type === 'heading' ? before : null;
  const make = block?.type === 'table' ? tableDraft : block?.type === 'list' ? listDraft : null;
  const draft = make && block ? make(block, heading, context) : null;
  return draft && { draft, length: 1, takesHeading: heading !== null };
}
