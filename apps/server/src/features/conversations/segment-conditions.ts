import { type ConditionKind, defineCondition } from '../../platform/feature.ts';
import type { WindowOf } from './conversations.store.ts';

/** Of the customer `c`. */
const THEIRS = 'f.account_id = $1 and f.customer_id = c.id';
const ALONE = 'k.account_id = f.account_id and k.friend_id = f.id';

const handling = defineCondition<'handling', readonly string[]>({
  kind: 'handling',
  sql: ({ handlings }, { bind }) => `exists (select 1 from friends f
    join conversations k on ${ALONE}
    where ${THEIRS} and k.handling = any(${bind(handlings, 'text[]')}))`,
  facts: `(select coalesce(json_agg(distinct k.handling), '[]') from friends f join conversations k on ${ALONE}
    where ${THEIRS})`,
  test: ({ handlings }, present) => handlings.some((one) => present.includes(one)),
});

interface Reach {
  readonly channel: string;
  readonly kind: string;
  /** Of their newest message, in milliseconds. */
  readonly lastAt: number | null;
}

const CHANNELS = `friends f join channels h on h.account_id = f.account_id and h.id = f.channel_id
  left join conversations k on ${ALONE}`;

/** `kinds`: of channels, whose manifests say how long after a word of theirs people can be written to. */
const windowCondition = (kinds: readonly string[], windowOf: WindowOf): ConditionKind =>
  defineCondition<'window', readonly Reach[]>({
    kind: 'window',
    sql({ channelUuids, channelKinds }, { now, bind }) {
      const limited = kinds.flatMap((kind) => {
        const openMs = windowOf(kind)?.openMs;
        return openMs === undefined ? [] : [{ kind, since: new Date(now - openMs).toISOString() }];
      });
      const parts = [
        ...(channelUuids.length === 0 ? [] : [`f.channel_id = any(${bind(channelUuids, 'uuid[]')})`]),
        ...(channelKinds.length === 0 ? [] : [`h.kind = any(${bind(channelKinds, 'text[]')})`]),
        ...limited.map(
          ({ kind, since }) =>
            `(h.kind <> ${bind(kind, 'text')} or k.last_customer_at >= ${bind(since, 'timestamptz')})`,
        ),
      ];
      const all = [THEIRS, `f.state <> 'blocked'`, ...parts];
      return `exists (select 1 from ${CHANNELS} where ${all.join(' and ')})`;
    },
    facts: `(select coalesce(json_agg(json_build_object('channel', f.channel_id, 'kind', h.kind,
        'lastAt', floor(extract(epoch from k.last_customer_at) * 1000))), '[]')
      from ${CHANNELS} where ${THEIRS} and f.state <> 'blocked')`,
    test: ({ channelUuids, channelKinds }, reached, { now }) =>
      reached.some(({ channel, kind, lastAt }) => {
        const openMs = windowOf(kind)?.openMs;
        return (
          (channelUuids.length === 0 || channelUuids.some((uuid) => uuid === channel)) &&
          (channelKinds.length === 0 || channelKinds.includes(kind)) &&
          (openMs === undefined || (lastAt !== null && lastAt >= now - openMs))
        );
      }),
  });

/** What the tables of conversations answer. */
export const conversationConditions = (
  kinds: readonly string[],
  windowOf: WindowOf,
): readonly ConditionKind[] => [handling, windowCondition(kinds, windowOf)];
