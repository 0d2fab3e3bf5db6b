import {
  POST_DESCRIPTION_MAX,
  POST_HEADLINES,
  POST_HELP_TEXT_MAX,
  type PostHelpInput,
} from '@hanasu/contract/post-help';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import * as prompts from '@hanasu/models/prompts/posts';
import type { TaskPrompt } from '@hanasu/models/prompts/tasks';
import { cutToTokens, estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import { AppError } from '../../../platform/app-error.ts';
import type { FoundPassage } from '../../knowledge/public.ts';
import { cleanContent } from '../edit-post.ts';
import { type Token, textOf, tokensOf, VOID_TAGS, writeOpen } from '../html/html-tokens.ts';
import { placeOf } from './outline.ts';
import { joinPost } from './read-answer.ts';

/** One call of a model. */
export interface Step {
  readonly prompt: TaskPrompt;
  readonly maxOutputTokens: number;
}
interface Material {
  readonly entry: CatalogueEntry;
  readonly passages: readonly FoundPassage[];
  readonly mark: string;
}

/** Model tokens of a text that is read, where only a part of it matters. */
const READ_TOKENS = 6_000;
/** Model tokens of one answer: slow models write about so many in the time that a call may take. */
const WRITTEN_TOKENS = 6_000;
/** Model tokens of a text that is rewritten, in several calls. */
const REWRITTEN_TOKENS = 24_000;
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 1_500;
const TOKENS = { outline: 1_500, continue: 1_200, headlines: 400, description: 300 } as const;

/** The calls that a request takes. */
export function stepsOf(input: PostHelpInput, { entry, passages, mark }: Material): Step[] {
  if (input.kind === 'shorten' || input.kind === 'tone' || input.kind === 'translate')
    return rewritingSteps(input, entry, mark);
  const maxOutputTokens = Math.min(entry.outputTokens, TOKENS[input.kind] + thinkingOf(entry));
  if (input.kind === 'outline') {
    const { topic, language } = input;
    const found = passages.map((passage) => ({ place: placeOf(passage), text: passage.text }));
    return [
      { prompt: prompts.outlinePostPrompt({ topic, language, passages: found, mark }), maxOutputTokens },
    ];
  }
  const content = cleanContent(input.content);
  if (textOf(content) === '' && (input.kind !== 'continue' || input.title.trim() === '')) throw noText();
  switch (input.kind) {
    case 'continue': {
      const prompt = prompts.continuePostPrompt(input, { text: endOf(content), mark });
      return [{ prompt, maxOutputTokens }];
    }
    case 'headlines': {
      const given = { text: cutToTokens(textOf(content), READ_TOKENS), mark };
      return [{ prompt: prompts.headlinesPrompt(input, given, POST_HEADLINES), maxOutputTokens }];
    }
    case 'description': {
      const given = { text: cutToTokens(textOf(content), READ_TOKENS), mark };
      return [{ prompt: prompts.postDescriptionPrompt(input, given, POST_DESCRIPTION_MAX), maxOutputTokens }];
    }
  }
}

const noText = (): AppError => AppError.field('validation_failed', 'body.content', 'There is no text');
const thinkingOf = ({ reasoning }: CatalogueEntry): number => (reasoning ? THINKING_TOKENS : 0);

/** The last blocks of a text. */
function endOf(content: string): string {
  const blocks = blocksOf(content);
  let left = READ_TOKENS;
  const first = blocks.findLastIndex((block) => {
    left -= estimateTokens(block);
    return left < 0;
  });
  return blocks.slice(first + 1).join('\n') || textOf(content).slice(-READ_TOKENS);
}

type Rewriting = Extract<PostHelpInput, { kind: 'shorten' | 'tone' | 'translate' }>;

/** Tokens of what is written for each that is read: languages differ, and elements stay. */
const GROWTH = { shorten: 1, tone: 1.4, en: 1.5, vi: 1.9, ja: 2.6 } as const;

/** One call for each piece of the text that a model can write at once. */
function rewritingSteps(input: Rewriting, entry: CatalogueEntry, mark: string): Step[] {
  const content = cleanContent(input.content);
  if (textOf(content) === '') throw noText();
  const text = input.kind === 'translate' ? joinPost({ ...input, content }) : content;
  const thinking = thinkingOf(entry);
  const growth = GROWTH[input.kind === 'translate' ? input.to : input.kind];
  const most = Math.min(entry.outputTokens - thinking, WRITTEN_TOKENS);
  const pieces = piecesOf(text, Math.floor(most / growth));
  const isTooLong = text.length > POST_HELP_TEXT_MAX || estimateTokens(text) > REWRITTEN_TOKENS;
  if (isTooLong || !pieces) throw new AppError('text_too_long', 'Select a shorter part of the text');
  return pieces.map((piece) => ({
    prompt: prompts.rewritePostPrompt(input, { text: piece, mark }),
    maxOutputTokens: Math.ceil(estimateTokens(piece) * growth) + SPARE_TOKENS + thinking,
  }));
}

/** Short texts grow more than long ones. */
const SPARE_TOKENS = 200;

/** Blocks joined to pieces of so many tokens at most; null: one is longer. */
function piecesOf(html: string, tokens: number): string[] | null {
  const pieces: string[] = [];
  let left = 0;
  for (const block of blocksOf(html)) {
    const size = estimateTokens(block);
    if (size > tokens) return null;
    if (size <= left) pieces.push(`${pieces.pop() ?? ''}\n${block}`);
    else {
      pieces.push(block);
      left = tokens;
    }
    left -= size + 1;
  }
  return pieces;
}

/** Blocks of a post, between which a text can be divided. */
const BLOCK_TAGS: ReadonlySet<string> = new Set(
  'p h2 h3 h4 ul ol table blockquote pre hr figure aside'.split(' '),
);

const written = (token: Token): string => {
  if (token.kind === 'text') return token.text;
  return token.kind === 'open' ? writeOpen(token.tag, token.attributes) : `</${token.tag}>`;
};

/** The blocks of sanitised HTML, in their order; text between them is a block, too. */
function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let block = '';
  let depth = 0;
  const end = (): void => {
    if (block.trim() !== '') blocks.push(block);
    block = '';
  };
  for (const token of tokensOf(html)) {
    const isBlock = token.kind !== 'text' && BLOCK_TAGS.has(token.tag);
    if (token.kind === 'open' && isBlock && depth === 0) end();
    block += written(token);
    if (token.kind === 'open' && !VOID_TAGS.has(token.tag)) depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (isBlock && depth === 0) end();
  }
  end();
  return blocks;
}
