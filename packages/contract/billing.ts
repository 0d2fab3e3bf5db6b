import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, ConversationId } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/**
 * `grant` and `purchase` add tokens, `call` is one settled model call. `refund`: money was given back or is disputed, so tokens were
 * taken, or come back. `expiry`: they were good for so long.
 */
export const LEDGER_KINDS = ['grant', 'call', 'purchase', 'refund', 'expiry'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LedgerEntryView = z
  .object({
    uuid: z.string(),
    time: Time,
    kind: z.enum(LEDGER_KINDS),
    bot: z.object({ uuid: BotId, name: z.string() }).nullable(),
    /** Catalogue name of the model. */
    service: z.string().nullable(),
    /** Channel's name; `chat` for the chat page and API. */
    channel: z.string().nullable(),
    conversationUuid: ConversationId.nullable(),
    input: z.number().int(),
    output: z.number().int(),
    /** Change of the balance: negative for a call. */
    tokens: z.number().int(),
    /** Balance after this entry. */
    balance: z.number().int(),
    /**
     * A call with a key of the account itself: it took no tokens. `micros`: what it has cost there by the list price, in
     * millionths of a US dollar; null: the price is unknown.
     */
    ownKey: z.object({ micros: z.number().int().nullable() }).nullable(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryView = z.infer<typeof LedgerEntryView>;

export const tokenHistory = endpoint({
  method: 'GET',
  path: '/api/user/token/history',
  summary: 'Token entries, newest first, and the balance',
  tag: 'billing',
  access: 'viewer',
  query: PageQuery.extend({
    botUuid: BotId.optional(),
    from: Time.optional(),
    to: Time.optional(),
    /** `false`: model calls, those of tries of a bot's draft apart. */
    tests: z.stringbool().optional(),
  }),
  status: 200,
  output: pageOf(LedgerEntryView).extend({
    balance: z.number().int(),
    /** Held for calls that are running. */
    reserved: z.number().int(),
    /** The part of the starting tokens that is added when the owner confirms their address. */
    withheld: z.number().int(),
    /** `listed`: by the calls under these filters, on all pages. */
    spent: z.object({ today: z.number().int(), month: z.number().int(), listed: z.number().int() }),
  }),
});
