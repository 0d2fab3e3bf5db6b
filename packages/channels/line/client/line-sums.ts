import { z } from 'zod';
import type { SentSums } from '../../spec/sending.ts';
import type { LineCredentials } from '../credentials.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer } from './line-client.ts';

const HOUR = 60 * 60 * 1_000;
/** Days of the vendor begin so long before those of UTC. */
const TOKYO = 9 * HOUR;
/** A day is counted by noon of the next. */
const COUNTED = 12 * HOUR;
const DAY = 24 * HOUR;
const NAMES_IN_A_MONTH = 1_000;
/** From the first day on, `to` may be so many later. */
const LONGEST_SPAN = 30 * DAY;

const Info = z.object({ numOfCustomAggregationUnits: z.number() });
const Statistics = z.object({
  overview: z.object({
    uniqueImpression: z.number().nullish().default(null),
    uniqueClick: z.number().nullish().default(null),
  }),
});

/** The day in Tokyo, `2026-11-27`. */
const dayOf = (at: number): string => new Date(at + TOKYO).toISOString().slice(0, 10);
const compact = (day: string): string => day.replaceAll('-', '');

/** https://developers.line.biz/en/reference/messaging-api/#get-statistics-per-unit; asked 60 times an hour at most. */
export const createLineSums = (client: AuthorisedClient, now: () => number): SentSums<LineCredentials> => ({
  async room({ credentials }) {
    const answer = await client.call(credentials, {
      method: 'GET',
      path: '/v2/bot/message/aggregation/info',
    });
    const { data } = Info.safeParse(answer.kind === 'answered' && answer.status === 200 ? answer.body : null);
    return data ? NAMES_IN_A_MONTH - data.numOfCustomAggregationUnits : null;
  },
  async read({ credentials }, { unit, since }) {
    const from = dayOf(since.getTime());
    const day = dayOf(Math.min(now() - COUNTED - DAY, since.getTime() + LONGEST_SPAN));
    if (day < from) return { kind: 'early' };
    const query = new URLSearchParams({ customAggregationUnit: unit, from: compact(from), to: compact(day) });
    const path = `/v2/bot/insight/message/event/aggregation?${query}`;
    const answer = await client.call(credentials, { method: 'GET', path });
    const { data } = Statistics.safeParse(
      answer.kind === 'answered' && answer.status === 200 ? answer.body : null,
    );
    if (!data) return { kind: 'unavailable', detail: describeAnswer(answer) };
    const { uniqueImpression: impressions, uniqueClick: clicks } = data.overview;
    return { kind: 'known', day, impressions, clicks };
  },
});
