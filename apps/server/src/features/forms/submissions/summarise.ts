import { FormDefinition, type FormField, type FormFieldKind } from '@hanasu/contract/form-definition';
import { FormAnswer, type summariseForm } from '@hanasu/contract/form-submissions';
import type { CustomerFieldId, FormId, FormSubmissionId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { formContacts } from '../../contacts/public.ts';
import { findDefinitions, findForm } from '../forms.store.ts';
import { fieldsIn } from './answers.ts';

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
  const period = { formId: id, from, until };
  const answered = new Map((await countAnswers(transaction, period)).map((one) => [one.key, one]));
  const questions = (await questionsOf(transaction, id)).filter(
    ({ field, isAsked }) => !isHidden(field, hidden) && (isAsked || answered.has(field.key)),
  );
  const keysOf = (kinds: ReadonlySet<FormFieldKind>) =>
    questions.filter(({ field }) => kinds.has(field.kind)).map(({ field }) => field.key);
  const values = await countValues(transaction, { ...period, keys: keysOf(COUNTED) });
  const latest = await findLatest(transaction, { ...period, keys: keysOf(LISTED) });
  return {
    submissions: await countSubmissions(transaction, period),
    fields: questions.map(({ field: { key, kind }, version, isAsked }) => {
      const isNumber = kind === 'number' || kind === 'scale';
      return {
        ...{ key, version, isAsked },
        answered: answered.get(key)?.answered ?? 0,
        values: values.filter((one) => one.key === key).map(({ value, count }) => ({ value, count })),
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
}

/** Questions of every version, as the newest version that has them asks them. */
async function questionsOf(transaction: AccountTransaction, id: FormId): Promise<Question[]> {
  const questions = new Map<string, Question>();
  const versions = await findDefinitions(transaction, id);
  for (const [index, { definition, number }] of versions.entries())
    for (const field of fieldsIn(FormDefinition.parse(definition)))
      if (field.kind !== 'heading' && !questions.has(field.key))
        questions.set(field.key, { field, version: number, isAsked: index === 0 });
  return [...questions.values()];
}

function isHidden(field: FormField, hidden: readonly CustomerFieldId[]): boolean {
  const target = 'mapTo' in field ? field.mapTo : null;
  return target !== null && 'fieldUuid' in target && hidden.includes(target.fieldUuid);
}

interface Period {
  readonly formId: FormId;
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** `$1` to `$4`: the account and a `Period`. */
const INSIDE = `s.account_id = $1 and s.form_id = $2 and ($3::timestamptz is null or s.created_at >= $3)
    and ($4::timestamptz is null or s.created_at < $4)`;
const OF_FORM = `from form_submissions s cross join lateral jsonb_each(s.answers) as a(key, value) where ${INSIDE}`;
const valuesOf = ({ accountId }: AccountTransaction, { formId, from, until }: Period) => [
  accountId,
  formId,
  from ?? null,
  until ?? null,
];

/** Answers of each field; an average of those that are numbers. */
const countAnswers = (
  transaction: AccountTransaction,
  period: Period,
): Promise<{ key: string; answered: number; average: number | null }[]> =>
  transaction.rows<{ key: string; answered: number; average: number | null }>(
    `select a.key, count(*)::int as answered,
       avg((a.value #>> '{}')::numeric) filter (where jsonb_typeof(a.value) = 'number')::float8 as average
     ${OF_FORM} group by a.key`,
    valuesOf(transaction, period),
  );

async function countSubmissions(transaction: AccountTransaction, period: Period): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from form_submissions s where ${INSIDE}`,
    valuesOf(transaction, period),
  );
  return row?.count ?? 0;
}

type OfKeys = Period & { readonly keys: readonly string[] };

/** The most frequent values of these fields, at most 200 each. What was written instead of a choice counts as one. */
const countValues = (
  transaction: AccountTransaction,
  { keys, ...period }: OfKeys,
): Promise<{ key: string; value: string; count: number }[]> =>
  transaction.rows<{ key: string; value: string; count: number }>(
    `with given as (select a.key, case when jsonb_typeof(a.value) = 'array' then a.value else jsonb_build_array(a.value) end as list
       ${OF_FORM} and a.key = any($5::text[])),
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
  { keys, ...period }: OfKeys,
): Promise<{ key: string; submissionUuid: FormSubmissionId; answer: unknown }[]> =>
  transaction.rows<{ key: string; submissionUuid: FormSubmissionId; answer: unknown }>(
    `select k.key, l.id as "submissionUuid", l.answer from unnest($5::text[]) as k(key) cross join lateral (
       select s.id, s.created_at, s.answers -> k.key as answer from form_submissions s where ${INSIDE} and s.answers ? k.key
       order by s.created_at desc, s.id desc limit ${LISTED_MAX}) l
     order by k.key, l.created_at desc, l.id desc`,
    [...valuesOf(transaction, period), keys],
  );
