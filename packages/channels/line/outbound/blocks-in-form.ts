import type { RootContent } from 'mdast';
import { readCards } from './cards.ts';
import type { Draft } from './draft.ts';
import { listDraft } from './list-bubble.ts';
import { type ReadMarkdown, renderBlocks } from './markdown-to-text.ts';
import { tableDraft } from './table-bubble.ts';

export type Form =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'draft'; readonly draft: Draft };

/** An answer in pieces: what reads well as text, and what a form of its own shows better. */
export function blocksInForm({ blocks, context }: ReadMarkdown): Form[] {
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
