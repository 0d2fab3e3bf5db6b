import type { Citation } from '@hanasu/contract/chat';
import { lazy, Suspense, useDeferredValue } from 'react';
import { withoutMarks, withoutOpenMark } from './cited.ts';

const Markdown = lazy(() =>
  import('./MarkdownText.tsx').then(({ MarkdownText }) => ({ default: MarkdownText })),
);

interface AnswerTextProps {
  text: string;
  citations: readonly Citation[];
  /** More of it is to come. */
  isWriting?: boolean;
}

/** An answer's markdown; plain text until the renderer has arrived. A citation is never seen as its raw mark. */
export function AnswerText({ text, citations, isWriting = false }: AnswerTextProps) {
  const written = isWriting ? withoutOpenMark(text) : text;
  const shown = useDeferredValue(written);
  return (
    <Suspense
      fallback={<p style={{ whiteSpace: 'pre-wrap', margin: 0 }}>{withoutMarks(written, citations)}</p>}
    >
      <Markdown text={shown} citations={citations} />
    </Suspense>
  );
}
