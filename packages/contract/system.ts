import { z } from 'zod';
import { Locale } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { MailId } from './ids.ts';
import { Time } from './page.ts';

/** What this installation is made of; the web says what is sandboxed and how to make it real. */
export const SystemView = z
  .object({
    version: z.string(),
    build: z.string(),
    /** Each of the settings alone makes the part real. */
    sandboxed: z.array(z.object({ part: z.string(), settings: z.array(z.string()).min(1) })),
    /** What compares passages by meaning: the database itself, or each process in memory of its own. */
    vectorStore: z.enum(['memory', 'pgvector']),
    maxUploadBytes: z.number().int(),
    publicUrl: z.string(),
    /** False: vendors on the internet can't reach `publicUrl`, so real channels won't receive webhooks. */
    publicUrlReachable: z.boolean(),
    /** Who may register: anybody, who was invited, or (`code`) nobody has yet and the code in the log is needed. */
    registration: z.enum(['open', 'invited', 'code']),
    /** Who runs it, as far as they say. */
    operator: z.object({
      name: z.string().nullable(),
      address: z.string().nullable(),
      /** A mail address or the address of a page. */
      contact: z.string().nullable(),
      /** Where the data is kept, in the operator's words. */
      dataLocation: z.string().nullable(),
    }),
    /** Visitors may ask the demo bot. */
    demoBot: z.boolean(),
    /** What a new account begins with. */
    startingTokens: z.number().int(),
    /** The operator's own texts instead of those that come with the product. */
    termsUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
  })
  .meta({ id: 'System' });
export type SystemView = z.infer<typeof SystemView>;

export const system = endpoint({
  method: 'GET',
  path: '/api/system',
  summary: 'What this installation is made of',
  tag: 'system',
  access: 'public',
  status: 200,
  output: SystemView,
});
export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'The process is up; 503 after a minute without a database',
  tag: 'system',
  access: 'public',
  status: 200,
  output: z.object({ status: z.enum(['ok', 'unavailable']) }),
});
export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Database, jobs and the worker thread are ready; 503 otherwise',
  tag: 'system',
  access: 'public',
  status: 200,
  output: z.object({
    status: z.enum(['ok', 'unavailable']),
    database: z.boolean(),
    jobs: z.boolean(),
    /** The thread that answers customers has started and is connected to the database. */
    worker: z.boolean(),
    /** `low`: free space soon. `full`: files are refused, messages are still stored. */
    disk: z.enum(['ok', 'low', 'full']),
    /** What this platform cannot give, as sentences for whoever runs the server; none of it stops the service. */
    details: z.array(z.string()),
  }),
});

export const OutboxMail = z
  .object({
    uuid: MailId,
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    locale: Locale,
    createdAt: Time,
  })
  .meta({ id: 'OutboxMail' });
export type OutboxMail = z.infer<typeof OutboxMail>;

/**
 * Only while no mail server is set, on this machine, never through a proxy; 404 otherwise. `code` is in the link that the
 * start of the server prints; afterwards a cookie has it.
 */
export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/dev/outbox',
  summary: 'Mails that were written but not sent, because no mail server is set',
  tag: 'system',
  access: 'public',
  query: z.object({ code: z.string().max(100).optional() }),
  status: 200,
  output: z.object({ items: z.array(OutboxMail) }),
  errors: ['not_found'],
});
