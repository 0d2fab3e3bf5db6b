import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerUsage, FailureReason } from '@hanasu/models/gateway/answer-part';
import type { AnswerImage, AnswerTimeouts } from '@hanasu/models/gateway/answer-request';
import { wholeAnswer } from '@hanasu/models/gateway/whole-answer';
import type { TaskPrompt } from '@hanasu/models/prompts/tasks';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { costInTokens, estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Database } from '../../../platform/database/database.ts';
import { chargeCall } from './charge-call.ts';
import type { CallUrgency } from './room-for-call.ts';

/** What it takes to have a language model do a task for an account. */
export interface CompletionDependencies {
  readonly database: Pick<Database, 'system'>;
  readonly models: Pick<ModelRegistry, 'languageModel'>;
  /** For logs. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
}

interface CompletionRequest {
  readonly accountId: AccountId;
  readonly conversationId?: ConversationId | null;
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
}

/**
 * `unavailable`: the model is not there. `busy`: others held the balance for as long as the caller could wait. `spent`:
 * the account can't pay for it. `failed`: the model gave no answer, or broke off; `tokens` were charged all the same.
 */
export type BilledCompletion =
  | { readonly kind: 'answered'; readonly text: string; readonly usage: AnswerUsage; readonly tokens: number }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly tokens: number }
  | { readonly kind: 'unavailable' | 'busy' | 'spent' };

/** What the provider counts beside the texts. */
const FRAME_TOKENS = 50;

/**
 * One task of a language model, charged to the account: reserves what it may cost at most, asks, and settles what it
 * cost. Never throws for what a model does.
 */
export async function runBilledCompletion(
  { database, models, onModelFailure }: CompletionDependencies,
  request: CompletionRequest,
): Promise<BilledCompletion> {
  const { accountId, conversationId = null, entry, prompt, maxOutputTokens, urgency, signal } = request;
  const model = await models.languageModel(entry.uuid);
  if (!model) return { kind: 'unavailable' };
  const serviceUuid = entry.uuid;
  const tokens = mostCost(request);
  const charged = await chargeCall(
    database,
    { accountId, conversationId, serviceUuid, tokens, urgency, signal },
    async () => {
      const value = await wholeAnswer({
        model,
        entry,
        instructions: prompt.instructions,
        messages: [{ role: 'user', text: prompt.message }],
        maxOutputTokens,
        timeouts: request.timeouts,
        ...(request.images && { images: request.images }),
        ...(signal && { abortSignal: signal }),
      });
      const { inputTokens: input, outputTokens: output } = value.usage;
      return { value, usage: { cost: Number(costInTokens(entry.rates, value.usage)), input, output } };
    },
  );
  if (charged.kind !== 'made') return charged;
  const { text, usage, failure } = charged.value;
  if (!failure) return { kind: 'answered', text, usage, tokens: charged.tokens };
  onModelFailure({ serviceUuid, ...failure });
  return { kind: 'failed', reason: failure.reason, tokens: charged.tokens };
}

/** Prepaid tokens that the call may cost. */
function mostCost({ entry: { rates }, prompt, inputTokens, maxOutputTokens }: CompletionRequest): number {
  const { instructions, message } = prompt;
  const input = inputTokens ?? estimateTokens(instructions) + estimateTokens(message) + FRAME_TOKENS;
  return Math.max(1, Math.ceil(input * rates.input + maxOutputTokens * rates.output));
}
