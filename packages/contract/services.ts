import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ModelKeyId } from './ids.ts';

export const SERVICE_GROUPS = ['model', 'other', 'image-model'] as const;

/** One entry of the model catalogue. `uuid` is a stable catalogue key such as `openai-gpt-4o-mini`. */
export const ServiceView = z
  .object({
    uuid: z.string(),
    /** May carry a tag in trailing parentheses: `Name (tag)`. */
    name: z.string(),
    group: z.enum(SERVICE_GROUPS),
    avatar: z.object({ url: z.string() }).optional(),
    provider: z.string(),
    /** False: its provider has no key; `missing` names the setting. */
    available: z.boolean(),
    missing: z.string().optional(),
    contextTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** Prepaid tokens for one input / output token of the model. */
    rates: z.object({ input: z.number(), output: z.number() }),
    /**
     * The account's own key that calls are made with: they take no tokens. Absent: the host's key. `price` is in US
     * dollars per million tokens; null: unknown. `refused`: the provider does not accept the key.
     */
    key: z
      .object({
        uuid: ModelKeyId,
        name: z.string(),
        refused: z.boolean(),
        price: z.object({ input: z.number(), output: z.number() }).nullable(),
      })
      .optional(),
    /** `vision`: it sees pictures. `audio`: recordings can be read, as transcripts. */
    abilities: z.object({ vision: z.boolean(), audio: z.boolean() }),
    tooltips: z.object({ en: z.array(z.string()), ja: z.array(z.string()), vi: z.array(z.string()) }),
  })
  .meta({ id: 'Service' });
export type ServiceView = z.infer<typeof ServiceView>;

export const listServices = endpoint({
  method: 'GET',
  path: '/api/service',
  summary: 'The model catalogue, with the models that keys of the account make available',
  tag: 'bots',
  access: 'viewer',
  status: 200,
  output: z.array(ServiceView),
});
