import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AccountId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { costInTokens } from '@hanasu/models/catalogue/cost-in-tokens';
import { NOT_ASKED, wholeAnswer } from '@hanasu/models/gateway/whole-answer';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import { newId } from '../../../platform/ids.ts';
import { reserveTokens, settleCalls } from '../../billing/public.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';

export interface LanguageModel {
  readonly entry: CatalogueEntry;
  readonly model: LanguageModelV4;
}

/** The cheapest model of this installation that writes; null: only the built-in one is there, which cannot. */
export async function cheapestModel(models: ModelRegistry): Promise<LanguageModel | null> {
  const priceOf = ({ rates }: { rates: CatalogueEntry['rates'] }) => rates.input + rates.output;
  const ready = models
    .services()
    .filter((service) => service.available && service.group !== 'image-model')
    .filter(({ provider }) => provider !== 'builtin')
    .toSorted((one, other) => priceOf(one) - priceOf(other));
  for (const { uuid } of ready) {
    const entry = models.find(uuid);
    const model = await models.languageModel(uuid);
    if (entry && model) return { entry, model };
  }
  return null;
}

export type ModelAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'no_tokens' }
  | { readonly kind: 'failed' };

const TIMEOUTS = { firstTokenMs: 20_000, idleMs: 15_000, totalMs: 60_000 };
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 1_000;
/** What the provider counts beside the texts. */
const FRAME_TOKENS = 50;

/** Asks a model once. Its tokens are set aside before the call and charged after it, also when it failed. */
export async function askModel(
  { database, log }: Pick<QuestionSetDependencies, 'database' | 'log'>,
  accountId: AccountId,
  { entry, model }: LanguageModel,
  prompt: { readonly instructions: string; readonly message: string; readonly outputTokens: number },
): Promise<ModelAnswer> {
  const maxOutputTokens = prompt.outputTokens + (entry.reasoning ? THINKING_TOKENS : 0);
  const input = estimateTokens(prompt.instructions) + estimateTokens(prompt.message) + FRAME_TOKENS;
  const tokens = Math.max(1, Math.ceil(input * entry.rates.input + maxOutputTokens * entry.rates.output));
  const id = newId<string>();
  const [reservation] = await database.system((transaction) =>
    reserveTokens(transaction, [{ accountId, id, tokens }]),
  );
  const granted = reservation?.granted ?? 0;
  const reply =
    granted < tokens
      ? null
      : await wholeAnswer({
          model,
          entry,
          instructions: prompt.instructions,
          messages: [{ role: 'user', text: prompt.message }],
          maxOutputTokens,
          timeouts: TIMEOUTS,
        });
  const usage = (reply ?? NOT_ASKED).usage;
  await database.system((transaction) =>
    settleCalls(transaction, [
      {
        accountId,
        id,
        tokens: -Math.min(granted, Number(costInTokens(entry.rates, usage))),
        botId: null,
        serviceUuid: entry.uuid,
        channelId: null,
        conversationId: null,
        messageId: null,
        input: usage.inputTokens,
        output: usage.outputTokens,
      },
    ]),
  );
  if (!reply) return { kind: 'no_tokens' };
  if (!reply.failure) return { kind: 'answered', text: reply.text };
  log.warn({ serviceUuid: entry.uuid, ...reply.failure }, 'model failed');
  return { kind: 'failed' };
}
