import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, ModelKeyId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

/** One key of each provider, and as many compatible servers as `MODEL_KEYS_MAX` leaves. */
export const MODEL_KEY_PROVIDERS = ['openai', 'anthropic', 'google', 'cohere', 'compatible'] as const;
export const ModelKeyProvider = z.enum(MODEL_KEY_PROVIDERS);
export type ModelKeyProvider = z.infer<typeof ModelKeyProvider>;

export const MODEL_KEYS_MAX = 20;
export const OWN_MODELS_MAX = 10;

/** Why a provider does not accept a key. */
export const MODEL_KEY_REFUSALS = ['wrong_key', 'no_access', 'no_credit'] as const;
export const ModelKeyRefusal = z.enum(MODEL_KEY_REFUSALS);
export type ModelKeyRefusal = z.infer<typeof ModelKeyRefusal>;

/** As it goes into a header: visible ASCII. */
const Secret = z
  .string()
  .trim()
  .min(8)
  .max(500)
  .regex(/^[!-~]+$/, 'a key has no spaces and no letters of other alphabets');
const MICROS_PER_DOLLAR = 1_000_000;
/** Millionths of a US dollar that a calendar month (UTC) may cost; null: no limit. */
const MonthlyLimit = z
  .number()
  .int()
  .min(1)
  .max(1_000_000 * MICROS_PER_DOLLAR)
  .nullable();
/** US dollars per million tokens. */
const Price = z.number().min(0).max(10_000);

/** Forms of JSON that a request can ask an answer for, as OpenAI names them. */
export const JSON_FORMS = ['json_object', 'json_schema'] as const;

export const OwnModel = z
  .object({
    /** The server's own id: `qwen3:8b`. */
    id: z.string().trim().min(1).max(120),
    /** As people see it; the id when empty. */
    name: z.string().trim().normalize('NFC').max(80).default(''),
    contextTokens: z.number().int().min(512).max(10_000_000).default(32_768),
    outputTokens: z.number().int().min(16).max(1_000_000).default(4096),
    /** Null: unknown; then calls are counted, but not what they cost. */
    price: z.object({ input: Price, output: Price }).strict().nullable().default(null),
    abilities: z
      .object({
        tools: z.boolean().default(false),
        vision: z.boolean().default(false),
        /** What the server does with `response_format`; absent: nothing. */
        json: z.array(z.enum(JSON_FORMS)).max(JSON_FORMS.length).optional(),
      })
      .strict()
      .default({ tools: false, vision: false }),
  })
  .strict()
  .meta({ id: 'OwnModel' });
export type OwnModel = z.infer<typeof OwnModel>;

const OwnModels = z
  .array(OwnModel)
  .min(1)
  .max(OWN_MODELS_MAX)
  .refine(
    (models) => new Set(models.map(({ id }) => id.toLowerCase())).size === models.length,
    'each model once',
  );
/** With the version path: `https://models.example.com/v1`. */
const BaseUrl = z.url({ protocol: /^https?$/ }).max(300);
const KeyName = z.string().trim().normalize('NFC').min(1).max(60);

/** The key itself is never given back. */
export const ModelKeyView = z
  .object({
    uuid: ModelKeyId,
    provider: ModelKeyProvider,
    name: z.string(),
    /** The last four characters; empty: the server wants no key. */
    ending: z.string(),
    baseUrl: z.string().nullable(),
    models: z.array(OwnModel),
    monthlyLimit: z.number().int().nullable(),
    /** Millionths of a US dollar of this month (UTC), and what running calls may add. */
    spentThisMonth: z.number().int(),
    reserved: z.number().int(),
    /** Null: it works, as far as anybody knows. */
    refusal: ModelKeyRefusal.nullable(),
    refusedAt: Time.nullable(),
    /** When the provider last accepted it in a check. */
    checkedAt: Time,
    changedAt: Time,
    changedBy: z.string().nullable(),
    /** Bots that use one of its models, as they answer or in their drafts. */
    bots: z.array(z.object({ uuid: BotId, name: z.string() })),
  })
  .meta({ id: 'ModelKey' });
export type ModelKeyView = z.infer<typeof ModelKeyView>;

export const MODEL_KEY_ERRORS = [
  'model_key_wrong',
  'model_key_no_access',
  'model_key_no_model',
  'model_key_no_credit',
  'model_key_busy',
  'model_key_unreachable',
  'model_key_address_refused',
] as const;

export const listModelKeys = endpoint({
  method: 'GET',
  path: '/api/user/model-keys',
  summary: 'Own keys of the account for providers of models, without the keys themselves',
  tag: 'models',
  access: 'admin',
  status: 200,
  output: z.object({
    items: z.array(ModelKeyView),
    /** Providers that the host has a key for. */
    hostProviders: z.array(z.string()),
  }),
});

export const createModelKey = endpoint({
  method: 'POST',
  path: '/api/user/model-key',
  summary: 'Keeps a key for a provider of models once one real, small call with it has succeeded',
  tag: 'models',
  access: 'admin',
  confirmed: true,
  body: z
    .object({
      provider: ModelKeyProvider,
      /** May be left out for a compatible server that wants none. */
      key: Secret.optional(),
      /** Of the catalogue, to check the key with; the cheapest one of the provider when absent. */
      serviceUuid: z.string().max(200).optional(),
      monthlyLimit: MonthlyLimit.default(null),
      /** These three for a compatible server only. */
      name: KeyName.optional(),
      baseUrl: BaseUrl.optional(),
      models: OwnModels.optional(),
    })
    .strict(),
  status: 201,
  output: ModelKeyView,
  errors: [
    'email_unconfirmed',
    'model_key_exists',
    'too_many_model_keys',
    'too_many_tries',
    ...MODEL_KEY_ERRORS,
  ],
});

export const changeModelKey = endpoint({
  method: 'PATCH',
  path: '/api/user/model-key/{uuid}',
  summary:
    'Changes a key; fields that are absent stay. A new key, address or model is checked by a real call first',
  tag: 'models',
  access: 'admin',
  confirmed: true,
  params: uuidParams(ModelKeyId),
  body: z
    .object({
      /** Has to be given anew with another `baseUrl`: a key is sent nowhere else than where it was given for. */
      key: Secret.optional(),
      serviceUuid: z.string().max(200).optional(),
      monthlyLimit: MonthlyLimit.optional(),
      name: KeyName.optional(),
      baseUrl: BaseUrl.optional(),
      models: OwnModels.optional(),
    })
    .strict(),
  status: 200,
  output: ModelKeyView,
  errors: ['email_unconfirmed', 'not_found', 'too_many_tries', ...MODEL_KEY_ERRORS],
});

export const checkModelKey = endpoint({
  method: 'POST',
  path: '/api/user/model-key/{uuid}/check',
  summary: 'Tries the kept key again with one real, small call; when it works, bots use it again at once',
  tag: 'models',
  access: 'admin',
  confirmed: true,
  params: uuidParams(ModelKeyId),
  status: 200,
  output: ModelKeyView,
  errors: ['email_unconfirmed', 'not_found', 'too_many_tries', ...MODEL_KEY_ERRORS],
});

export const deleteModelKey = endpoint({
  method: 'DELETE',
  path: '/api/user/model-key/{uuid}',
  summary:
    'Removes a key. While bots use it, only with `inUse=true`: they then use the host’s key or their fallback',
  tag: 'models',
  access: 'admin',
  params: uuidParams(ModelKeyId),
  query: z.object({ inUse: z.enum(['true', 'false']).default('false') }),
  status: 204,
  errors: ['not_found', 'model_key_in_use'],
});

/** Millionths of a US dollar; null: calls whose price nobody knows are among them, and `micros` holds the others only. */
const Spent = {
  calls: z.number().int(),
  input: z.number().int(),
  output: z.number().int(),
  micros: z.number().int(),
  /** Calls among them whose price is unknown: they are not in `micros`. */
  unpriced: z.number().int(),
};

export const modelKeyUsage = endpoint({
  method: 'GET',
  path: '/api/user/model-keys/usage',
  summary:
    'What calls with own keys have cost in the last days, by day (UTC), bot and model. They take no tokens',
  tag: 'models',
  access: 'admin',
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  status: 200,
  output: z.object({
    total: z.object(Spent),
    byDay: z.array(z.object({ day: z.iso.date(), ...Spent })),
    byBot: z.array(z.object({ bot: z.object({ uuid: BotId, name: z.string() }).nullable(), ...Spent })),
    byModel: z.array(z.object({ serviceUuid: z.string(), name: z.string(), ...Spent })),
  }),
});
