import { memo, useEffect, useMemo, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './DocumentReader.module.css';

const BLOCK_CHARACTERS = 3_000;

interface Block {
  readonly start: number;
  readonly end: number;
  /** Page that begins with it. */
  readonly page: number | null;
}

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
 * A document's text with one part marked and scrolled into view. The text is cut into blocks, of which the browser lays
 * out only those in sight: a thousand pages scroll like one.
 */
export function SourceText({ text, pages, start, end, label, onPick }: SourceTextProps) {
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  const blocks = useMemo(() => blocksOf(text, pages), [text, pages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is another place to scroll to.
  useEffect(() => {
    const scroller = box.current;
    const first = scroller?.querySelector('mark');
    if (!scroller || !first) return;
    const reveal = () => {
      const away = first.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      scroller.scrollTop += away - 40;
    };
    reveal();
    // What comes into sight takes its true height, which moves the place once more.
    const frame = requestAnimationFrame(reveal);
    return () => cancelAnimationFrame(frame);
  }, [start, end, text]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of passages beside it does the same by keyboard.
    <section
      ref={box}
      className={classes.text}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      onClick={(event) => {
        const offset = offsetAt(event.clientX, event.clientY);
        if (offset !== null && document.getSelection()?.isCollapsed !== false) onPick(offset);
      }}
    >
      {blocks.map((block) => (
        <SourceBlock
          key={block.start}
          text={text}
          block={block}
          start={clamp(start, block)}
          end={clamp(end, block)}
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
  pageLabel: string | null;
}

const SourceBlock = memo(
  ({ text, block, start, end, pageLabel }: SourceBlockProps) => (
    <div className={classes.block} data-start={block.start}>
      {pageLabel !== null && <div className={classes.page}>{pageLabel}</div>}
      <div data-text>
        {text.slice(block.start, start)}
        {end > start && <mark>{text.slice(start, end)}</mark>}
        {text.slice(end, block.end)}
      </div>
    </div>
  ),
  (one, other) =>
    one.text === other.text &&
    one.pageLabel === other.pageLabel &&
    one.block === other.block &&
    // Unmarked blocks look the same wherever the mark is.
    ((one.start === one.end && other.start === other.end) ||
      (one.start === other.start && one.end === other.end)),
);

const clamp = (offset: number, { start, end }: Block): number => Math.min(Math.max(offset, start), end);

/** Cut at line ends and where pages begin. */
function blocksOf(text: string, pages: SourceTextProps['pages']): Block[] {
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

/** Offset of the text under a point of the screen; null beside it. */
function offsetAt(x: number, y: number): number | null {
  const caret = caretAt(x, y);
  const parent = caret?.node.parentElement;
  const holder = parent?.closest('[data-text]');
  const block = parent?.closest<HTMLElement>('[data-start]');
  if (!caret || !holder || !block) return null;
  const before = document.createRange();
  before.selectNodeContents(holder);
  before.setEnd(caret.node, caret.offset);
  return Number(block.dataset.start) + before.toString().length;
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const at = document.caretPositionFromPoint(x, y);
    return at && { node: at.offsetNode, offset: at.offset };
  }
  return null;
}
