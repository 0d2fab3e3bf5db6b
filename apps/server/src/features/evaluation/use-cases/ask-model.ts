import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AccountId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { wholeAnswer } from '@hanasu/models/gateway/whole-answer';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import { chargeCall, languageUsage } from '../../billing/public.ts';
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
  | { readonly kind: 'no_tokens' | 'busy' }
  | { readonly kind: 'failed' };

const TIMEOUTS = { firstTokenMs: 20_000, idleMs: 15_000, totalMs: 60_000 };
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 1_000;
/** What the provider counts beside the texts. */
const FRAME_TOKENS = 50;

/** Asks a model once for a person who waits. What it cost is charged, also when it failed. */
export async function askModel(
  { database, log }: Pick<QuestionSetDependencies, 'database' | 'log'>,
  accountId: AccountId,
  { entry, model }: LanguageModel,
  prompt: { readonly instructions: string; readonly message: string; readonly outputTokens: number },
): Promise<ModelAnswer> {
  const maxOutputTokens = prompt.outputTokens + (entry.reasoning ? THINKING_TOKENS : 0);
  const input = estimateTokens(prompt.instructions) + estimateTokens(prompt.message) + FRAME_TOKENS;
  const tokens = Math.max(1, Math.ceil(input * entry.rates.input + maxOutputTokens * entry.rates.output));
  const serviceUuid = entry.uuid;
  const charged = await chargeCall(
    database,
    { accountId, serviceUuid, tokens, urgency: 'staff' },
    async () => {
      const value = await wholeAnswer({
        model,
        entry,
        instructions: prompt.instructions,
        messages: [{ role: 'user', text: prompt.message }],
        maxOutputTokens,
        timeouts: TIMEOUTS,
      });
      return { value, usage: languageUsage(entry, value.usage) };
    },
  );
  if (charged.kind !== 'made') return { kind: charged.kind === 'busy' ? 'busy' : 'no_tokens' };
  const reply = charged.value;
  if (!reply.failure) return { kind: 'answered', text: reply.text };
  log.warn({ serviceUuid, ...reply.failure }, 'model failed');
  return { kind: 'failed' };
}
