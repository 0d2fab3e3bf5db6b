import type { KeyTrouble } from '../gateway/key-trouble.ts';
import { wholeAnswer } from '../gateway/whole-answer.ts';
import type { ModelRegistry } from './model-registry.ts';

/** `unreachable`: nobody answers at the address, or nobody who speaks the protocol. `busy`: too many calls just now. */
export const KEY_CHECK_FAILURES = ['busy', 'unreachable'] as const;

export type KeyCheck =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'refused';
      readonly why: KeyTrouble | (typeof KEY_CHECK_FAILURES)[number];
      readonly detail: string;
    };

/** Enough for the least that any provider takes, thoughts of a model that thinks first included. */
const OUTPUT_TOKENS = 64;
const TIMEOUTS = { firstTokenMs: 15_000, idleMs: 10_000, totalMs: 20_000 };

/** One real call that costs next to nothing. A model that says nothing within it, or refuses to, has been reached. */
export async function checkOwnKey(models: ModelRegistry, serviceUuid: string): Promise<KeyCheck> {
  const entry = models.find(serviceUuid);
  const model = entry && (await models.languageModel(serviceUuid));
  if (!entry || !model) return { kind: 'refused', why: 'no_model', detail: 'not in the catalogue' };
  const { failure } = await wholeAnswer({
    model,
    entry,
    instructions: '',
    messages: [{ role: 'user', text: 'Say OK.' }],
    maxOutputTokens: OUTPUT_TOKENS,
    timeouts: TIMEOUTS,
  });
  if (!failure || failure.reason === 'refused') return { kind: 'ok' };
  const { reason, detail, trouble } = failure;
  if (trouble) return { kind: 'refused', why: trouble, detail };
  if (reason === 'credentials') return { kind: 'refused', why: 'wrong_key', detail };
  // It thought until the budget of this call was over.
  if (detail.endsWith('output limit reached without text')) return { kind: 'ok' };
  return { kind: 'refused', why: reason === 'rate_limited' ? 'busy' : 'unreachable', detail };
}
