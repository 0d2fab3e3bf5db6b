import type { Citation } from '@hanasu/contract/chat';
import { ActionIcon } from '@mantine/core';
import { memo, type ReactNode, useMemo, useRef } from 'react';
import type { Components } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useWords } from '../../i18n/use-words.ts';
import { useCopy } from '../../shell/clipboard/use-copy.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { CitationChip } from './CitationChip.tsx';
import classes from './chat/ChatPanel.module.css';

/** The address of a citation's link in rendered markdown; the number follows. */
const CITATION_LINK = '#citation-';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

/**
 * Turns `[1]` into a link to citation 1 when there is such a citation; inside code and links it stays text. A line break
 * stays one, as customers see it on their channels.
 */
function remarkCitations(numbers: readonly number[]) {
  const known = new Set(numbers);
  return (tree: Node) => visit(tree, known);
}

function visit(node: Node, known: ReadonlySet<number>): void {
  if (!node.children || node.type === 'link' || node.type === 'linkReference') return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value) return splitText(child.value, known);
    visit(child, known);
    return [child];
  });
}

function splitText(text: string, known: ReadonlySet<number>): Node[] {
  return text
    .split(/(\[\d{1,3}\]|\n)/)
    .filter(Boolean)
    .map((piece) => {
      if (piece === '\n') return { type: 'break' };
      const number = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
      if (!known.has(number)) return { type: 'text', value: piece };
      return {
        type: 'link',
        url: `${CITATION_LINK}${number}`,
        children: [{ type: 'text', value: String(number) }],
      };
    });
}

/** Code of an answer, with a button that copies it. */
function CodeBlock({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const code = useRef<HTMLPreElement>(null);
  const clipboard = useCopy();
  const label = clipboard.copied ? t('conversations.copied') : t('conversations.copyCode');
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so they must be reachable by keyboard. */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <ActionIcon
        size={28}
        variant="default"
        onClick={() => void clipboard.copy(code.current?.textContent ?? '')}
        aria-label={label}
        title={label}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </div>
  );
}

interface MarkdownTextProps {
  text: string;
  citations: readonly Citation[];
}

/** Markdown of a model: no raw HTML, no images from elsewhere, links only with safe schemes and in a new tab. */
export const MarkdownText = memo(function MarkdownText({ text, citations }: MarkdownTextProps) {
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
