import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CITATION_LINK, remarkCitations } from '../remark-citations.ts';
import type { AnswerTextProps } from './AnswerText.tsx';
import classes from './ChatPanel.module.css';
import { CitationChip } from './CitationChip.tsx';
import { CodeBlock } from './CodeBlock.tsx';

/** Markdown of a model: no raw HTML, no images from elsewhere, links only with safe schemes and in a new tab. */
export const MarkdownText = memo(function MarkdownText({ text, citations }: AnswerTextProps) {
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => {
        const number = href?.startsWith(CITATION_LINK) ? Number(href.slice(CITATION_LINK.length)) : null;
        const citation = citations.find((each) => each.number === number);
        if (citation) return <CitationChip citation={citation} />;
        return (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {children}
          </a>
        );
      },
      // An image address in model output could carry data away; only its words are shown.
      img: ({ alt }) => <span>{alt}</span>,
      pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
      table: ({ children }) => (
        <div className={classes.tableScroll}>
          <table>{children}</table>
        </div>
      ),
    }),
    [citations],
  );
  const numbers = citations.map(({ number }) => number);
  return (
    <div className={classes.markdown}>
      <ReactMarkdown remarkPlugins={[remarkGfm, [remarkCitations, numbers]]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
