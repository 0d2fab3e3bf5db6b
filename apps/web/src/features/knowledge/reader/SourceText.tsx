import { useIntersection } from '@mantine/hooks';
import { memo, useEffect, useMemo, useState } from 'react';
import { PassageText } from '../../../entities/conversation/PassageText.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './DocumentReader.module.css';

/** Texts up to so many blocks are drawn at once; of longer ones what comes near the window. */
const FEW_BLOCKS = 6;
const NEAR = '800px 0px';
/** Of the marked part from the upper edge. */
const ABOVE_PX = 40;

interface SourceTextProps {
  text: string;
  pages: readonly { readonly number: number; readonly start: number }[];
  /** The marked part, as UTF-16 offsets. */
  start: number;
  end: number;
  label: string;
  onPick: (offset: number) => void;
}

/**
 * A document's text as people read it, with one part marked and scrolled into view. The text is cut into blocks, of
 * which the browser lays out only those in sight: a thousand pages scroll like one.
 */
export function SourceText({ text, pages, start, end, label, onPick }: SourceTextProps) {
  const { t } = useWords();
  const [box, setBox] = useState<HTMLElement | null>(null);
  const blocks = useMemo(() => blocksOf(text, pages), [text, pages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is another place to scroll to.
  useEffect(() => {
    if (!box) return;
    const reveal = () => {
      const first = box.querySelector('[data-marked]');
      if (!first) return;
      const away = first.getBoundingClientRect().top - box.getBoundingClientRect().top;
      box.scrollTop += away - ABOVE_PX;
    };
    reveal();
    // What comes into sight takes its true height, which moves the place once more.
    const frame = requestAnimationFrame(reveal);
    return () => cancelAnimationFrame(frame);
  }, [box, start, end, text]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of passages beside it does the same by keyboard.
    <section
      ref={setBox}
      className={classes.text}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      onClick={(event) => {
        if (document.getSelection()?.isCollapsed === false) return;
        const offset = offsetAt(text, event.clientX, event.clientY);
        if (offset !== null) onPick(offset);
      }}
    >
      {blocks.map((block) => (
        <SourceBlock
          key={block.start}
          text={text}
          block={block}
          start={clamp(start, block)}
          end={clamp(end, block)}
          box={box}
          isDrawn={blocks.length <= FEW_BLOCKS}
          pageLabel={block.page === null ? null : t('knowledge.page', { page: String(block.page) })}
        />
      ))}
    </section>
  );
}

interface SourceBlockProps {
  text: string;
  block: Block;
  start: number;
  end: number;
  /** What scrolls. */
  box: HTMLElement | null;
  /** Drawn wherever it stands. */
  isDrawn: boolean;
  pageLabel: string | null;
}

const SourceBlock = memo(
  ({ text, block, start, end, box, isDrawn, pageLabel }: SourceBlockProps) => {
    const { ref, entry } = useIntersection({ root: box, rootMargin: NEAR });
    const [wasNear, setWasNear] = useState(isDrawn);
    const isNear = wasNear || end > start || entry?.isIntersecting === true;
    if (isNear && !wasNear) setWasNear(true);
    return (
      <div ref={ref} className={classes.block}>
        {pageLabel !== null && <div className={classes.page}>{pageLabel}</div>}
        {isNear ? (
          partsOf(text, block, { start, end }).map((part) => (
            <SourcePart key={part.start} text={text} part={part} />
          ))
        ) : (
          <div className={classes.plain}>{text.slice(block.start, block.end)}</div>
        )}
      </div>
    );
  },
  (one, other) =>
    one.text === other.text &&
    one.box === other.box &&
    one.pageLabel === other.pageLabel &&
    one.block === other.block &&
    // Unmarked blocks look the same wherever the mark is.
    ((one.start === one.end && other.start === other.end) ||
      (one.start === other.start && one.end === other.end)),
);

const SourcePart = ({ text, part: { start, end, head, isMarked } }: { text: string; part: Part }) => (
  <div
    data-part={start}
    data-end={end}
    data-head={head}
    {...(isMarked ? { 'data-marked': '' } : {})}
    className={classes.part}
  >
    <PassageText text={head + text.slice(start, end)} />
  </div>
);

/** Offset in the source of what is drawn under a point of the screen; null beside it. */
function offsetAt(text: string, x: number, y: number): number | null {
  const caret = caretAt(x, y);
  const part = caret?.node.parentElement?.closest<HTMLElement>('[data-part]');
  if (!caret || !part) return null;
  const before = document.createRange();
  before.selectNodeContents(part);
  before.setEnd(caret.node, caret.offset);
  const [start, end] = [Number(part.dataset.part), Number(part.dataset.end)];
  const head = part.dataset.head ?? '';
  return start + sourceOffset(text.slice(start, end), { head, shown: before.toString() });
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const at = document.caretPositionFromPoint(x, y);
    return at && { node: at.offsetNode, offset: at.offset };
  }
  return null;
}

/** About so much of a text is laid out as one. */
const BLOCK_CHARACTERS = 3_000;

/** A stretch of a document's text, as UTF-16 offsets. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Block extends Stretch {
  /** Page that begins with it. */
  readonly page: number | null;
}

const clamp = (offset: number, { start, end }: Stretch): number => Math.min(Math.max(offset, start), end);

/** Cut at line ends and where pages begin. */
export function blocksOf(
  text: string,
  pages: readonly { readonly number: number; readonly start: number }[],
): Block[] {
  const begins = new Map(pages.map(({ number, start }) => [start, number]));
  const cuts = [...begins.keys()].filter((start) => start > 0).sort((one, other) => one - other);
  const blocks: Block[] = [];
  let from = 0;
  for (const until of [...cuts, text.length]) {
    while (from < until) {
      const line = until - from > BLOCK_CHARACTERS ? text.indexOf('\n', from + BLOCK_CHARACTERS) + 1 : until;
      const end = line > from && line < until ? line : Math.min(until, from + 4 * BLOCK_CHARACTERS);
      blocks.push({ start: from, end, page: begins.get(from) ?? null });
      from = end;
    }
  }
  return blocks;
}

/** What is drawn by itself: a paragraph, a list, a table, or what of them is marked or not. */
interface Part extends Stretch {
  readonly isMarked: boolean;
  /** Lines that are drawn above it: the head of the table in the middle of which it begins. */
  readonly head: string;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const ROW = /^\s*\|/;
const RULE = /^\s*\|[\s:|-]+\|?\s*$/;

/** Cuts a block of Markdown into parts, none of which is marked in half. */
export function partsOf(text: string, block: Stretch, mark: Stretch): Part[] {
  return atomsOf(text, block).flatMap((atom) => {
    const cuts = [mark.start, mark.end].filter((cut) => atom.start < cut && cut < atom.end);
    const edges = [atom.start, ...new Set(cuts), atom.end];
    return edges.slice(1).flatMap((end, index) => {
      const start = edges[index] ?? atom.start;
      const isMarked = mark.start < mark.end && mark.start <= start && end <= mark.end;
      const head = start > atom.start ? headOf(text.slice(atom.start, start)) : '';
      return text.slice(start, end).trim() === '' ? [] : [{ start, end, isMarked, head }];
    });
  });
}

/** The first two lines of what begins as a table. */
function headOf(table: string): string {
  const [names = '', rule = ''] = table.split('\n');
  return ROW.test(names) && RULE.test(rule) ? `${names}\n${rule}\n` : '';
}

interface OpenAtom {
  readonly start: number;
  readonly isTable: boolean;
  readonly isFenced: boolean;
}

/** Stretches between empty lines; a table and fenced lines are one. */
function atomsOf(text: string, { start, end }: Stretch): Stretch[] {
  const atoms: Stretch[] = [];
  let open: OpenAtom | null = null;
  for (let at = start; at < end; ) {
    const next = Math.min(text.indexOf('\n', at) + 1 || end, end);
    const line = text.slice(at, next);
    const begun: OpenAtom = { start: at, isTable: ROW.test(line), isFenced: FENCE.test(line) };
    const isEmpty = line.trim() === '';
    if (open?.isFenced) {
      if (begun.isFenced) atoms.push({ start: open.start, end: next });
      open = begun.isFenced ? null : open;
    } else if (open && (isEmpty || begun.isFenced || open.isTable !== begun.isTable)) {
      atoms.push({ start: open.start, end: at });
      open = isEmpty ? null : begun;
    } else if (!isEmpty) open ??= begun;
    at = next;
  }
  if (open) atoms.push({ start: open.start, end });
  return atoms;
}

/** A letter that is drawn; what a link leads to is not. */
const DRAWN = /\]\([^\s()]*\)|\p{L}/gu;
const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Where in `source` stands what comes after `shown`, the text that is drawn before it. Letters are counted: Markdown's
 * marks are drawn as something else.
 */
export function sourceOffset(source: string, { head, shown }: { head: string; shown: string }): number {
  let left = lettersOf(shown) - lettersOf(head);
  let last = 0;
  for (const { 0: found, index } of source.matchAll(DRAWN)) {
    if (found.startsWith(']')) continue;
    last = index;
    if (left <= 0) return index;
    left -= 1;
  }
  return last;
}
