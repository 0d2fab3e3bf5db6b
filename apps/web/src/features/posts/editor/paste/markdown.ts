import type { Extensions, JSONContent } from '@tiptap/core';
import { MarkdownManager } from '@tiptap/markdown';
import { headingLevel } from './clean-html.ts';

/** Any of these alone is Markdown: prose has none of them. */
const STRONG_SIGNS = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?\s*)?$/m,
  /!?\[[^\]\n]+\]\((?:https?:\/\/|\/|mailto:)[^)\s]+\)/,
  /(?<![*\w])\*\*[^*\s](?:[^*\n]*[^*\s])?\*\*/,
];
/** Lines that begin like a list or a quotation; one alone may be prose. */
const LIST_LINE = /^ {0,3}(?:[-*+]|\d{1,3}[.)]|>) +\S/;
const LIST_LINES_MIN = 2;

/** Whether a plain text is written in Markdown. */
export const looksLikeMarkdown = (text: string): boolean =>
  STRONG_SIGNS.some((sign) => sign.test(text)) ||
  text.split('\n').filter((line) => LIST_LINE.test(line)).length >= LIST_LINES_MIN;

export interface ParsedMarkdown {
  readonly content: JSONContent[];
  /** Pictures of other places that were left out. */
  readonly dropped: number;
}

const PICTURE = /!\[([^\]\n]*)\]\([^)\n]*\)/g;
const FENCE = /^(?:```|~~~)/;

/** Leaves code as it is. */
function removePictures(text: string): { text: string; dropped: number } {
  let dropped = 0;
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) return line;
    return line.replaceAll(PICTURE, () => {
      dropped += 1;
      return '';
    });
  });
  return { text: lines.join('\n'), dropped };
}

/** Reads Markdown with the editor's extensions. */
export function parseMarkdown(text: string, extensions: Extensions): ParsedMarkdown {
  const without = removePictures(text.replaceAll(/\r\n?/g, '\n'));
  const manager = new MarkdownManager({ extensions });
  const { content = [] } = manager.parse(without.text);
  const shift = levelsIn(content).includes(1) ? 1 : 0;
  return {
    content: content.map((node) => tidy(node, shift)).filter(isSomething),
    dropped: without.dropped,
  };
}

const levelsIn = (nodes: readonly JSONContent[]): number[] =>
  nodes.flatMap(({ type, attrs, content = [] }) =>
    type === 'heading' ? [Number(attrs?.level)] : levelsIn(content),
  );

/** As `shiftHeadings` does for HTML. */
function tidy(node: JSONContent, shift: number): JSONContent {
  const level = Number(node.attrs?.level);
  return {
    ...node,
    ...(node.type === 'heading' && { attrs: { level: headingLevel(level + shift) } }),
    ...(node.content && { content: node.content.map((child) => tidy(child, shift)) }),
  };
}

const isSomething = ({ type, content = [] }: JSONContent): boolean =>
  type !== 'paragraph' || content.length > 0;
