import { z } from 'zod';
import type { CustomerEventKind } from './actions.ts';
import { endpoint } from './endpoint.ts';
import { uuidParams, WebHookDeliveryId, WebHookId } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/**
 * What a hook can be told of. `test` goes out when somebody presses the button, `customer.rule` when a rule calls the
 * hook.
 */
export const WEB_HOOK_EVENTS = [
  'message.received',
  'message.answered',
  'conversation.handover',
  'conversation.closed',
  'customer.created',
  'customer.updated',
  'customer.merged',
  'customer.tagged',
  'form.submitted',
  'link.clicked',
  'broadcast.finished',
  'post.published',
] as const;
export const WebHookEvent = z.enum(WEB_HOOK_EVENTS);
export type WebHookEvent = z.infer<typeof WebHookEvent>;

/** What webhooks call what has happened; null: they are told of it as an event of the conversation. */
export const CUSTOMER_HOOK_EVENTS = {
  created: 'customer.created',
  followed: 'customer.updated',
  blocked: 'customer.updated',
  tagged: 'customer.tagged',
  untagged: 'customer.tagged',
  changed: 'customer.updated',
  consent: 'customer.updated',
  owner: 'customer.updated',
  merged: 'customer.merged',
  unmerged: 'customer.updated',
  submitted: 'form.submitted',
  tapped: null,
  message: null,
  handover: null,
  closed: null,
} as const satisfies Record<CustomerEventKind, WebHookEvent | null>;

export const WEB_HOOKS_MAX = 20;

const HookUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === '' && url.password === '';
  }, 'without a user name and password');
const Description = z.string().trim().normalize('NFC').max(200);
const Events = z
  .array(WebHookEvent)
  .min(1)
  .max(WEB_HOOK_EVENTS.length)
  .refine((events) => new Set(events).size === events.length, 'each event once');

export const WebHookView = z
  .object({
    uuid: WebHookId,
    url: z.string(),
    description: z.string(),
    events: z.array(WebHookEvent),
    enabled: z.boolean(),
    /** The last event that was sent or given up; null: none yet. */
    last: z.object({ state: z.enum(['pending', 'delivered', 'failed']), time: Time }).nullable(),
    createdAt: Time,
  })
  .meta({ id: 'WebHook' });
export type WebHookView = z.infer<typeof WebHookView>;

/** `secret` is `whsec_` and base64, as Standard Webhooks has it; shown in this answer only. */
const WithSecret = WebHookView.extend({ secret: z.string() });

export const listWebHooks = endpoint({
  method: 'GET',
  path: '/api/user/web-hooks',
  summary: 'Addresses that are told what happens in the account',
  tag: 'api',
  access: 'admin',
  status: 200,
  output: z.object({ items: z.array(WebHookView) }),
});
export const createWebHook = endpoint({
  method: 'POST',
  path: '/api/user/web-hook',
  summary: 'Adds a web hook. `secret` is in this answer only',
  tag: 'api',
  access: 'admin',
  confirmed: true,
  body: z.object({ url: HookUrl, description: Description.default(''), events: Events }).strict(),
  status: 201,
  output: WithSecret,
  errors: ['email_unconfirmed', 'too_many_web_hooks', 'address_not_allowed'],
});
export const changeWebHook = endpoint({
  method: 'PATCH',
  path: '/api/user/web-hook/{uuid}',
  summary: 'Changes a web hook, switches it on or off; fields that are absent stay as they are',
  tag: 'api',
  access: 'admin',
  confirmed: true,
  params: uuidParams(WebHookId),
  body: z
    .object({
      url: HookUrl.optional(),
      description: Description.optional(),
      events: Events.optional(),
      enabled: z.boolean().optional(),
    })
    .strict(),
  status: 200,
  output: WebHookView,
  errors: ['email_unconfirmed', 'not_found', 'address_not_allowed'],
});
export const deleteWebHook = endpoint({
  method: 'DELETE',
  path: '/api/user/web-hook/{uuid}',
  summary: 'Removes a web hook and its log',
  tag: 'api',
  access: 'admin',
  params: uuidParams(WebHookId),
  status: 204,
  errors: ['not_found'],
});
export const rotateWebHookSecret = endpoint({
  method: 'POST',
  path: '/api/user/web-hook/{uuid}/secret',
  summary: 'A new secret; the old one signs nothing from now on',
  tag: 'api',
  access: 'admin',
  confirmed: true,
  params: uuidParams(WebHookId),
  status: 200,
  output: WithSecret,
  errors: ['email_unconfirmed', 'not_found'],
});

const Members = z.record(z.string(), z.unknown());
/** A workflow in the form that n8n imports. */
export const N8nWorkflowFile = z
  .object({
    name: z.string(),
    nodes: z.array(Members),
    connections: Members,
    settings: Members,
  })
  .meta({ id: 'N8nWorkflowFile' });
export type N8nWorkflowFile = z.infer<typeof N8nWorkflowFile>;

export const exportWebHookWorkflow = endpoint({
  method: 'GET',
  path: '/api/user/web-hook/{uuid}/n8n-workflow',
  summary:
    'A workflow for n8n that receives the events of a web hook, checks their signature and sorts them. The secret has to be entered there',
  tag: 'api',
  access: 'admin',
  params: uuidParams(WebHookId),
  status: 200,
  output: N8nWorkflowFile,
  errors: ['not_found'],
});

export const WebHookDeliveryView = z
  .object({
    uuid: WebHookDeliveryId,
    /** One of `WEB_HOOK_EVENTS`, `customer.rule` or `test`. */
    event: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.number().int(),
    /** When it is tried next; null: it is done. */
    nextAttemptAt: Time.nullable(),
    /** HTTP status of the last try; null: there was no answer. */
    status: z.number().int().nullable(),
    /** How the address answered (its first 1,000 characters), or why it didn't. */
    detail: z.string().nullable(),
    payload: z.unknown(),
    createdAt: Time,
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'WebHookDelivery' });
export type WebHookDeliveryView = z.infer<typeof WebHookDeliveryView>;

export const listWebHookDeliveries = endpoint({
  method: 'GET',
  path: '/api/user/web-hook/{uuid}/deliveries',
  summary: 'What was sent to a web hook in the last 30 days, newest first; `q` is an event',
  tag: 'api',
  access: 'admin',
  params: uuidParams(WebHookId),
  query: PageQuery,
  status: 200,
  output: pageOf(WebHookDeliveryView),
  errors: ['not_found'],
});
export const testWebHook = endpoint({
  method: 'POST',
  path: '/api/user/web-hook/{uuid}/test',
  summary: 'Sends the event `test`',
  tag: 'api',
  access: 'admin',
  params: uuidParams(WebHookId),
  status: 201,
  output: WebHookDeliveryView,
  errors: ['not_found'],
});
export const replayWebHookDelivery = endpoint({
  method: 'POST',
  path: '/api/user/web-hook/{uuid}/delivery/{delivery}/replay',
  summary: 'Sends an event once more, under its own id',
  tag: 'api',
  access: 'admin',
  params: z.object({ uuid: WebHookId, delivery: WebHookDeliveryId }),
  status: 200,
  output: WebHookDeliveryView,
  errors: ['not_found'],
});
