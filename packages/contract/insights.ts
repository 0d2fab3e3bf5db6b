import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the signed-in home page shows: first steps and what needs somebody now. */
export const HomeView = z
  .object({
    steps: z.object({
      knowledge: z.boolean(),
      bot: z.boolean(),
      tested: z.boolean(),
      channel: z.boolean(),
      answered: z.boolean(),
    }),
    attention: z.object({
      waiting: z.number().int(),
      failedDocuments: z.number().int(),
      brokenChannels: z.number().int(),
      failedDeliveries: z.number().int(),
      unconfirmedDeliveries: z.number().int(),
      lowBalance: z.boolean(),
      /** Of the account's own room for files nine tenths are used. */
      lowStorage: z.boolean(),
      /** The server's disk. `full`: files are refused, messages still stored. */
      disk: z.enum(['ok', 'low', 'full']),
    }),
    /** Files of the account; a quota of 0 is none. */
    storage: z.object({ usedBytes: z.number().int(), quotaBytes: z.number().int() }),
    last7Days: z.object({
      conversations: z.number().int(),
      answered: z.number().int(),
      notFound: z.number().int(),
      handedOver: z.number().int(),
      tokens: z.number().int(),
    }),
    balance: z.number().int(),
  })
  .meta({ id: 'Home' });
export type HomeView = z.infer<typeof HomeView>;

export const home = endpoint({
  method: 'GET',
  path: '/api/user/home',
  summary: 'First steps, what needs attention, and the last seven days',
  tag: 'insights',
  access: 'viewer',
  status: 200,
  output: HomeView,
});
