import {
  POST_DESCRIPTION_MAX,
  POST_HEADLINES,
  POST_HELP_TEXT_MAX,
  type PostHelp,
  type PostHelpInput,
} from '@hanasu/contract/post-help';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { textOf } from '../html/html-tokens.ts';
import { sanitisePost } from '../html/sanitise-post.ts';

// Repetitions have bounds: a model that repeats one sign would keep the process busy for seconds.

const FENCE = /^```[a-z]*[ \t]*\n([\s\S]*?)(?:\n```[ \t]*)?$/i;

/** What a model wrote, without what it wraps its answers in. */
function unwrapAnswer(text: string, mark: string): string {
  const bare = text.replaceAll(new RegExp(`</?text-${mark}>`, 'g'), '').trim();
  return (FENCE.exec(bare)?.[1] ?? bare).trim();
}

const HAS_TAGS =
  /<\/?(?:p|h[1-6]|ul|ol|li|table|blockquote|pre|hr|figure|aside|div|section|article|body|strong|b|em|i|u|s|a|br|code|img|span|script|style|iframe)\b[^<>]{0,300}>/i;

/** Where an answer was stopped in the middle of a tag. */
const UNFINISHED_TAG = /<\/?(?:[a-z][^<>]{0,300})?$/i;

/** What a model wrote as a text that a post may have: HTML as it was asked for, or Markdown as some models write anyway. */
const htmlOfAnswer = (answer: string): string =>
  sanitisePost(HAS_TAGS.test(answer) ? answer.replace(UNFINISHED_TAG, '') : htmlOfMarkdown(answer))
    .replaceAll('<p></p>', '')
    .trim();

/** Headings, lists, quotations and paragraphs. Everything else stays as it is typed. */
function htmlOfMarkdown(markdown: string): string {
  const blocks: string[] = [];
  let open: { readonly tag: string; readonly lines: string[] } | null = null;
  const add = (tag: string, line: string): void => {
    if (open?.tag !== tag) {
      end();
      open = { tag, lines: [] };
    }
    open.lines.push(line);
  };
  const end = (): void => {
    if (open) blocks.push(htmlOfLines(open.tag, open.lines));
    open = null;
  };
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const [, signs = '', text = ''] = BLOCK_START.exec(line) ?? [];
    if (line.trim() === '') end();
    else if (signs.startsWith('#')) {
      end();
      blocks.push(htmlOfLines(`h${Math.min(4, Math.max(2, signs.trim().length))}`, [text]));
    } else add(signs === '' ? 'p' : tagOf(signs), signs === '' ? line.trim() : text);
  }
  end();
  return blocks.join('');
}

const BLOCK_START = /^\s{0,3}(#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+|>\s?)(.*)$/;

const tagOf = (signs: string): string => {
  if (signs.startsWith('>')) return 'blockquote';
  return /^\d/.test(signs) ? 'ol' : 'ul';
};

function htmlOfLines(tag: string, lines: readonly string[]): string {
  if (tag === 'ul' || tag === 'ol')
    return `<${tag}>${lines.map((line) => `<li><p>${htmlOfWords(line)}</p></li>`).join('')}</${tag}>`;
  const words = lines.map(htmlOfWords).join('<br>');
  return tag === 'blockquote' ? `<blockquote><p>${words}</p></blockquote>` : `<${tag}>${words}</${tag}>`;
}

const htmlOfWords = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/\*\*([^*\s](?:[^*]{0,300}[^*\s])?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*([^*\s](?:[^*]{0,300}[^*\s])?)\*(?![\w*])/g, '<em>$1</em>')
    .replaceAll(/`([^`]{1,300})`/g, '<code>$1</code>')
    .replaceAll(/\[([^[\]]{1,300})\]\((https?:\/\/[^\s()]{1,2000})\)/g, '<a href="$2">$1</a>');

/** Elements that no post has, so that they stand for what is not part of its text. */
const TITLE_TAG = 'h1';
const DESCRIPTION_TAG = 'h6';
const COVER_ALT_TAG = 'h5';

interface WholePostText {
  readonly title: string;
  readonly description: string;
  /** What the cover shows. */
  readonly coverAlt: string;
  readonly content: string;
}

/** Title, description, text of the cover and text as one HTML; what is empty is left out. */
export const joinPost = ({ title, description, coverAlt, content }: WholePostText): string =>
  [
    title && `<${TITLE_TAG}>${escapeHtml(title)}</${TITLE_TAG}>`,
    description && `<${DESCRIPTION_TAG}>${escapeHtml(description)}</${DESCRIPTION_TAG}>`,
    coverAlt && `<${COVER_ALT_TAG}>${escapeHtml(coverAlt)}</${COVER_ALT_TAG}>`,
    content,
  ]
    .filter(Boolean)
    .join('\n');

/** The parts of such an HTML, sanitised; what is not there is empty. */
function separatePost(html: string): WholePostText {
  let content = html;
  const take = (tag: string): string => {
    const [whole = '', inner = ''] =
      new RegExp(`<${tag}\\b[^<>]{0,300}>([\\s\\S]{0,1000}?)</${tag}>`, 'i').exec(content) ?? [];
    content = content.replace(whole, '');
    return textOf(sanitisePost(inner));
  };
  const title = take(TITLE_TAG);
  const description = take(DESCRIPTION_TAG);
  const coverAlt = take(COVER_ALT_TAG);
  return { title, description, coverAlt, content: content.trim() === '' ? '' : htmlOfAnswer(content) };
}

export type WrittenHelp = Pick<PostHelp, 'content' | 'titles' | 'description' | 'coverAlt'>;

export const NOTHING: WrittenHelp = { content: '', titles: [], description: '', coverAlt: '' };

/** What the model's answer consists of. Everything of it is sanitised. */
export function readAnswer(
  input: PostHelpInput,
  given: { readonly text: string; readonly mark: string },
): WrittenHelp {
  const answer = unwrapAnswer(given.text.slice(0, ANSWER_MAX), given.mark);
  switch (input.kind) {
    case 'headlines':
      return { ...NOTHING, titles: titlesIn(answer) };
    case 'description':
      return { ...NOTHING, description: boundDescription(plainOf(answer)) };
    case 'translate': {
      const { title, description, coverAlt, content } = separatePost(answer);
      return {
        content,
        titles: title === '' ? [] : [title.slice(0, TITLE_MAX)],
        description: description.slice(0, DESCRIPTION_MAX),
        coverAlt: coverAlt.slice(0, ALT_MAX),
      };
    }
    default:
      return { ...NOTHING, content: htmlOfAnswer(answer) };
  }
}

/** A translation may be longer than what it translates. */
const ANSWER_MAX = 3 * POST_HELP_TEXT_MAX;
const TITLE_MAX = 200;
const DESCRIPTION_MAX = 300;
const ALT_MAX = 300;
const QUOTES = /^["“”„«「『'‘]{1,5}|["“”»」』'’]{1,5}$/gu;

/** Words alone, whatever markup a model wrote. */
const plainOf = (text: string): string => textOf(htmlOfAnswer(text)).replaceAll(QUOTES, '').trim();

/** A model asked for a few titles wrote something else than them after so many lines. */
const LINES_MAX = 50;

function titlesIn(answer: string): string[] {
  const lines = answer
    .split(/\n|<\/(?:li|p|h[1-6])>/, LINES_MAX)
    .map((line) => plainOf(line.replace(/^\s*(?:[-*•#]+|\d{1,2}[.)．、:：])\s*/u, '')))
    .filter((line) => line !== '' && line.length <= TITLE_MAX);
  return [...new Set(lines)].slice(0, POST_HEADLINES);
}

/** Ends at the last sentence or word that fits. */
function boundDescription(text: string): string {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (letters.length <= POST_DESCRIPTION_MAX) return text;
  const start = letters.slice(0, POST_DESCRIPTION_MAX - 1).join('');
  const [sentences] = /^.*(?:[。！？]|[.!?](?=\s))/su.exec(start) ?? [];
  if (sentences && sentences.length > start.length / 2) return sentences.trim();
  const space = start.lastIndexOf(' ');
  return `${space > start.length / 2 ? start.slice(0, space) : start}…`;
}
