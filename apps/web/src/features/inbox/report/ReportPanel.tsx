import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { durationWords } from '../durations.ts';
import { reportQuery } from '../inbox.queries.ts';
import classes from '../Panel.module.css';
import { PanelFrame } from '../PanelFrame.tsx';

const PERIODS = [7, 30, 90] as const;

/** How fast people answered, and how content customers were. */
export function ReportPanel({ onClose }: { onClose: () => void }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const [days, setDays] = useState<number>(30);
  const { data, error, isPending, refetch } = useQuery(reportQuery(days));
  const duration = (seconds: number | null) =>
    seconds === null ? '–' : durationWords(seconds, LOCALE_TAGS[locale]);
  return (
    <PanelFrame title={t('inboxReport.title')} lead={t('inboxReport.lead')} onClose={onClose}>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t('inboxReport.period')}
        value={String(days)}
        data={PERIODS.map((count) => ({
          value: String(count),
          label: t('inboxReport.days', { count }),
        }))}
        onChange={(value) => setDays(Number(value))}
      />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={220} radius="md" />}
      {data && (
        <>
          <dl className={classes.figures}>
            <Figure name={t('inboxReport.median')} value={duration(data.firstResponseMedian)} />
            <Figure name={t('inboxReport.p90')} value={duration(data.firstResponseP90)} />
            <Figure name={t('inboxReport.waitingNow')} value={format.number(data.waitingNow)} />
            <Figure name={t('inboxReport.late')} value={format.number(data.late)} />
            <Figure name={t('inboxReport.conversations')} value={format.number(data.conversations)} />
            <Figure name={t('inboxReport.byPerson')} value={format.number(data.answeredByPerson)} />
            <Figure
              name={t('inboxReport.satisfaction')}
              value={data.satisfaction.average === null ? '–' : format.decimal(data.satisfaction.average)}
              note={t('inboxReport.satisfactionOf', {
                answered: format.number(data.satisfaction.answered),
                asked: format.number(data.satisfaction.asked),
              })}
            />
          </dl>
          <h3 className={classes.teamHead}>{t('inboxReport.team')}</h3>
          {data.byOperator.length === 0 ? (
            <p className={classes.dim}>{t('inboxReport.nobody')}</p>
          ) : (
            <table className={classes.team}>
              <thead>
                <tr>
                  <th scope="col">{t('inboxReport.who')}</th>
                  <th scope="col">{t('inboxReport.conversations')}</th>
                  <th scope="col">{t('inboxReport.messages')}</th>
                  <th scope="col">{t('inboxReport.firstAnswer')}</th>
                </tr>
              </thead>
              <tbody>
                {data.byOperator.map(({ uuid, name, conversations, messages, firstResponseMedian }) => (
                  <tr key={uuid}>
                    <th scope="row">{name}</th>
                    <td>{format.number(conversations)}</td>
                    <td>{format.number(messages)}</td>
                    <td>{duration(firstResponseMedian)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </PanelFrame>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note && <span className={classes.dim}>{note}</span>}
      </dd>
    </div>
  );
}
