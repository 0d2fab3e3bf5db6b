import {
  BROADCASTS_COMPARED_MAX,
  type BroadcastReport,
  type ComparedBroadcast,
} from '@hanasu/contract/broadcast-report';
import type { BroadcastView } from '@hanasu/contract/broadcasts';
import { MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Stat, Stats } from '../../shell/components/Stats.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import classes from './Broadcasts.module.css';
import { comparableQuery, comparedQuery } from './broadcasts.queries.ts';

const COUNTS = ['clicks', 'clicked', 'tapped', 'replied', 'filled', 'blocked', 'returned'] as const;
type Numbers = Pick<ComparedBroadcast, 'accepted' | 'unknown' | 'reactions'>;

/** Count of a reaction, and its share of the people whom the broadcast may have reached. */
function useReactionWords() {
  const format = useFormat();
  return ({ accepted, unknown, reactions }: Numbers, kind: (typeof COUNTS)[number]) => {
    const count = reactions[kind];
    const reached = accepted + unknown;
    return {
      value: count === null ? '—' : format.number(count),
      part: count === null || kind === 'clicks' || reached === 0 ? null : format.percent(count / reached),
    };
  };
}

/** Of clicks without a counted link. */
const NOT_COUNTED = { value: '—', part: null };

/** What people did after it had reached them, and which links they followed. */
export function Reactions({ report }: { report: BroadcastReport }) {
  const { t } = useWords();
  const wordsOf = useReactionWords();
  const format = useFormat();
  const { links, linkTracking } = report;
  return (
    <Surface aria-label={t('broadcasts.reactions.title')}>
      <Stack gap="md">
        <h2 className={classes.heading}>{t('broadcasts.reactions.title')}</h2>
        <Stats>
          {COUNTS.map((kind) => {
            const isUncounted = kind === 'clicks' && links.length === 0;
            const { value, part } = isUncounted ? NOT_COUNTED : wordsOf(report, kind);
            return (
              <Stat
                key={kind}
                label={t(`broadcasts.reactions.${kind}`)}
                value={value}
                note={part === null ? undefined : t('broadcasts.reactions.ofReached', { part })}
              />
            );
          })}
        </Stats>
        <p className={classes.note}>{t('broadcasts.reactions.about')}</p>
        {linkTracking !== 'person' && (
          <p className={classes.note}>{t('broadcasts.reactions.clickersUnknown')}</p>
        )}
        {links.length > 0 && (
          <DataTable label={t('broadcasts.links.title')}>
            <thead>
              <tr>
                <th>{t('broadcasts.links.link')}</th>
                <th data-number>{t('broadcasts.reactions.clicks')}</th>
                {linkTracking === 'person' && <th data-number>{t('broadcasts.people')}</th>}
                <th data-minor>{t('broadcasts.links.lastClick')}</th>
              </tr>
            </thead>
            <tbody>
              {links.map(({ uuid, url, clicks, people, lastClickAt }) => (
                <tr key={uuid}>
                  <td className={classes.address}>{url}</td>
                  <td data-number>{format.number(clicks)}</td>
                  {linkTracking === 'person' && <td data-number>{format.number(people ?? 0)}</td>}
                  <td data-minor>{lastClickAt ? format.dateTime(lastClickAt) : '—'}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        )}
      </Stack>
    </Surface>
  );
}

/** This one beside others: a column for each, one below the other on a phone. */
export function Comparison({ broadcast: { uuid } }: { broadcast: BroadcastView }) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const [chosen, setChosen] = useState<BroadcastView['uuid'][]>([]);
  const { data: others = [] } = useQuery(comparableQuery(uuid));
  const compared = useQuery({ ...comparedQuery([uuid, ...chosen]), enabled: chosen.length > 0 });
  if (others.length === 0) return null;
  return (
    <Surface aria-label={t('broadcasts.compare.title')}>
      <Stack gap="md">
        <h2 className={classes.heading}>{t('broadcasts.compare.title')}</h2>
        <MultiSelect
          label={t('broadcasts.compare.others')}
          searchable
          hidePickedOptions
          maxValues={BROADCASTS_COMPARED_MAX - 1}
          data={nameOptions(others)}
          value={chosen}
          onChange={(values) =>
            setChosen(others.flatMap((one) => (values.includes(one.uuid) ? [one.uuid] : [])))
          }
        />
        {compared.error && chosen.length > 0 && (
          <ErrorNotice error={compared.error} onRetry={() => void compared.refetch()} />
        )}
        {chosen.length > 0 && compared.data && (
          <ul className={classes.compared}>
            {compared.data.items.map((one) => (
              <Compared key={one.uuid} one={one} isThis={one.uuid === uuid} />
            ))}
          </ul>
        )}
      </Stack>
    </Surface>
  );
}

function Compared({ one, isThis }: { one: ComparedBroadcast; isThis: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const wordsOf = useReactionWords();
  const lines = [
    ...(['people', 'accepted', 'cost'] as const).map((kind) => ({
      words: t(kind === 'people' ? 'broadcasts.people' : `broadcasts.counts.${kind}`),
      value: format.number(one[kind]),
      part: null,
    })),
    ...COUNTS.map((kind) => ({ words: t(`broadcasts.reactions.${kind}`), ...wordsOf(one, kind) })),
  ];
  return (
    <li>
      {isThis ? (
        <strong>{one.name}</strong>
      ) : (
        <Link to="/Channel/message/$uuid" params={{ uuid: one.uuid }} className={cellClasses.main}>
          {one.name}
        </Link>
      )}
      <span className={classes.note}>{one.startedAt ? format.dateTime(one.startedAt) : '—'}</span>
      <dl>
        {lines.map(({ words, value, part }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              {value}
              {part !== null && <small> {part}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
