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
    <PanelFrame title={t('inboxWork.report.title')} lead={t('inboxWork.report.lead')} onClose={onClose}>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t('inboxWork.report.period')}
        value={String(days)}
        data={PERIODS.map((count) => ({
          value: String(count),
          label: t('inboxWork.report.days', { count }),
        }))}
        onChange={(value) => setDays(Number(value))}
      />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={220} radius="md" />}
      {data && (
        <>
          <dl className={classes.figures}>
            <Figure name={t('inboxWork.report.median')} value={duration(data.firstResponseMedian)} />
            <Figure name={t('inboxWork.report.p90')} value={duration(data.firstResponseP90)} />
            <Figure name={t('inboxWork.report.waitingNow')} value={format.number(data.waitingNow)} />
            <Figure name={t('inboxWork.report.late')} value={format.number(data.late)} />
            <Figure name={t('inboxWork.report.conversations')} value={format.number(data.conversations)} />
            <Figure name={t('inboxWork.report.byPerson')} value={format.number(data.answeredByPerson)} />
            <Figure
              name={t('inboxWork.report.satisfaction')}
              value={data.satisfaction.average === null ? '–' : format.decimal(data.satisfaction.average)}
              note={t('inboxWork.report.satisfactionOf', {
                answered: format.number(data.satisfaction.answered),
                asked: format.number(data.satisfaction.asked),
              })}
            />
          </dl>
          <h3 className={classes.teamHead}>{t('inboxWork.report.team')}</h3>
          {data.byOperator.length === 0 ? (
            <p className={classes.dim}>{t('inboxWork.report.nobody')}</p>
          ) : (
            <table className={classes.team}>
              <thead>
                <tr>
                  <th scope="col">{t('inboxWork.report.who')}</th>
                  <th scope="col">{t('inboxWork.report.conversations')}</th>
                  <th scope="col">{t('inboxWork.report.messages')}</th>
                  <th scope="col">{t('inboxWork.report.firstAnswer')}</th>
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
