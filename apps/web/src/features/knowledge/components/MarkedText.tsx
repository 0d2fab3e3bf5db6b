import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './DocumentReader.module.css';

/** Longer texts would make the page slow; then only this much around the passage is drawn. */
const WHOLE_UP_TO = 200_000;
const AROUND = 15_000;

/** A document's text with one passage marked and scrolled into view. `start` and `end` are UTF-16 offsets. */
export function MarkedText({ text, start, end }: { text: string; start: number; end: number }) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLElement>(null);
  const whole = text.length <= WHOLE_UP_TO;
  const from = whole ? 0 : Math.max(0, start - AROUND);
  const to = whole ? text.length : Math.min(text.length, end + AROUND);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is another place to scroll to.
  useEffect(() => {
    if (box.current && mark.current) box.current.scrollTop = mark.current.offsetTop - 40;
  }, [start, end]);
  return (
    <>
      {!whole && <p className={classes.help}>{t('knowledge.excerpt')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div ref={box} className={classes.text} tabIndex={0}>
        {text.slice(from, start)}
        <mark ref={mark}>{text.slice(start, end)}</mark>
        {text.slice(end, to)}
      </div>
    </>
  );
}
