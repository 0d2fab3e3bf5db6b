import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';

/**
 * What stands between an account's own key and an answer. `wrong_key`: nobody knows it. `no_access`: it may not do
 * this. `no_model`: there is no such model, or not for this key. `no_credit`: the provider wants to be paid first.
 */
export const KEY_TROUBLES = ['wrong_key', 'no_access', 'no_model', 'no_credit'] as const;
export type KeyTrouble = (typeof KEY_TROUBLES)[number];

interface Facts {
  readonly status: number | undefined;
  /** All that the body says, in small letters. */
  readonly text: string;
}

/** Each vendor's own words, from its reference of errors; the first rule that fits counts. */
const RULES: readonly { readonly trouble: KeyTrouble; readonly fits: (facts: Facts) => boolean }[] = [
  {
    // OpenAI: 429 insufficient_quota. Anthropic: 400 with these words, 402 billing_error. OpenRouter and Cohere: 402.
    trouble: 'no_credit',
    fits: ({ status, text }) =>
      status === 402 ||
      /insufficient_quota|billing_error|billing_hard_limit|credit balance is too low|billing_not_active/.test(
        text,
      ),
  },
  {
    // Google: 429 RESOURCE_EXHAUSTED is also a limit per minute; a plan that holds nothing says `limit: 0`.
    trouble: 'no_credit',
    fits: ({ status, text }) =>
      status === 429 && /limit: 0\b|perday|billing details/.test(text) && !/perminute/.test(text),
  },
  {
    trouble: 'wrong_key',
    fits: ({ status, text }) =>
      status === 401 ||
      // Google: 400 INVALID_ARGUMENT with the reason API_KEY_INVALID.
      (status === 400 && /api key not valid|api_key_invalid|api key expired/.test(text)) ||
      (status === 403 && /reported as leaked|unregistered callers/.test(text)) ||
      (status === undefined && /authentication_error|invalid_api_key/.test(text)),
  },
  {
    // OpenAI also answers 403 for a model that a project may not use.
    trouble: 'no_model',
    fits: ({ status, text }) =>
      /model_not_found|does not have access to model/.test(text) ||
      (status === 404 && /model|deployment/.test(text)) ||
      (status === 400 &&
        /invalid model|model .{0,200}(not found|does not exist|is not supported)/.test(text)),
  },
  {
    trouble: 'no_access',
    fits: ({ status, text }) => status === 403 || (status === undefined && text.includes('permission_error')),
  },
];

/** Why the provider refuses the key; null: it is something else. Never quotes the provider, whose words may hold the key. */
export function keyTroubleOf(error: unknown): KeyTrouble | null {
  if (LoadAPIKeyError.isInstance(error)) return 'wrong_key';
  const facts = factsOf(error);
  return RULES.find(({ fits }) => fits(facts))?.trouble ?? null;
}

const LONGEST_BODY = 10_000;

function factsOf(error: unknown): Facts {
  if (APICallError.isInstance(error)) {
    const { statusCode, responseBody, data, message } = error;
    return { status: statusCode, text: textOf([responseBody, data, message]) };
  }
  // An error event inside a stream.
  const status = property(error, 'statusCode');
  return {
    status: typeof status === 'number' ? status : undefined,
    text: textOf([property(error, 'data'), property(error, 'type'), property(error, 'code')]),
  };
}

const textOf = (parts: readonly unknown[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : (JSON.stringify(part) ?? '')))
    .join(' ')
    .slice(0, LONGEST_BODY)
    .toLowerCase();

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
