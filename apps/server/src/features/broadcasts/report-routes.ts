import type { Locale } from '@hanasu/contract/accounts';
import { BROADCAST_REACTIONS } from '@hanasu/contract/broadcast-audience';
import * as contract from '@hanasu/contract/broadcast-report';
import type { RecipientState } from '@hanasu/contract/broadcasts';
import type { BroadcastId } from '@hanasu/contract/ids';
import { orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import { writeCsv } from '../../platform/files/table-writers.ts';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { recordAudit } from '../accounts/public.ts';
import * as store from './broadcasts.store.ts';
import { findQuietEnd } from './quiet-hours.ts';
import { countReactions, listReportedLinks, type ReactionCounts } from './reactions.ts';
import { listRecipients, recipientsAfter, type Tally, tallyRecipients } from './recipients.store.ts';

/** Reports of a broadcast, and of each recipient. */
export function addReportRoutes(implement: Implement, database: Database): void {
  implement(contract.listBroadcastRecipients, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await store.findBroadcast(transaction, params.uuid), 'broadcast');
      const { rows, total } = await listRecipients(transaction, params.uuid, {
        range: rangeOf(query),
        state: query.state ?? null,
        reason: query.reason ?? null,
        reaction: query.reaction ?? null,
        hasReacted: query.reacted === 'true',
      });
      const items = rows.map(({ customerId, channelId, at, reactions, ...row }) => ({
        ...row,
        customerUuid: customerId,
        channelUuid: channelId,
        at: at?.toISOString() ?? null,
        reactions: [...reactions],
      }));
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(
    contract.exportBroadcastRecipients,
    async ({ params: { uuid: id }, query }, { session, reply }) => {
      await database.account(session.accountId, async (transaction) => {
        const row = orNotFound(await store.findBroadcast(transaction, id), 'broadcast');
        await recordAudit(transaction, {
          userId: session.userId,
          action: 'broadcast.exported',
          target: id,
          data: { name: row.name },
          address: session.address,
        });
      });
      const rows = rowsOf(query.locale, (after) =>
        database.account(session.accountId, (transaction) =>
          recipientsAfter(transaction, id, { after, limit: ROWS_AT_ONCE }),
        ),
      );
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="recipients.csv"',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      };
      await reply.headers(headers).send(writeCsv(rows));
      return HANDLED;
    },
  );
  implement(contract.reportBroadcast, ({ params }, { session }) =>
    database.snapshot(session.accountId, (transaction) => reportOf(transaction, params.uuid)),
  );
  implement(contract.compareBroadcasts, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const items: contract.ComparedBroadcast[] = [];
      for (const id of query.uuid) items.push(await comparedOf(transaction, id));
      return { items };
    }),
  );
}

interface FileWords {
  readonly heads: readonly string[];
  readonly states: Readonly<Record<RecipientState, string>>;
}
/** Names of states, as the page of the report shows them. */
const WORDS: Readonly<Record<Locale, FileWords>> = {
  en: {
    heads: [
      'Customer ID',
      'Name',
      'Channel',
      'Status',
      'Reason',
      'Time',
      'Clicked',
      'Tapped',
      'Replied',
      'Form sent',
    ],
    states: {
      ...{ pending: 'Waiting', sending: 'Sending', accepted: 'Accepted', skipped: 'Skipped' },
      ...{ failed: 'Failed', unknown: 'Unconfirmed' },
    },
  },
  ja: {
    heads: [
      '顧客ID',
      '名前',
      'チャネル',
      'ステータス',
      '理由',
      '日時',
      'クリック',
      'タップ',
      '返信',
      'フォーム回答',
    ],
    states: {
      ...{ pending: '待機中', sending: '配信中', accepted: '受付済み', skipped: '対象外' },
      ...{ failed: '失敗', unknown: '未確認' },
    },
  },
  vi: {
    heads: [
      ...['ID khách hàng', 'Tên', 'Kênh', 'Trạng thái', 'Lý do', 'Thời gian'],
      ...['Đã nhấp liên kết', 'Đã chạm nút', 'Đã trả lời', 'Đã gửi biểu mẫu'],
    ],
    states: {
      ...{ pending: 'Đang chờ', sending: 'Đang gửi', accepted: 'Đã tiếp nhận', skipped: 'Bỏ qua' },
      ...{ failed: 'Lỗi', unknown: 'Chưa xác nhận' },
    },
  },
};

const ROWS_AT_ONCE = 1_000;

/** Rows in words for people; without a language in the names of the API, for programs. */
async function* rowsOf(
  locale: Locale | undefined,
  partAfter: (after: string | null) => ReturnType<typeof recipientsAfter>,
): AsyncGenerator<readonly string[]> {
  const words = locale && WORDS[locale];
  yield words
    ? [...words.heads]
    : ['customerUuid', 'name', 'channel', 'state', 'reason', 'at', ...BROADCAST_REACTIONS];
  let after: string | null = null;
  do {
    const part: Awaited<ReturnType<typeof recipientsAfter>> = await partAfter(after);
    for (const { customerId, name, channelName, state, reason, at, reactions } of part)
      yield [
        ...[customerId ?? '', name, channelName, words ? words.states[state] : state],
        ...[reason ?? '', at?.toISOString() ?? ''],
        ...BROADCAST_REACTIONS.map((kind) => (reactions.includes(kind) ? '1' : '0')),
      ];
    after = part.length < ROWS_AT_ONCE ? null : (part.at(-1)?.id ?? null);
  } while (after !== null);
}

const sum = (rows: readonly { readonly count: number }[]) => rows.reduce((all, { count }) => all + count, 0);

/** Counting takes a second or two with 100,000 people, and pages ask each second while a broadcast is sent. */
const MANY = 20_000;
const SELDOM_MS = 15_000;
const counted = new Map<string, { readonly until: number; readonly counts: ReactionCounts }>();

/** Counts reactions, of many people at most every 15 seconds. */
async function reactionsOf(transaction: AccountTransaction, { id, people }: store.BroadcastRow) {
  if ((people ?? 0) <= MANY) return countReactions(transaction, id);
  const now = performance.now();
  for (const [key, { until }] of counted) if (until <= now) counted.delete(key);
  const known = counted.get(id);
  if (known) return known.counts;
  const counts = await countReactions(transaction, id);
  counted.set(id, { until: performance.now() + SELDOM_MS, counts });
  return counts;
}

/** Counts recipients, their results, and their reactions. */
async function numbersOf(
  transaction: AccountTransaction,
  row: store.BroadcastRow,
  tallies: readonly Tally[],
) {
  const inStates = (...states: readonly RecipientState[]) =>
    sum(tallies.filter(({ state }) => states.includes(state)));
  const reactions = await reactionsOf(transaction, row);
  return {
    people: sum(tallies),
    open: inStates('pending', 'sending'),
    accepted: inStates('accepted'),
    skipped: inStates('skipped'),
    failed: inStates('failed'),
    unknown: inStates('unknown'),
    cost: tallies.reduce((all, { paid }) => all + paid, 0),
    reactions: { ...reactions, clicked: row.linkTracking === 'person' ? reactions.clicked : null },
  };
}

async function comparedOf(
  transaction: AccountTransaction,
  id: BroadcastId,
): Promise<contract.ComparedBroadcast> {
  const row = orNotFound(await store.findBroadcast(transaction, id), 'broadcast');
  const { name, state, startedAt } = row;
  const numbers = await numbersOf(transaction, row, await tallyRecipients(transaction, id));
  return { ...{ uuid: id, name, state, startedAt: startedAt?.toISOString() ?? null }, ...numbers };
}

async function reportOf(transaction: AccountTransaction, id: BroadcastId): Promise<contract.BroadcastReport> {
  const row = orNotFound(await store.findBroadcast(transaction, id), 'broadcast');
  const tallies = await tallyRecipients(transaction, id);
  const links = await listReportedLinks(transaction, id);
  const reasons = new Map<string, contract.BroadcastReport['reasons'][number]>();
  for (const { state, reason, count } of tallies) {
    if (state === 'accepted' || state === 'sending' || reason === null) continue;
    const key = `${state}/${reason}`;
    const before = reasons.get(key)?.count ?? 0;
    reasons.set(key, { state, reason: reason ?? '', count: before + count });
  }
  return {
    state: row.state,
    reason: row.reason,
    quietUntil: row.state === 'sending' ? await findQuietEnd(transaction) : null,
    ...(await numbersOf(transaction, row, tallies)),
    linkTracking: row.linkTracking,
    links: links.map(({ id: uuid, url, part, clicks, people, lastClickAt }) => ({
      ...{ uuid, url, part, clicks, people: row.linkTracking === 'person' ? people : null },
      lastClickAt: lastClickAt?.toISOString() ?? null,
    })),
    reasons: [...reasons.values()].sort((one, other) => other.count - one.count),
    channels: row.channelIds.map((channelUuid) => {
      const there = tallies.filter(({ channelId }) => channelId === channelUuid);
      return {
        channelUuid,
        people: sum(there),
        accepted: sum(there.filter(({ state }) => state === 'accepted')),
        open: sum(there.filter(({ state }) => state === 'pending' || state === 'sending')),
      };
    }),
  };
}
