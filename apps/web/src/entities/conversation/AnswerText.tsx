import type { Citation } from '@hanasu/contract/chat';
import { lazy, Suspense, useDeferredValue } from 'react';

const Markdown = lazy(() =>
  import('./MarkdownText.tsx').then(({ MarkdownText }) => ({ default: MarkdownText })),
);

interface AnswerTextProps {
  text: string;
  citations: readonly Citation[];
}

/** An answer's markdown; plain text until the renderer has arrived. */
export function AnswerText({ text, citations }: AnswerTextProps) {
  const shown = useDeferredValue(text);
  return (
    <Suspense fallback={<p style={{ whiteSpace: 'pre-wrap', margin: 0 }}>{text}</p>}>
      <Markdown text={shown} citations={citations} />
    </Suspense>
  );
}
