import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, ToolId } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** Workflows with this tag at n8n can be called by bots. */
export const N8N_TAG = 'hanasu';

/** An address without a query; a path before n8n's own is possible (`https://example.com/n8n`). */
const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  }, 'an address without user name, query and fragment');
/** A key as it goes into a header: visible ASCII. Keys of n8n are JWTs. */
const ApiKey = z
  .string()
  .trim()
  .min(8)
  .max(4_000)
  .regex(/^[!-~]+$/, 'a key has no spaces and no letters of other alphabets');

/** The API key itself is never returned. */
export const N8nConnectionView = z
  .object({
    baseUrl: z.string(),
    /** The address below which webhooks and chats of workflows are called; null: `baseUrl`. */
    webhookBaseUrl: z.string().nullable(),
    /** The last four characters of the API key. */
    ending: z.string(),
    /** The time when n8n last accepted the key in a check. */
    checkedAt: Time,
    changedAt: Time,
    /** Name of the member who changed it last; null: they have left. */
    changedBy: z.string().nullable(),
    /** Tools of bots that run a workflow, switched off ones included. */
    tools: z.number().int(),
    /** Those whose calls fail now, at most 10. `reason`: as in `ToolView.failure`. */
    failing: z.array(z.object({ uuid: ToolId, name: z.string(), botUuid: BotId, reason: z.string() })),
  })
  .meta({ id: 'N8nConnection' });
export type N8nConnectionView = z.infer<typeof N8nConnectionView>;

/**
 * Reasons why workflows cannot be listed. `n8n_unreachable`: no answer, or an error of the server. `n8n_not_found`: something
 * else than n8n answers. `n8n_api_off`: there is no public API at the address. `n8n_key_refused`: the key is unknown or
 * has expired, or the API is switched off (n8n 2). `n8n_scope_missing`: the key lacks the scope `workflow:list`. `n8n_too_large`:
 * one workflow with the tag has more than 2 MB.
 */
const N8N_ERRORS = [
  'address_not_allowed',
  'n8n_unreachable',
  'n8n_not_found',
  'n8n_api_off',
  'n8n_key_refused',
  'n8n_scope_missing',
  'n8n_too_large',
] as const;

export const N8N_LIST_ERRORS = ['n8n_not_connected', ...N8N_ERRORS] as const;

export const getN8nConnection = endpoint({
  method: 'GET',
  path: '/api/n8n/connection',
  summary: 'The n8n that the account is connected to, without its API key; null: none',
  tag: 'tools',
  access: 'admin',
  status: 200,
  output: z.object({ connection: N8nConnectionView.nullable() }),
});
export const saveN8nConnection = endpoint({
  method: 'PUT',
  path: '/api/n8n/connection',
  summary:
    'Connects the account to its n8n, or changes the connection, once a real call with the API key has succeeded',
  tag: 'tools',
  access: 'admin',
  confirmed: true,
  body: z
    .object({
      baseUrl: BaseUrl,
      webhookBaseUrl: BaseUrl.nullable().default(null),
      /** Absent: the stored key stays. Required for the first connection and for another `baseUrl`. */
      apiKey: ApiKey.optional(),
    })
    .strict(),
  status: 200,
  output: N8nConnectionView,
  errors: ['email_unconfirmed', 'too_many_tries', 'connection_changed', ...N8N_ERRORS],
});
export const deleteN8nConnection = endpoint({
  method: 'DELETE',
  path: '/api/n8n/connection',
  summary: 'Removes the connection. Tools that call workflows stay, and fail with `n8n_not_connected`',
  tag: 'tools',
  access: 'admin',
  status: 204,
  errors: ['not_found'],
});

const N8N_TRIGGER_KINDS = ['webhook', 'chat'] as const;
/** Kinds of authentication that triggers ask for. Tools support the first three. */
const N8N_AUTHENTICATIONS = ['none', 'basic', 'header', 'jwt', 'user', 'other'] as const;
/** n8n's own names. After `onReceived` and `responseNodes` the caller gets no answer of the workflow. */
const N8N_RESPONSE_MODES = [
  'onReceived',
  'lastNode',
  'responseNode',
  'responseNodes',
  'streaming',
  'unknown',
] as const;
const N8N_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A node by which a workflow can be called, as the published version has it. */
export const N8nTrigger = z
  .object({
    /** The node's id; the same in later versions of the workflow. */
    id: z.string().min(1).max(100),
    name: z.string().max(200),
    kind: z.enum(N8N_TRIGGER_KINDS),
    methods: z.array(z.enum(N8N_METHODS)).max(N8N_METHODS.length),
    /**
     * Below the webhook base URL, `webhook/orders/{id}`: `{id}` has to be filled in. Null: n8n computes it when the workflow
     * runs, so that it cannot be called from here.
     */
    path: z.string().max(1_000).nullable(),
    authentication: z.enum(N8N_AUTHENTICATIONS),
    responseMode: z.enum(N8N_RESPONSE_MODES),
  })
  .strict()
  .meta({ id: 'N8nTrigger' });
export type N8nTrigger = z.infer<typeof N8nTrigger>;

export const N8nWorkflow = z
  .object({
    id: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    updatedAt: Time,
    /** At least one. `url`: the whole address, null when `path` is. */
    triggers: z.array(N8nTrigger.extend({ url: z.string().nullable() })),
  })
  .meta({ id: 'N8nWorkflow' });
export type N8nWorkflow = z.infer<typeof N8nWorkflow>;

export const listN8nWorkflows = endpoint({
  method: 'GET',
  path: '/api/n8n/list-workflows-public',
  summary:
    'Workflows of the connected n8n that bots can call: published, with the tag `hanasu` and a webhook or a public chat; by name. At most a minute old; with `refresh=true` a few seconds',
  tag: 'tools',
  access: 'viewer',
  query: PageQuery.extend({
    /** n8n is asked unless it was within the last 5 seconds. */
    refresh: z.stringbool().optional(),
  }),
  status: 200,
  output: pageOf(N8nWorkflow).extend({
    /** The time when n8n was asked. While it does not answer there is an error and no old list. */
    fetchedAt: Time,
  }),
  errors: N8N_LIST_ERRORS,
});
