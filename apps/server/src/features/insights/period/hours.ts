import type { ChannelId } from '@hanasu/contract/ids';
import type { InsightsView } from '@hanasu/contract/insights';
import { dayAfter, spanMinutes, type WeeklySpan } from '@hanasu/contract/open-hours';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { channelSettings } from '../../automations/public.ts';
import { EVIDENCE, OF_INBOX } from '../../conversations/public.ts';

type HoursView = InsightsView['hours'];

const HOURS_A_DAY = 24;

interface Days {
  readonly timeZone: string;
  /** `2026-01-31`. */
  readonly days: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** At which hours customers write, and what the bot answered while staff were not there. */
export async function readHours(
  transaction: AccountTransaction,
  { timeZone, days, from, to }: Days,
): Promise<HoursView> {
  const channels = await channelSettings.listHours(transaction);
  const [first = ''] = days;
  // A span of the evening before may last into the first day.
  const spansFrom = [dayAfter(first, -1), ...days];
  const open = channels.map(({ channelId, spansOf }) => ({ channelId, spans: spansOf(spansFrom) }));
  const rows = await countByHour(transaction, { from, to, timeZone, open });
  const sum = (count: (row: HourRow) => number): number => rows.reduce((total, row) => total + count(row), 0);
  const askedAt = (hour: number, isOpen: boolean): number =>
    rows.find((row) => row.hour === hour && row.isOpen === isOpen)?.asked ?? 0;
  return {
    usual: usualHours(channels.flatMap(({ hours }) => (hours ? [hours] : []))),
    asked: Array.from({ length: HOURS_A_DAY }, (_, hour) => ({
      open: askedAt(hour, true),
      closed: askedAt(hour, false),
    })),
    answered: sum(({ answered }) => answered),
    answeredClosed: sum(({ isOpen, answered }) => (isOpen ? 0 : answered)),
  };
}

/** The hours that most open weekdays of all channels have; of two that are as common, the longer. */
export function usualHours(weeks: readonly (readonly WeeklySpan[])[]): HoursView['usual'] {
  const found = new Map<string, { readonly spans: readonly WeeklySpan[]; readonly days: number }>();
  for (const week of weeks) {
    const byDay = Object.values(Object.groupBy(week, ({ day }) => day));
    for (const spans of byDay) {
      if (!spans) continue;
      const sorted = spans.toSorted((one, other) => one.from.localeCompare(other.from));
      const key = sorted.map(({ from, until }) => `${from}-${until}`).join();
      found.set(key, { spans: sorted, days: (found.get(key)?.days ?? 0) + 1 });
    }
  }
  const minutes = (spans: readonly WeeklySpan[]): number =>
    spans.reduce((total, span) => total + spanMinutes(span), 0);
  const [usual] = [...found.values()].sort(
    (one, other) => other.days - one.days || minutes(other.spans) - minutes(one.spans),
  );
  return (usual?.spans ?? []).map(({ from, until }) => ({ from, until }));
}

interface HourRow {
  readonly hour: number;
  readonly isOpen: boolean;
  readonly asked: number;
  readonly answered: number;
}

interface Counted extends Pick<Days, 'from' | 'to' | 'timeZone'> {
  readonly open: readonly {
    readonly channelId: ChannelId;
    readonly spans: readonly { readonly start: Date; readonly end: Date }[];
  }[];
}

/** What is on no channel any more counts as asked while staff were there. */
const countByHour = (transaction: AccountTransaction, { from, to, timeZone, open }: Counted) =>
  transaction.rows<HourRow>(
    `with open_hours as materialized (
       select * from unnest($5::uuid[], $6::tstzmultirange[]) as o(channel_id, spans))
     select extract(hour from m.created_at at time zone $4)::int as hour,
       coalesce(m.created_at <@ o.spans, true) as "isOpen",
       count(*) filter (where ${EVIDENCE.wrote})::int as asked,
       count(*) filter (where ${EVIDENCE.answered})::int as answered
     from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
       left join open_hours o on o.channel_id = c.channel_id
     where c.account_id = $1 and ${OF_INBOX} and c.last_message_at >= $2
       and m.created_at >= $2 and m.created_at < $3 and ((${EVIDENCE.wrote}) or (${EVIDENCE.answered}))
     group by 1, 2`,
    [
      transaction.accountId,
      from,
      to,
      timeZone,
      open.map(({ channelId }) => channelId),
      open.map(({ spans }) => multirangeOf(spans)),
    ],
  );

/** A span within the hour that a change of the clocks skips has no time in it, and no range either. */
const multirangeOf = (spans: Counted['open'][number]['spans']): string =>
  `{${spans
    .filter(({ start, end }) => start < end)
    .map(({ start, end }) => `[${start.toISOString()},${end.toISOString()})`)
    .join()}}`;
