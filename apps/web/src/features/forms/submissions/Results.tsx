import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { FormField } from '@hanasu/contract/form-definition';
import type { summariseForm } from '@hanasu/contract/form-submissions';
import type { FormWithDraft } from '@hanasu/contract/forms';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { DateRange } from '../../../shell/components/DateRange.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Printed } from '../../../shell/components/Printed.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useAnswerLabel } from './AnswerFilter.tsx';
import { type Bar, barsOf } from './result-bars.ts';
import classes from './Submissions.module.css';
import { type SubmissionFilter, summaryQuery, useAnsweredFields } from './submissions.queries.ts';
import { useAnswerWords } from './use-answer-words.ts';

interface ResultsProps {
  form: FormWithDraft;
  filter: SubmissionFilter;
  onFilter: (change: SubmissionFilter) => void;
}
type Summary = EndpointOutput<typeof summariseForm>;

/** The answers to each question, counted. */
export function Results({ form, filter: { from, until }, onFilter }: ResultsProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data, error, refetch } = useQuery(summaryQuery(form.uuid, { from, until }));
  const total = data?.submissions ?? 0;
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.days}>
          <DateRange
            label={t('submissions.filters.days')}
            value={[from ?? null, until ?? null]}
            onChange={([first, last]) => onFilter({ from: first ?? undefined, until: last ?? undefined })}
            clearable
          />
        </div>
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={280} aria-hidden />}
      {data && (
        <div className={classes.summary}>
          <p role="status" className="numbers">
            {t('submissions.all', { count: total, number: format.number(total) })}
          </p>
          {total > 0 && (
            <Button variant="default" leftSection={<Icon name="file-text" />} onClick={() => window.print()}>
              {t('submissions.print')}
            </Button>
          )}
        </div>
      )}
      {data && total === 0 && (
        <EmptyState drawing="form" title={t('submissions.empty')} text={t('submissions.results.emptyText')} />
      )}
      {data && total > 0 && (
        <>
          <Questions form={form} summary={data} />
          <Printed>
            <h1>{form.name}</h1>
            <p>{t('submissions.all', { count: total, number: format.number(total) })}</p>
            <Questions form={form} summary={data} isPrinted />
          </Printed>
        </>
      )}
    </>
  );
}

interface QuestionsProps {
  form: FormWithDraft;
  summary: Summary;
  isPrinted?: boolean;
}

function Questions({ form, summary, isPrinted = false }: QuestionsProps) {
  const known = useAnsweredFields(
    form.uuid,
    summary.fields.flatMap(({ version }) => version ?? []),
  );
  return summary.fields.map((counted) => {
    const asked = known.find(({ key }) => key === counted.key);
    // Answers by options that are gone keep their labels.
    const field =
      asked && 'options' in asked ? { ...asked, options: [...asked.options, ...counted.oldOptions] } : asked;
    return field && <Question key={counted.key} field={field} counted={counted} isPrinted={isPrinted} />;
  });
}

interface QuestionProps {
  field: FormField;
  counted: Summary['fields'][number];
  isPrinted: boolean;
}

function Question({ field, counted, isPrinted }: QuestionProps) {
  const { t } = useWords();
  const format = useFormat();
  const { labelOf } = useAnswerWords();
  const { answered, average, values, latest, isAsked } = counted;
  const bars = barsOf(field, values);
  const label = labelOf(field);
  const id = `${isPrinted ? 'printed' : 'result'}-${field.key}`;
  const facts = [
    t('submissions.results.answered', { count: answered, number: format.number(answered) }),
    ...(average === null ? [] : [t('submissions.results.average', { number: format.decimal(average) })]),
    ...(isAsked ? [] : [t('submissions.results.notAsked')]),
  ];
  return (
    <section className={classes.question} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {label}
      </h2>
      <p className={classes.sub}>{facts.join(' · ')}</p>
      {values.length > 0 && <Bars {...{ label, bars, answered, field, isPrinted }} />}
      {values.length > 0 && !isPrinted && <BarTable {...{ label, bars, answered, field }} />}
      {latest.length > 0 && <Latest field={field} counted={counted} isPrinted={isPrinted} />}
    </section>
  );
}

/** The latest answers to a question whose answers are free text. */
function Latest({ field, counted: { answered, latest }, isPrinted }: QuestionProps) {
  const { t } = useWords();
  const format = useFormat();
  const { textOf, labelOf } = useAnswerWords();
  return (
    <>
      <ul
        className={classes.latest}
        aria-label={t('submissions.results.latest', { question: labelOf(field) })}
      >
        {latest.map(({ submissionUuid, answer }) => (
          <li key={submissionUuid} className={classes.latestItem}>
            {isPrinted ? (
              textOf(field, answer)
            ) : (
              <Link
                from={HERE}
                to="."
                search={(old) => ({ ...old, tab: undefined, submission: submissionUuid })}
                className={classes.answerLink}
              >
                {textOf(field, answer)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {answered > latest.length && !isPrinted && (
        <AnswerLink field={field}>
          {t('submissions.results.all', { count: answered, number: format.number(answered) })}
        </AnswerLink>
      )}
    </>
  );
}

const HERE = '/Channel/custom_form/$uuid/submissions';

interface AnswerLinkProps {
  field: FormField;
  /** Undefined: any answer to the question. */
  answer?: string;
  children: ReactNode;
}

/** Leads to the submissions with this answer, of the same days. */
const AnswerLink = ({ field: { key }, answer, children }: AnswerLinkProps) => (
  <Link
    from={HERE}
    to="."
    search={({ from, until }) => ({ from, until, field: key, answer })}
    className={classes.answerLink}
  >
    {children}
  </Link>
);

interface BarsProps {
  label: string;
  field: FormField;
  bars: readonly Bar[];
  answered: number;
}

function Bars({ label, field, bars, answered, isPrinted }: BarsProps & { isPrinted: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const barLabel = useBarLabel();
  const top = bars.reduce<Bar | undefined>(
    (most, bar) => (most && most.count >= bar.count ? most : bar),
    undefined,
  );
  const spoken = t('submissions.results.spoken', {
    question: label,
    count: answered,
    number: format.number(answered),
    top: top ? barLabel(field, top) : '',
    times: format.number(top?.count ?? 0),
  });
  return (
    <ul aria-label={spoken} className={classes.bars}>
      {bars.map((bar) => (
        <li key={bar.value} className={classes.bar}>
          <span className={classes.barLabel}>
            {isPrinted || isRange(bar) || bar.count === 0 ? (
              barLabel(field, bar)
            ) : (
              <AnswerLink field={field} answer={bar.value}>
                {barLabel(field, bar)}
              </AnswerLink>
            )}
          </span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.fill}
              style={{ width: `${answered === 0 ? 0 : (100 * bar.count) / answered}%` }}
            />
          </span>
          <span className={classes.barCount}>{format.number(bar.count)}</span>
          <span className={classes.sub}>{format.percent(answered === 0 ? 0 : bar.count / answered)}</span>
        </li>
      ))}
    </ul>
  );
}

/** It stands for more than one answer. */
const isRange = ({ to, isMonth }: Bar): boolean => to !== undefined || isMonth === true;

function BarTable({ label, field, bars, answered }: BarsProps) {
  const { t } = useWords();
  const format = useFormat();
  const barLabel = useBarLabel();
  return (
    <details className={classes.table}>
      <summary aria-label={t('submissions.results.tableOf', { question: label })}>
        {t('submissions.results.table')}
      </summary>
      <DataTable label={label}>
        <thead>
          <tr>
            <th scope="col">{t('submissions.results.answer')}</th>
            <th scope="col" data-number>
              {t('submissions.results.count')}
            </th>
            <th scope="col" data-number>
              {t('submissions.results.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.value}>
              <td>{barLabel(field, bar)}</td>
              <td data-number>{format.number(bar.count)}</td>
              <td data-number>{format.percent(answered === 0 ? 0 : bar.count / answered)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  );
}

/** What a bar stands for, in words. */
function useBarLabel(): (field: FormField, bar: Bar) => string {
  const { t, locale } = useWords();
  const format = useFormat();
  const answerLabel = useAnswerLabel();
  const month = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { month: 'long', year: 'numeric' });
  return (field, { value, to, isMonth }) => {
    if (to !== undefined)
      return t('submissions.results.range', {
        from: format.decimal(Number(value)),
        to: format.decimal(Number(to)),
      });
    return isMonth ? month.format(new Date(`${value}-15T12:00:00`)) : answerLabel(field, value);
  };
}
