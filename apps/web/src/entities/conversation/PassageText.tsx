import { lazy, Suspense } from 'react';
import classes from './Passage.module.css';

const Markdown = lazy(() =>
  import('./PassageMarkdown.tsx').then(({ PassageMarkdown }) => ({ default: PassageMarkdown })),
);

interface PassageTextProps {
  text: string;
  /** Lines and nothing else: for what can be pressed as a whole, or is cut after some lines. */
  inLines?: boolean;
}

/** What a document says, its tables as tables; its plain text until the renderer has arrived. */
export function PassageText({ text, inLines = false }: PassageTextProps) {
  const Frame = inLines ? 'span' : 'div';
  return (
    <Frame className={inLines ? classes.lines : classes.passage}>
      <Suspense fallback={<span className={classes.plain}>{text}</span>}>
        <Markdown text={text} inLines={inLines} />
      </Suspense>
    </Frame>
  );
}
