import { FormDefinition, type FormField, type FormFieldKind } from '@hanasu/contract/form-definition';
import { FormAnswer, type summariseForm } from '@hanasu/contract/form-submissions';
import type { CustomerFieldId, FormId, FormSubmissionId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { formContacts } from '../../contacts/public.ts';
import { findForm } from '../forms.store.ts';
import { fieldsIn } from './answers.ts';
import { ANSWERS, versions } from './submission-filter.ts';

/** Each value of these is counted. */
const COUNTED: ReadonlySet<FormFieldKind> = new Set([
  'choice',
  'choices',
  'scale',
  'number',
  'date',
  'time',
  'slot',
  'consent',
]);
/** Answers to these are as distinct as people are: the latest are listed. */
const LISTED: ReadonlySet<FormFieldKind> = new Set([
  'text',
  'longText',
  'phone',
  'email',
  'address',
  'hidden',
]);
const LISTED_MAX = 5;

type Summary = z.output<typeof summariseForm.output>;

/** Counts the answers to each question: those of the published version, then those that only older versions asked. */
export async function summarise(
  transaction: AccountTransaction,
  { role }: Actor,
  { id, from, until }: { readonly id: FormId } & z.output<typeof summariseForm.query>,
): Promise<Summary> {
  orNotFound(await findForm(transaction, id), 'form');
  const hidden = await formContacts.hiddenFields(transaction, role);
  const period = { formId: id, hidden, from, until };
  const answered = new Map((await countAnswers(transaction, period)).map((one) => [one.key, one]));
  const questions = (await questionsOf(transaction, period)).filter(
    ({ field, isAsked }) => (isAsked && !isHidden(field, hidden)) || answered.has(field.key),
  );
  const keysOf = (kinds: ReadonlySet<FormFieldKind>) =>
    questions.filter(({ field }) => kinds.has(field.kind)).map(({ field }) => field.key);
  const values = await countValues(transaction, { ...period, keys: keysOf(COUNTED) });
  const latest = await findLatest(transaction, { ...period, keys: keysOf(LISTED) });
  return {
    submissions: await countSubmissions(transaction, period),
    fields: questions.map(({ field: { key, kind }, version, isAsked, oldOptions }) => {
      const isNumber = kind === 'number' || kind === 'scale';
      const counted = values.filter((one) => one.key === key);
      return {
        ...{ key, version, isAsked },
        answered: answered.get(key)?.answered ?? 0,
        values: counted.map(({ value, count }) => ({ value, count })),
        oldOptions: oldOptions.filter((option) => counted.some(({ value }) => value === option.id)),
        average: isNumber ? (answered.get(key)?.average ?? null) : null,
        latest: latest
          .filter((one) => one.key === key)
          .map(({ submissionUuid, answer }) => ({ submissionUuid, answer: FormAnswer.parse(answer) })),
      };
    }),
  };
}

interface Question {
  readonly field: FormField;
  /** The newest version that asks it; null: the draft of a form that was never published. */
  readonly version: number | null;
  /** The published version asks it. */
  readonly isAsked: boolean;
  /** Options that only older versions had. */
  readonly oldOptions: Summary['fields'][number]['oldOptions'];
}

/** Questions of the published version and of those that were answered in the period, as the newest of them asks each. */
async function questionsOf(transaction: AccountTransaction, period: Period): Promise<Question[]> {
  const questions = new Map<string, Question>();
  const versions = await findAnsweredVersions(transaction, period);
  for (const [index, { definition, number }] of versions.entries())
    for (const field of fieldsIn(FormDefinition.parse(definition))) {
      if (field.kind === 'heading') continue;
      const known = questions.get(field.key);
      if (!known) questions.set(field.key, { field, version: number, isAsked: index === 0, oldOptions: [] });
      else questions.set(field.key, { ...known, oldOptions: withOptionsOf(known, field) });
    }
  return [...questions.values()];
}

function withOptionsOf({ field, oldOptions }: Question, older: FormField): Question['oldOptions'] {
  if (!('options' in field) || !('options' in older)) return oldOptions;
  const known = new Set([...field.options, ...oldOptions].map(({ id }) => id));
  return [...oldOptions, ...older.options.filter(({ id }) => !known.has(id))];
}

function isHidden(field: FormField, hidden: readonly CustomerFieldId[]): boolean {
  const target = 'mapTo' in field ? field.mapTo : null;
  return target !== null && 'fieldUuid' in target && hidden.includes(target.fieldUuid);
}

interface Period {
  readonly formId: FormId;
  /** Customer fields that the role does not see. */
  readonly hidden: readonly CustomerFieldId[];
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** `$1` to `$5`: the account and a `Period`. */
const IN_PERIOD = `s.account_id = $1 and s.form_id = $3 and ($4::timestamptz is null or s.created_at >= $4)
    and ($5::timestamptz is null or s.created_at < $5)`;
const VERSIONS = versions('form_id = $3');
const OF_FORM = `from form_submissions s join v on v.form_id = s.form_id and v.number = s.version
  cross join lateral jsonb_each(${ANSWERS}) as a(key, value) where ${IN_PERIOD}`;
const valuesOf = ({ accountId }: AccountTransaction, { formId, hidden, from, until }: Period) => [
  accountId,
  hidden,
  formId,
  from ?? null,
  until ?? null,
];

/** The published version, or the draft of a form without one, and those that were answered; the newest first. */
const findAnsweredVersions = (
  transaction: AccountTransaction,
  period: Period,
): Promise<{ definition: unknown; number: number | null }[]> =>
  transaction.rows<{ definition: unknown; number: number | null }>(
    `select v.definition, v.number from forms f
       join form_versions v on v.account_id = f.account_id and v.form_id = f.id
       where f.account_id = $1 and f.id = $3 and $2::text[] is not null and (v.number = f.version
         or v.number in (select s.version from form_submissions s where ${IN_PERIOD}))
     union all select f.draft, null from forms f where f.account_id = $1 and f.id = $3 and f.version is null
     order by number desc nulls last`,
    valuesOf(transaction, period),
  );

/** Answers of each field; an average of those that are numbers. */
const countAnswers = (
  transaction: AccountTransaction,
  period: Period,
): Promise<{ key: string; answered: number; average: number | null }[]> =>
  transaction.rows<{ key: string; answered: number; average: number | null }>(
    `with ${VERSIONS} select a.key, count(*)::int as answered,
       avg((a.value #>> '{}')::numeric) filter (where jsonb_typeof(a.value) = 'number')::float8 as average
     ${OF_FORM} group by a.key`,
    valuesOf(transaction, period),
  );

async function countSubmissions(transaction: AccountTransaction, period: Period): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from form_submissions s where ${IN_PERIOD} and $2::text[] is not null`,
    valuesOf(transaction, period),
  );
  return row?.count ?? 0;
}

type PeriodAndKeys = Period & { readonly keys: readonly string[] };

/** The most frequent values of these fields, at most 200 each. What was written instead of a choice counts as one. */
const countValues = (
  transaction: AccountTransaction,
  { keys, ...period }: PeriodAndKeys,
): Promise<{ key: string; value: string; count: number }[]> =>
  transaction.rows<{ key: string; value: string; count: number }>(
    `with ${VERSIONS}, given as (select a.key, case when jsonb_typeof(a.value) = 'array' then a.value else jsonb_build_array(a.value) end as list
       ${OF_FORM} and a.key = any($6::text[])),
     counted as (select g.key, case when t.value like 'other:%' then 'other:' else t.value end as value,
         count(*)::int as count
       from given g cross join lateral jsonb_array_elements_text(g.list) as t(value) group by 1, 2),
     ranked as (select c.*, row_number() over (partition by c.key order by c.count desc, c.value) as place from counted c)
     select r.key, r.value, r.count from ranked r where r.place <= 200 order by r.key, r.place`,
    [...valuesOf(transaction, period), keys],
  );

/** The latest answers to these fields, the newest first. */
const findLatest = (
  transaction: AccountTransaction,
  { keys, ...period }: PeriodAndKeys,
): Promise<{ key: string; submissionUuid: FormSubmissionId; answer: unknown }[]> =>
  transaction.rows<{ key: string; submissionUuid: FormSubmissionId; answer: unknown }>(
    `with ${VERSIONS} select k.key, l.id as "submissionUuid", l.answer
     from unnest($6::text[]) as k(key) cross join lateral (
       select s.id, s.created_at, s.answers -> k.key as answer
       from form_submissions s join v on v.form_id = s.form_id and v.number = s.version
       where ${IN_PERIOD} and (${ANSWERS}) ? k.key order by s.created_at desc, s.id desc limit ${LISTED_MAX}) l
     order by k.key, l.created_at desc, l.id desc`,
    [...valuesOf(transaction, period), keys],
  );
