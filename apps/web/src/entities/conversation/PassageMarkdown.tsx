import { memo, type ReactNode } from 'react';
import type { Components } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './Passage.module.css';

interface Inner {
  children?: ReactNode;
}

const Heading = ({ children }: Inner) => <p className={classes.heading}>{children}</p>;
const Bare = ({ children }: Inner) => children;
const Line = ({ children }: Inner) => <span className={classes.line}>{children}</span>;
const Cell = ({ children }: Inner) => <span className={classes.cell}>{children}</span>;

/** An image's address could tell its host who reads; only its words are shown. */
const img: Components['img'] = ({ alt }) => <span>{alt}</span>;

/** Headings are bold lines: a passage is no part of the page's own outline. */
const BLOCKS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  img,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  table: ({ children }) => (
    <div className={classes.tableScroll}>
      <table>{children}</table>
    </div>
  ),
};

/** Lines without anything to follow or choose, for inside of a button. */
const LINES: Components = {
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'tr', 'pre'].map((name) => [name, Line] as const),
  ),
  ...Object.fromEntries(
    ['a', 'ul', 'ol', 'blockquote', 'table', 'thead', 'tbody'].map((name) => [name, Bare] as const),
  ),
  li: Line,
  td: Cell,
  th: Cell,
  hr: () => null,
  input: () => null,
  img,
};

interface PassageMarkdownProps {
  text: string;
  inLines: boolean;
}

/** Text of a document as people read it. One `~` is no mark: `9:00~18:00` is how hours are written. */
export const PassageMarkdown = memo(({ text, inLines }: PassageMarkdownProps) => (
  <ReactMarkdown remarkPlugins={[[remarkGfm, { singleTilde: false }]]} components={inLines ? LINES : BLOCKS}>
    {text}
  </ReactMarkdown>
));
