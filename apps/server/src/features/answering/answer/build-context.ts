import type { BotSettings } from '@hanasu/contract/bots';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import {
  answerRulesPrompt,
  DOCUMENT_CUT,
  documentHeadPrompt,
  passagesPrompt,
  programContextPrompt,
} from '@hanasu/models/prompts/answer';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { FoundPassage, PassagePart } from '../../knowledge/public.ts';
import type { Attachment, Question } from './answer.ts';

/** Model tokens given to each part at most. Passages and turns are whole or left out: nothing is cut in the middle. */
export const BUDGET = {
  instructions: 24_000,
  question: 12_000,
  documents: 6_000,
  tools: 6_000,
  passages: 4_000,
  history: 2_000,
  output: 1_500,
} as const;

/** What providers count around each turn. */
const TURN_TOKENS = 4;
/** What stands around the parts of the system prompt. */
const FRAME_TOKENS = 32;
/** Our count is an estimate, and providers count by themselves. */
const SURE_SHARE = 0.85;
/** Some servers count the output into the context; it never gets more than this share of a small one. */
const OUTPUT_SHARE = 0.25;

export interface NumberedPassage extends FoundPassage {
  readonly number: number;
  /** Tokens of it in the prompt. */
  readonly size: number;
  /** What the model reads: the passage with those beside it in the document, as far as there was room. */
  readonly shown: string;
}

/** What a model is given for one question. */
export interface Context {
  readonly instructions: string;
  /** The parts of them that are no information for customers. */
  readonly confidential: { readonly own: string; readonly rules: string };
  readonly history: readonly ChatTurn[];
  /** The question with the documents that were sent along. */
  readonly question: string;
  readonly passages: readonly NumberedPassage[];
  readonly tools: readonly AnswerTool[];
  readonly outputTokens: number;
  /** Estimate of all of it. */
  readonly inputTokens: number;
}

type ContextQuestion = Pick<Question, 'bot' | 'text' | 'history' | 'attachments' | 'programContext' | 'json'>;
type Limits = Pick<CatalogueEntry, 'contextTokens' | 'outputTokens'>;

/** Output tokens of one answer, by the bot's setting and the model's limits. */
export const outputLimit = ({ contextTokens, outputTokens }: Limits, settings: BotSettings): number =>
  Math.max(
    1,
    Math.min(
      settings.maxOutputTokens ?? BUDGET.output,
      outputTokens,
      Math.floor(contextTokens * OUTPUT_SHARE),
    ),
  );

/**
 * Everything that a model is given, within its limits. The question comes first, then the owner's instructions, the
 * tools, documents, passages, and what is left is for the history, newest first.
 */
export function buildContext(
  { bot, text, history, attachments = [], programContext = '', json }: ContextQuestion,
  found: readonly FoundPassage[],
  { tools, limits }: { readonly tools: readonly AnswerTool[]; readonly limits: Limits },
): Context {
  const outputTokens = outputLimit(limits, bot.settings);
  const most = Math.floor((limits.contextTokens - outputTokens) * SURE_SHARE);
  const hasKnowledge = bot.knowledgeIds.length > 0;
  const { name, answerOnlyFromKnowledge } = bot;
  const { tone, language } = bot.settings;
  const hasTools = tools.length > 0;
  const isJson = json !== undefined;
  const rules = answerRulesPrompt({
    ...{ name, tone, language, hasTools, hasKnowledge, answerOnlyFromKnowledge, isJson },
  });
  let left = Math.max(0, most - estimateTokens(rules) - FRAME_TOKENS);
  const take = (tokens: number): void => {
    left = Math.max(0, left - tokens);
  };

  take(json?.schema ? estimateTokens(JSON.stringify(json.schema)) : 0);
  const asked = endsWithin(text, Math.min(BUDGET.question, Math.floor(left * 0.5)));
  take(estimateTokens(asked) + TURN_TOKENS);
  const filled = [
    fillVariables(bot.instructions, bot.settings.variables).trim(),
    programContextPrompt(programContext),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const own = startWithin(filled, Math.min(BUDGET.instructions, Math.floor(left * 0.7)));
  take(estimateTokens(own));
  const chosenTools = chooseTools(tools, Math.min(BUDGET.tools, Math.floor(left * 0.5)));
  take(sizeOfTools(chosenTools));
  const documents = documentBlock(attachments, Math.min(BUDGET.documents, Math.floor(left * 0.7)));
  take(estimateTokens(documents));
  const passages = choosePassages(found, Math.min(BUDGET.passages, left));
  take(passages.reduce((sum, { size }) => sum + size, 0));
  const kept = chooseHistory(history, Math.min(BUDGET.history, left));
  take(kept.reduce((sum, turn) => sum + estimateTokens(turn.text) + TURN_TOKENS, 0));
  const block = hasKnowledge ? passagesPrompt(passages.map(inPrompt)) : '';
  return {
    confidential: { own, rules },
    instructions: [own, rules, block].filter((part) => part !== '').join('\n\n'),
    history: kept,
    question: documents === '' ? asked : `${documents}\n\n${asked}`,
    passages,
    tools: chosenTools,
    outputTokens,
    inputTokens: Math.max(0, most - left),
  };
}

const buildContextPlaceOf = ({ title, headingPath, page }: FoundPassage): string =>
  [title, ...headingPath, page ? `p. ${page}` : ''].filter((part) => part !== '').join(' › ');

const inPrompt = (passage: NumberedPassage) => ({
  number: passage.number,
  place: buildContextPlaceOf(passage),
  text: passage.shown,
});

/** Tokens of a passage as it stands in the prompt: its number, its place and its text. */
export const sizeOfPassage = (passage: FoundPassage): number =>
  estimateTokens(`[999] ${buildContextPlaceOf(passage)}\n\n\n`) + estimateTokens(passage.text);

/** The best passages that fit together, numbered from 1 in order of rank; then their neighbours, as far as they fit. */
export function choosePassages(found: readonly FoundPassage[], budget: number): NumberedPassage[] {
  let left = budget;
  const chosen: NumberedPassage[] = [];
  for (const passage of found) {
    const size = sizeOfPassage(passage);
    if (size > left) continue;
    left -= size;
    chosen.push({ ...passage, number: chosen.length + 1, size, shown: passage.text });
  }
  return withNeighbours(chosen, left);
}

/** The newest turns that fit; the first one kept is the customer's, and roles alternate as providers demand. */
export function chooseHistory(history: readonly ChatTurn[], budget: number): ChatTurn[] {
  let left = budget;
  let first = history.length;
  while (first > 0) {
    // A text this long can't fit, so it need not be counted.
    const text = history[first - 1]?.text ?? '';
    left -= text.length > left * 5 ? left + 1 : estimateTokens(text) + TURN_TOKENS;
    if (left < 0) break;
    first -= 1;
  }
  const kept = history.slice(first);
  const start = kept.findIndex((turn) => turn.role === 'user');
  return start < 0 ? [] : joinSameRole(kept.slice(start));
}

/** Several messages in a row by one side are one turn. */
function joinSameRole(turns: readonly ChatTurn[]): ChatTurn[] {
  const joined: ChatTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) joined[joined.length - 1] = { ...last, text: `${last.text}\n${turn.text}` };
    else joined.push(turn);
  }
  return joined;
}

const sizeOfTool = ({ name, description, inputSchema }: AnswerTool): number =>
  estimateTokens(`${name} ${description} ${JSON.stringify(inputSchema)}`) + TURN_TOKENS;
const sizeOfTools = (tools: readonly AnswerTool[]): number =>
  tools.reduce((sum, tool) => sum + sizeOfTool(tool), 0);

function chooseTools(tools: readonly AnswerTool[], budget: number): AnswerTool[] {
  let left = budget;
  return tools.filter((tool) => {
    const size = sizeOfTool(tool);
    if (size > left) return false;
    left -= size;
    return true;
  });
}

/** Documents that were sent along, each with its name, cut at the end when they are too long together. */
function documentBlock(attachments: readonly Attachment[], budget: number): string {
  const documents = attachments.filter((attachment) => attachment.kind === 'document');
  if (documents.length === 0) return '';
  const share = Math.floor(budget / documents.length);
  const blocks = documents.map(({ name, text }) => {
    const head = documentHeadPrompt(name);
    const room = share - estimateTokens(head) - 16;
    const whole = startWithin(text, room);
    return `${head}${whole}${whole.length < text.length ? DOCUMENT_CUT : ''}`;
  });
  return startWithin(blocks.join('\n\n'), budget);
}

/** No token is more characters than this in the estimate. */
const MOST_CHARACTERS_A_TOKEN = 4.2;

/** The longest beginning of a text that has at most so many tokens, whole characters only. */
function startWithin(text: string, tokens: number): string {
  if (tokens <= 0) return '';
  const longest = Math.ceil(tokens * MOST_CHARACTERS_A_TOKEN) + 1;
  if (text.length <= longest && estimateTokens(text) <= tokens) return text;
  let fits = 0;
  let tooMany = Math.min(text.length, longest) + 1;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else tooMany = middle;
  }
  return wholeCharacters(text.slice(0, fits));
}

/** A text of at most so many tokens: its beginning and its end when it is longer, since questions stand at either. */
function endsWithin(text: string, tokens: number): string {
  const start = startWithin(text, tokens);
  if (start.length === text.length) return text;
  const room = Math.max(0, tokens - 4);
  const tail = Math.floor(room / 4);
  const reversed = startWithin(
    text
      .slice(text.length - tail * 5)
      .split('')
      .reverse()
      .join(''),
    tail,
  );
  const end = reversed.split('').reverse().join('');
  return `${startWithin(text, room - tail)}\n…\n${wholeCharacters(end)}`;
}

const wholeCharacters = (text: string): string =>
  text.isWellFormed() ? text : text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** A passage as it goes into the prompt: `shown` is read by the model, `size` its tokens. */
interface Shown extends FoundPassage {
  readonly shown: string;
  readonly size: number;
}

/**
 * Fills what room is left with what stands beside the passages in their documents, the best passage first. A
 * neighbour that is a passage itself, or stands beside a better one already, is not shown twice.
 */
function withNeighbours<Passage extends Shown>(passages: readonly Passage[], room: number): Passage[] {
  const taken = new Set(passages.map((passage) => withNeighboursPlaceOf(passage, passage.position)));
  let left = room;
  return passages.map((passage) => {
    let { shown, size } = passage;
    for (const neighbour of passage.neighbours) {
      const place = withNeighboursPlaceOf(passage, neighbour.position);
      if (taken.has(place)) continue;
      const joined = join(passage, shown, neighbour);
      const more = estimateTokens(joined) - estimateTokens(shown);
      if (more > left) continue;
      taken.add(place);
      left -= Math.max(0, more);
      size += Math.max(0, more);
      shown = joined;
    }
    return { ...passage, shown, size };
  });
}

const withNeighboursPlaceOf = ({ documentId }: Pick<FoundPassage, 'documentId'>, position: number): string =>
  `${documentId} ${position}`;

/** `shown` with a neighbour of the passage before or behind it; what both say is said once. */
function join(passage: PassagePart, shown: string, neighbour: PassagePart): string {
  return neighbour.position < passage.position
    ? glue(neighbour, passage, { before: neighbour.text, behind: shown })
    : glue(passage, neighbour, { before: shown, behind: neighbour.text });
}

function glue(
  first: PassagePart,
  second: PassagePart,
  { before, behind }: { readonly before: string; readonly behind: string },
): string {
  const overlap = isExact(first) && isExact(second) ? first.end - second.start : Number.NaN;
  // A changed passage is not what stands at its offsets: there what both have in common is looked for.
  const shared = Number.isNaN(overlap) ? sharedLength(before, behind) : Math.max(0, overlap);
  if (shared > 0 && before.endsWith(behind.slice(0, shared))) return before + behind.slice(shared);
  return `${before}\n${behind}`;
}

const isExact = ({ start, end, text }: PassagePart): boolean => text.length === end - start;

/** How much of the end of one text is the beginning of the next. */
function sharedLength(before: string, behind: string): number {
  for (let length = Math.min(before.length, behind.length, LONGEST_OVERLAP); length > 0; length--)
    if (before.endsWith(behind.slice(0, length))) return length;
  return 0;
}

const LONGEST_OVERLAP = 2_000;
