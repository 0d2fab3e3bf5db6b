import type { AccountId } from '@hanasu/contract/ids';
import { type CatalogueEntry, isOwn, type OwnEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerUsage, FailureReason } from '@hanasu/models/gateway/answer-part';
import type { AnswerImage, AnswerRequest, AnswerTimeouts } from '@hanasu/models/gateway/answer-request';
import { NOT_ASKED, type WholeAnswer, wholeAnswer } from '@hanasu/models/gateway/whole-answer';
import type { TaskPrompt } from '@hanasu/models/prompts/tasks';
import { costInTokens, estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { ModelAccess } from '../model-keys/account-models.ts';
import { type CallPurpose, chargeCall, purposeOf, settleUsage } from './charge-call.ts';
import type { CallUrgency } from './room-for-call.ts';

/** What it takes to have a language model do a task for an account. */
export interface CompletionDependencies {
  readonly database: Pick<Database, 'system'>;
  readonly models: ModelAccess;
  /** For logs. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
}

interface CompletionRequest extends CallPurpose {
  readonly accountId: AccountId;
  /** The model, for example `cheapestModel(models)`. */
  readonly entry: CatalogueEntry;
  readonly prompt: TaskPrompt;
  readonly images?: readonly AnswerImage[];
  /** What the prompt costs at most, where its text does not tell. */
  readonly inputTokens?: number;
  /** Of the answer, with the thoughts of a model that thinks before it answers. */
  readonly maxOutputTokens: number;
  readonly timeouts: AnswerTimeouts;
  readonly urgency: CallUrgency;
  readonly signal?: AbortSignal;
  /** Gets each piece of the text as it comes. */
  readonly onText?: (piece: string) => void;
}

/**
 * `unavailable`: the model is not there. `busy`: others held the balance for as long as the caller could wait. `spent`:
 * the account can't pay for it. `failed`: the model gave no answer, or broke off; `tokens` were charged all the same.
 * `isCut`: the text ends at the limit of the output.
 */
export type BilledCompletion =
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly usage: AnswerUsage;
      readonly tokens: number;
      readonly isCut: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      readonly usage: AnswerUsage;
      readonly tokens: number;
    }
  | { readonly kind: 'unavailable' | 'busy' | 'spent' };

/** What the provider counts beside the texts. */
const FRAME_TOKENS = 50;

/**
 * One task of a language model, charged to the account: reserves what it may cost at most, asks, and settles what it
 * cost. Never throws for what a model does.
 */
export async function runBilledCompletion(
  dependencies: CompletionDependencies,
  request: CompletionRequest,
): Promise<BilledCompletion> {
  const { accountId, entry } = request;
  const model = await (await dependencies.models.of(accountId)).languageModel(entry.uuid);
  if (!model) return { kind: 'unavailable' };
  const charged = await (isOwn(entry)
    ? payWithKey(dependencies, { ...request, entry }, model)
    : payWithTokens(dependencies, request, model));
  if (charged.kind !== 'made') return charged;
  const { text, usage, finishReason, failure } = charged.value;
  const { tokens } = charged;
  if (!failure) return { kind: 'answered', text, usage, tokens, isCut: finishReason === 'length' };
  dependencies.onModelFailure({ serviceUuid: entry.uuid, reason: failure.reason, detail: failure.detail });
  return { kind: 'failed', reason: failure.reason, usage, tokens };
}

type LanguageModel = AnswerRequest['model'];

type Paid =
  | { readonly kind: 'made'; readonly value: WholeAnswer; readonly tokens: number }
  | Extract<BilledCompletion, { kind: 'failed' }>
  | { readonly kind: 'busy' | 'spent' };

const payWithTokens = (
  { database }: CompletionDependencies,
  request: CompletionRequest,
  model: LanguageModel,
): Promise<Paid> => {
  const { accountId, entry, urgency, signal } = request;
  const call = {
    accountId,
    ...purposeOf(request),
    serviceUuid: entry.uuid,
    tokens: mostCost(request),
    urgency,
    signal,
  };
  return chargeCall(database, call, async () => {
    const value = await ask(request, model);
    const { inputTokens: input, outputTokens: output } = value.usage;
    return { value, usage: { cost: Number(costInTokens(entry.rates, value.usage)), input, output } };
  });
};

/** Takes no tokens: money of the key is held before the call and settled after it. */
async function payWithKey(
  { database, models: { purse } }: CompletionDependencies,
  request: CompletionRequest & { readonly entry: OwnEntry },
  model: LanguageModel,
): Promise<Paid> {
  const { accountId, entry, urgency, signal } = request;
  const most = mostCost(request);
  const held = await purse.reserve({ accountId, entry, most, least: most, urgency, signal });
  if (held.kind === 'refused')
    return { kind: 'failed', reason: 'credentials', usage: NOT_ASKED.usage, tokens: 0 };
  if (held.kind !== 'granted') return { kind: held.kind };
  let made: WholeAnswer | null = null;
  try {
    made = await ask(request, model);
    return { kind: 'made', value: made, tokens: 0 };
  } finally {
    const isFree = !made || (made.failure !== null && made.text === '');
    if (isFree) await purse.release(accountId, held);
    else if (made) {
      const money = held.settledFor(Number(costInTokens(entry.rates, made.usage)));
      const { inputTokens: input, outputTokens: output } = made.usage;
      const place = { botId: null, channelId: null, messageId: null, ...purposeOf(request) };
      await database.system((transaction) =>
        settleUsage(transaction, [
          { ...place, accountId, id: newId(), tokens: 0, serviceUuid: entry.uuid, input, output, money },
        ]),
      );
    }
    if (made) await purse.report(accountId, entry, made.failure);
  }
}

const ask = (
  { entry, prompt, images, maxOutputTokens, timeouts, signal, onText }: CompletionRequest,
  model: LanguageModel,
): Promise<WholeAnswer> =>
  wholeAnswer(
    {
      model,
      entry,
      instructions: prompt.instructions,
      messages: [{ role: 'user', text: prompt.message }],
      maxOutputTokens,
      timeouts,
      ...(images && { images }),
      ...(signal && { abortSignal: signal }),
    },
    onText,
  );

/** Prepaid tokens that the call may cost. */
function mostCost({ entry: { rates }, prompt, inputTokens, maxOutputTokens }: CompletionRequest): number {
  const { instructions, message } = prompt;
  const input = inputTokens ?? estimateTokens(instructions) + estimateTokens(message) + FRAME_TOKENS;
  return Math.max(1, Math.ceil(input * rates.input + maxOutputTokens * rates.output));
}
