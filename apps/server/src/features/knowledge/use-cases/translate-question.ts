import type { AccountId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { wholeAnswer } from '@hanasu/models/gateway/whole-answer';
import { translateQuestionPrompt } from '@hanasu/models/prompts/tasks';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Database } from '../../../platform/database/database.ts';
import { type CallUrgency, chargeCall, languageUsage } from '../../billing/public.ts';
import type { Language } from '../domain/question-memory.ts';
import type { SkipReason } from '../domain/search.ts';
import { SKIPPED_CALL } from './charged-call.ts';

export type Translated =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** Puts a question into another language. Never throws for what a model does. */
export type Translate = (accountId: AccountId, question: QuestionToTranslate) => Promise<Translated>;

interface QuestionToTranslate {
  readonly text: string;
  readonly to: Language;
  readonly urgency: CallUrgency;
}

export interface TranslatorDependencies {
  readonly database: Pick<Database, 'system'>;
  readonly models: ModelRegistry;
  /** For logs. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
}

/** A customer waits for an answer that has not even begun. */
const PATIENCE_MS = 4_000;
const TIMEOUTS = { firstTokenMs: PATIENCE_MS, idleMs: PATIENCE_MS, totalMs: PATIENCE_MS };
/** The beginning of a longer question says what it is about. */
const LONGEST_QUESTION = 1_000;
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 300;
/** What the provider counts beside the texts. */
const FRAME_TOKENS = 50;

/** Translates with the cheapest language model of this installation; null when there is none. */
export function createTranslator(dependencies: TranslatorDependencies): Translate | null {
  const entry = cheapest(dependencies.models);
  if (!entry) return null;
  return (accountId, { text, ...how }) =>
    translate(dependencies, entry, {
      accountId,
      ...how,
      text: text.slice(0, LONGEST_QUESTION).toWellFormed(),
    });
}

function cheapest(models: ModelRegistry): CatalogueEntry | null {
  const entries = models.services().flatMap(({ uuid, available, group, provider }) => {
    const entry = available && group !== 'image-model' && provider !== 'builtin' ? models.find(uuid) : null;
    return entry ? [entry] : [];
  });
  const cost = ({ rates }: CatalogueEntry): number => rates.input + rates.output;
  return entries.sort((one, other) => cost(one) - cost(other))[0] ?? null;
}

async function translate(
  { database, models, onModelFailure }: TranslatorDependencies,
  entry: CatalogueEntry,
  { accountId, text, to, urgency }: QuestionToTranslate & { readonly accountId: AccountId },
): Promise<Translated> {
  const model = await models.languageModel(entry.uuid);
  if (!model) return { kind: 'skipped', reason: 'no_model' };
  const instructions = translateQuestionPrompt(to);
  const asked = estimateTokens(text);
  const maxOutputTokens = asked * 3 + 32 + (entry.reasoning ? THINKING_TOKENS : 0);
  const input = estimateTokens(instructions) + asked + FRAME_TOKENS;
  const tokens = Math.max(1, Math.ceil(input * entry.rates.input + maxOutputTokens * entry.rates.output));
  const messages = [{ role: 'user' as const, text }];
  const serviceUuid = entry.uuid;
  const charged = await chargeCall(database, { accountId, serviceUuid, tokens, urgency }, async () => {
    const value = await wholeAnswer({
      ...{ model, entry, instructions, messages, maxOutputTokens, timeouts: TIMEOUTS },
    });
    return { value, usage: languageUsage(entry, value.usage) };
  });
  if (charged.kind !== 'made') return { kind: 'skipped', reason: SKIPPED_CALL[charged.kind] };
  const heard = charged.value;
  if (heard.failure) onModelFailure({ serviceUuid, ...heard.failure });
  const said = heard.failure ? '' : heard.text.trim();
  return said === '' ? { kind: 'skipped', reason: 'failed' } : { kind: 'done', text: said };
}
