import type { Usage } from '@hanasu/contract/chat';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { AccountId, ApiKeyId } from '@hanasu/contract/ids';
import { BUILTIN_MODEL_UUID } from '@hanasu/models/catalogue/builtin.models';
import { type CatalogueEntry, type JsonForm, jsonFormsOf } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerUsage } from '@hanasu/models/gateway/answer-part';
import type { JsonFormat } from '@hanasu/models/gateway/answer-request';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { costInTokens, estimateTokens, microsOf } from '@hanasu/models/tokens/estimate-tokens';
import type { RoomRequest } from '../../billing/public.ts';
import type { BotRow } from '../../bots/public.ts';
import type { Question, RoomlessQuestion } from './answer.ts';
import { BUDGET, outputLimit } from './build-context.ts';

/** Model tokens of what stands around the texts in a prompt: rules, titles and headings of passages. */
const FRAME_TOKENS = 1_500;
/** An answer with tools is several calls of the model; further ones are made while what was set aside lasts. */
const ROUNDS_WITH_TOOLS = 2;

/** The models that may answer for a bot now, the first one first. */
export function servicesOf({ serviceUuid, settings, isEconomical }: BotRow): string[] {
  const { cheaperServiceUuid, fallbackServiceUuid } = settings;
  const economy = isEconomical ? cheaperServiceUuid : null;
  return [...new Set([economy, serviceUuid, fallbackServiceUuid].filter((uuid) => uuid !== null))];
}

/** Whether a model can answer in the form that a program reads. */
export const answersIn = (
  entry: CatalogueEntry,
  { hasTools }: BotRow,
  json: JsonFormat | undefined,
): boolean => json === undefined || jsonFormsOf(entry, hasTools).includes(json.form);

/** Why none of the bot's models can: what the first of those that are there answers in instead. Null: one can. */
export function jsonRefusal(
  models: Pick<ModelRegistry, 'find' | 'available'>,
  bot: BotRow,
  json: JsonFormat | undefined,
): { readonly forms: readonly JsonForm[]; readonly isForTools: boolean } | null {
  const entries = servicesOf(bot).flatMap((uuid) =>
    models.available(uuid) ? (models.find(uuid) ?? []) : [],
  );
  const [first] = entries;
  if (!json || !first || entries.some((entry) => answersIn(entry, bot, json))) return null;
  const forms = jsonFormsOf(first, bot.hasTools);
  return { forms, isForTools: jsonFormsOf(first, false).includes(json.form) };
}

/** Those of them that take tokens: the others are paid for with a key of the account. */
const inTokens = (models: Pick<ModelRegistry, 'find'>, bot: BotRow): string[] =>
  servicesOf(bot).filter((uuid) => !models.find(uuid)?.ownKey);

/**
 * Prepaid tokens that one answer may cost at most with any of the bot's models: what is set aside for it. At least 1,
 * so that none is refused.
 */
function largestCost(
  models: Pick<ModelRegistry, 'find'>,
  bot: BotRow,
  question: string,
  { hasAttachments = false } = {},
): number {
  const own = fillVariables(bot.instructions, bot.settings.variables);
  const input =
    BUDGET.passages +
    BUDGET.history +
    FRAME_TOKENS +
    Math.min(BUDGET.instructions, estimateTokens(own)) +
    Math.min(BUDGET.question, estimateTokens(question)) +
    (hasAttachments ? BUDGET.documents : 0) +
    (bot.hasTools ? BUDGET.tools : 0);
  const costs = inTokens(models, bot).map((uuid) => {
    const entry = models.find(uuid);
    if (!entry) return 1;
    const one = input * entry.rates.input + outputLimit(entry, bot.settings) * entry.rates.output;
    return Math.ceil(one * (bot.hasTools && entry.abilities.tools ? ROUNDS_WITH_TOOLS : 1));
  });
  return Math.max(1, ...costs);
}

/** Prepaid tokens without which none of the bot's models can say a word. */
function leastCost(models: Pick<ModelRegistry, 'find'>, bot: BotRow, question: string): number {
  const own = fillVariables(bot.instructions, bot.settings.variables);
  const input =
    Math.min(BUDGET.instructions, estimateTokens(own)) + Math.min(BUDGET.question, estimateTokens(question));
  const costs = inTokens(models, bot).map((uuid) => {
    const entry = models.find(uuid);
    return entry ? Math.ceil(input * entry.rates.input + entry.rates.output) : 1;
  });
  return Math.max(1, Math.min(...(costs.length > 0 ? costs : [1])));
}

/** Output tokens that the granted tokens pay for after the input, within a limit. */
export function affordableOutput(
  { rates }: Pick<CatalogueEntry, 'rates'>,
  {
    grantedTokens,
    inputTokens,
    limit,
  }: { readonly grantedTokens: number; readonly inputTokens: number; readonly limit: number },
): number {
  const left = grantedTokens - inputTokens * rates.input;
  if (left < 0) return 0;
  return rates.output > 0 ? Math.min(limit, Math.floor(left / rates.output)) : limit;
}

/**
 * What the account pays: never more than was granted. A model may count more tokens than we had estimated, and a
 * balance below zero is nothing that a prepaid customer has agreed to.
 */
export const chargedUsage = (
  { rates, ownKey }: Pick<CatalogueEntry, 'rates' | 'ownKey'>,
  usage: AnswerUsage,
  grantedTokens: number,
): Usage => {
  const { inputTokens, outputTokens } = usage;
  const tokens = Math.min(grantedTokens, Number(costInTokens(rates, usage)));
  if (!ownKey) return { inputTokens, outputTokens, tokens };
  return { inputTokens, outputTokens, tokens: 0, micros: ownKey.isPriced ? microsOf(tokens) : null };
};

/** What a call with a key of the account may cost, and without which it is none, in prepaid tokens by its rates. */
export function costOfCall(
  { rates }: Pick<CatalogueEntry, 'rates'>,
  { inputTokens, limit, hasTools }: { inputTokens: number; limit: number; hasTools: boolean },
): { readonly most: number; readonly least: number } {
  const input = inputTokens * rates.input;
  return {
    most: Math.ceil((input + limit * rates.output) * (hasTools ? ROUNDS_WITH_TOOLS : 1)),
    least: Math.ceil(input + rates.output),
  };
}

/** Applies a budget that is used up: the built-in model replaces the bot's, or none answers. */
export const withUsedBudget = (
  question: RoomlessQuestion,
  { action }: { readonly action: 'builtin' | 'pause' },
): Question => ({
  ...question,
  bot: action === 'builtin' ? withBuiltinModel(question.bot) : question.bot,
  grantedTokens: 0,
  budget: action,
});

const withBuiltinModel = (bot: BotRow): BotRow => ({
  ...bot,
  serviceUuid: BUILTIN_MODEL_UUID,
  settings: { ...bot.settings, fallbackServiceUuid: null, cheaperServiceUuid: null },
});

/** Text is counted when so much of it has come. */
const COUNTED_CHARACTERS = 200;

/** Says what a running answer has cost so far, about: its input at once, its output as it comes. */
export function createCostMeter(
  { rates }: Pick<CatalogueEntry, 'rates'>,
  inputTokens: number,
  onCost: ((tokens: number) => void) | undefined,
): { addText(text: string): void; beginRound(spent: AnswerUsage, inputTokens: number): void } {
  let cost = inputTokens * rates.input;
  let uncounted = '';
  onCost?.(Math.ceil(cost));
  return {
    addText(text) {
      uncounted += text;
      if (uncounted.length < COUNTED_CHARACTERS) return;
      cost += estimateTokens(uncounted) * rates.output;
      uncounted = '';
      onCost?.(Math.ceil(cost));
    },
    beginRound(spent, input) {
      cost = Number(costInTokens(rates, spent)) + input * rates.input;
      uncounted = '';
      onCost?.(Math.ceil(cost));
    },
  };
}

interface AskedOf {
  readonly accountId: AccountId;
  readonly bot: BotRow;
  readonly text: string;
  readonly hasAttachments?: boolean;
  /** The key that a program asks with. */
  readonly apiKeyId?: ApiKeyId;
}

type Place = Pick<RoomRequest, 'id' | 'holder' | 'entrance' | 'isAnonymous' | 'isStored'>;

/** The room that an answer needs. */
export function roomRequest(
  models: Pick<ModelRegistry, 'find' | 'available'>,
  { accountId, bot, text, hasAttachments = false, apiKeyId }: AskedOf,
  place: Place,
): RoomRequest {
  const limit = largestCost(models, bot, text, { hasAttachments });
  const least = Math.min(limit, leastCost(models, bot, text));
  const asked = { ...place, accountId, botId: bot.id, apiKeyId: apiKeyId ?? null };
  const first = servicesOf(bot).find(models.available);
  if (first === undefined || !models.find(first)?.ownKey) return { ...asked, limit, least };
  return { ...asked, limit: 0, least: 0, later: inTokens(models, bot).length > 0 ? { limit, least } : null };
}

/** The limits within which each of these models can answer. */
export const narrowest = (entries: readonly CatalogueEntry[]) => ({
  contextTokens: Math.min(...entries.map(({ contextTokens }) => contextTokens)),
  outputTokens: Math.max(...entries.map(({ outputTokens }) => outputTokens)),
});
