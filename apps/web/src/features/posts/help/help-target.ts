import { type Editor, elementFromString, getHTMLFromFragment } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { DOMParser, type Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Where a suggestion goes: `inline` within one paragraph, `blocks` in the place of whole blocks or between them. */
export interface HelpTarget {
  readonly from: number;
  readonly to: number;
  readonly mode: 'inline' | 'blocks';
}

const KEY = new PluginKey<HelpTarget | null>('help-target');

/** Keeps the target while the text around it changes, and marks it. */
const makePlugin = () =>
  new Plugin<HelpTarget | null>({
    key: KEY,
    state: {
      init: () => null,
      apply(transaction, target) {
        const set: { readonly target: HelpTarget | null } | undefined = transaction.getMeta(KEY);
        if (set) return set.target;
        if (!target || !transaction.docChanged) return target;
        // Another version of the text has come in from outside of the editor.
        if (transaction.getMeta('preventUpdate')) return null;
        const from = transaction.mapping.map(target.from, -1);
        return { ...target, from, to: Math.max(from, transaction.mapping.map(target.to, 1)) };
      },
    },
    props: {
      decorations(state) {
        const target = KEY.getState(state);
        if (!target || target.from === target.to || isWhole(state.doc.content.size, target)) return null;
        return DecorationSet.create(state.doc, [
          Decoration.inline(target.from, target.to, { class: 'help-target' }),
        ]);
      },
    },
  });

const isWhole = (size: number, { from, to }: HelpTarget): boolean => from === 0 && to === size;

/** Whether the marked place is all of the text. */
export function isWholeMarked(editor: Editor): boolean {
  const target = KEY.getState(editor.state);
  return target ? isWhole(editor.state.doc.content.size, target) : true;
}

const setTarget = (editor: Editor, target: HelpTarget | null): void =>
  editor.view.dispatch(editor.state.tr.setMeta(KEY, { target }).setMeta('addToHistory', false));

/** Marks where the next suggestion goes, until it is put there or given up. */
export function markTarget(editor: Editor, target: HelpTarget): void {
  if (!KEY.get(editor.state)) editor.registerPlugin(makePlugin());
  setTarget(editor, target);
}

export function unmarkTarget(editor: Editor): void {
  if (!editor.isDestroyed && KEY.get(editor.state)) setTarget(editor, null);
}

const wholeOf = ({ state }: Editor): HelpTarget => ({ from: 0, to: state.doc.content.size, mode: 'blocks' });

/** The selected text, grown to whole blocks where it is in several; null: nothing is selected. */
export function selectedTarget(editor: Editor): HelpTarget | null {
  const { selection, doc } = editor.state;
  const { $from, $to, from, to, empty } = selection;
  if (empty || doc.textBetween(from, to, ' ').trim() === '') return null;
  if ($from.sameParent($to) && $from.parent.isTextblock) return { from, to, mode: 'inline' };
  // A selection of everything stands outside of all blocks.
  return {
    from: $from.depth > 0 ? $from.before(1) : from,
    to: $to.depth > 0 ? $to.after(1) : to,
    mode: 'blocks',
  };
}

/** What is rewritten: the selected text, or all of it. */
export const rewrittenTarget = (editor: Editor): HelpTarget => selectedTarget(editor) ?? wholeOf(editor);

/** Where new text is inserted: below the block with the cursor, in the place of an empty one, or at the end. */
export function insertionTarget(editor: Editor): HelpTarget {
  const { selection, doc } = editor.state;
  const { $to } = selection;
  const isUntouched = $to.pos <= 1 && selection.empty;
  if (isUntouched || $to.depth === 0) return endOf(doc);
  const block = $to.node(1);
  const to = $to.after(1);
  return { from: block.isTextblock && block.content.size === 0 ? $to.before(1) : to, to, mode: 'blocks' };
}

/** The end of the text, in the place of an empty paragraph there. */
function endOf({ content, lastChild }: Node): HelpTarget {
  const to = content.size;
  const isEmpty = lastChild?.isTextblock && lastChild.content.size === 0;
  return { from: isEmpty ? to - lastChild.nodeSize : to, to, mode: 'blocks' };
}

/** The place below the blocks that a target is in. */
function below({ to }: HelpTarget, doc: Node): HelpTarget {
  const $to = doc.resolve(to);
  const after = $to.depth > 0 ? $to.after(1) : to;
  const end = endOf(doc);
  return after >= end.from ? end : { from: after, to: after, mode: 'blocks' };
}

/** The HTML of a part of the text. */
export const htmlOfTarget = (
  { state, schema }: Editor,
  { from, to }: Pick<HelpTarget, 'from' | 'to'>,
): string => getHTMLFromFragment(state.doc.slice(from, to).content, schema);

/** HTML as the editor's schema takes it: whatever it has no name for is left out. */
const readBlocks = ({ schema }: Editor, html: string): Fragment =>
  DOMParser.fromSchema(schema).parse(elementFromString(html)).content;

/** Blocks that are more than text. */
const KEPT_BLOCKS = ['figure', 'table', 'callout', 'buttonLink', 'codeBlock'] as const;
export type BlockCounts = Partial<Record<(typeof KEPT_BLOCKS)[number], number>>;

/** The blocks of a fragment that are more than text: each picture by its own name, the others by their kind. */
function blocksIn(fragment: Fragment): Map<string, number> {
  const found = new Map<string, number>();
  fragment.descendants(({ type: { name }, attrs }) => {
    if (!KEPT_BLOCKS.some((kind) => kind === name)) return;
    const key = name === 'figure' ? `figure ${attrs.media}` : name;
    found.set(key, (found.get(key) ?? 0) + 1);
  });
  return found;
}

/** Pictures, tables and the like of the marked text that a suggestion does not have. */
export function lostBlocks(editor: Editor, html: string): BlockCounts {
  const { doc } = editor.state;
  const target = KEY.getState(editor.state);
  if (target?.mode !== 'blocks') return {};
  const written = blocksIn(readBlocks(editor, html));
  const lost: BlockCounts = {};
  for (const [key, count] of blocksIn(doc.slice(target.from, target.to).content)) {
    const kind = KEPT_BLOCKS.find((name) => key.startsWith(name));
    const missing = count - (written.get(key) ?? 0);
    if (kind && missing > 0) lost[kind] = (lost[kind] ?? 0) + missing;
  }
  return lost;
}

/** Puts a suggestion into its place, or below it: one step to undo. False: the place was marked no more. */
export function putSuggestion(editor: Editor, html: string, place: 'instead' | 'below' = 'instead'): boolean {
  const marked = KEY.getState(editor.state);
  if (!marked) return false;
  const target = place === 'below' ? below(marked, editor.state.doc) : marked;
  const blocks = readBlocks(editor, html);
  // What was typed a moment ago is undone by itself.
  editor.view.dispatch(closeHistory(editor.state.tr));
  const transaction = editor.state.tr.setMeta(KEY, { target: null });
  if (target.mode === 'inline') putInline(transaction, target, blocks);
  else transaction.replaceWith(target.from, target.to, blocks);
  const end = transaction.doc.resolve(transaction.mapping.map(target.to, 1));
  editor.view.dispatch(transaction.setSelection(Selection.near(end, -1)).scrollIntoView());
  editor.view.dispatch(closeHistory(editor.state.tr));
  editor.commands.focus();
  return true;
}

/** A single paragraph joins the text around it. */
function putInline(transaction: Transaction, { from, to }: HelpTarget, blocks: Fragment): void {
  const { firstChild, childCount } = blocks;
  if (childCount === 1 && firstChild?.isTextblock) transaction.replaceWith(from, to, firstChild.content);
  else transaction.replaceRange(from, to, Slice.maxOpen(blocks));
}
