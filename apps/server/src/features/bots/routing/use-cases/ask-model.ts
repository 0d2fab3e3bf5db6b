import type { MODEL_DETOURS } from '@hanasu/contract/groups';
import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { wholeAnswer } from '@hanasu/models/gateway/whole-answer';
import type { TaskPrompt } from '@hanasu/models/prompts/tasks';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Database } from '../../../../platform/database/database.ts';
import { chargeCall, languageUsage } from '../../../billing/public.ts';
import { readNumber } from '../domain/model-question.ts';

export interface AskDependencies {
  readonly database: Database;
  readonly models: ModelRegistry;
  /** For logs: why a model failed. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
}

export interface Asked {
  readonly accountId: AccountId;
  readonly serviceUuid: string | null;
  readonly conversationId: ConversationId | null;
  readonly question: TaskPrompt;
  /** How many assistants the number may name. */
  readonly members: number;
}

/** `number` from 1, 0 for none; null with the reason why there is none. Both with what the call cost. */
export interface ModelChoice {
  readonly number: number | null;
  readonly detour: (typeof MODEL_DETOURS)[number] | null;
  readonly tokens: number;
}

/** A customer waits for an answer that has not even begun. */
const PATIENCE_MS = 3_000;
const TIMEOUTS = { firstTokenMs: PATIENCE_MS, idleMs: PATIENCE_MS, totalMs: PATIENCE_MS };
const OUTPUT_TOKENS = 16;
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 300;
/** What the provider counts beside the texts. */
const FRAME_TOKENS = 50;

/** Has a model choose by a number, once. Its tokens are set aside before the call and charged after it. */
export async function askModel(dependencies: AskDependencies, asked: Asked): Promise<ModelChoice> {
  const { database, models } = dependencies;
  const entry = asked.serviceUuid ? models.find(asked.serviceUuid) : null;
  const model = entry && (await models.languageModel(entry.uuid));
  if (!entry || !model || entry.provider === 'builtin') return none('unavailable', 0);
  const maxOutputTokens = entry.reasoning ? THINKING_TOKENS : OUTPUT_TOKENS;
  const { accountId, conversationId, question } = asked;
  const serviceUuid = entry.uuid;
  const tokens = mostCost(entry, question, maxOutputTokens);
  const charged = await chargeCall(
    database,
    { accountId, conversationId, serviceUuid, tokens, urgency: 'turn' },
    async () => {
      const value = await wholeAnswer({
        model,
        entry,
        instructions: question.instructions,
        messages: [{ role: 'user', text: question.message }],
        maxOutputTokens,
        timeouts: TIMEOUTS,
      });
      return { value, usage: languageUsage(entry, value.usage) };
    },
  );
  if (charged.kind !== 'made') return none(charged.kind === 'busy' ? 'busy' : 'no_tokens', 0);
  const { failure, text } = charged.value;
  if (failure) {
    dependencies.onModelFailure({ serviceUuid, ...failure });
    return none(failure.reason === 'timeout' ? 'timeout' : 'failed', charged.tokens);
  }
  const number = readNumber(text, asked.members);
  return number === null ? none('unclear', charged.tokens) : { number, detour: null, tokens: charged.tokens };
}

const none = (detour: NonNullable<ModelChoice['detour']>, tokens: number): ModelChoice => ({
  number: null,
  detour,
  tokens,
});

/** Prepaid tokens that the call may cost. */
function mostCost({ rates }: CatalogueEntry, question: TaskPrompt, output: number): number {
  const input = estimateTokens(question.instructions) + estimateTokens(question.message) + FRAME_TOKENS;
  return Math.max(1, Math.ceil(input * rates.input + output * rates.output));
}
