import { createHash } from 'node:crypto';
import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { type CustomerFacts, createCustomer } from '@hanasu/contract/customers';
import { OTHER } from '@hanasu/contract/form-answers';
import { FormDefinition, type FormField, type FormWords } from '@hanasu/contract/form-definition';
import type { FormAnswer } from '@hanasu/contract/form-submissions';
import type { FormId } from '@hanasu/contract/ids';
import type { ConditionOf, FieldTest, SegmentReason } from '@hanasu/contract/segments';
import { defineCondition } from '../../../platform/feature.ts';
import { formContacts } from '../../contacts/public.ts';
import { findDefinitions } from '../forms.store.ts';

const THEIRS = `s.account_id = $1 and (s.customer_id = c.id or s.customer_id in (select x.merged_id
  from customer_merges x where x.account_id = $1 and x.kept_id = c.id))`;

export const fieldsIn = ({ pages }: Pick<FormDefinition, 'pages'>): FormField[] =>
  pages.flatMap(({ fields }) => fields);

/** In the first of the languages that has words. */
export const wordsOf = (words: FormWords, languages: FormDefinition['languages']): string =>
  languages.map((language) => words[language]).find(Boolean) ?? '';

/** An answer as staff read it: choices by their labels. */
export function textOfAnswer(
  field: FormField,
  answer: FormAnswer,
  languages: FormDefinition['languages'],
): string {
  const optionOf = (id: string): string => {
    const option = 'options' in field ? field.options.find((one) => one.id === id) : undefined;
    return option ? wordsOf(option.label, languages) || id : id;
  };
  if (typeof answer === 'boolean') return answer ? '✓' : '';
  if (typeof answer === 'number') return String(answer);
  if (Array.isArray(answer)) return answer.map(optionOf).join(', ');
  if (typeof answer === 'object')
    return [answer.postalCode, answer.region, answer.city, answer.line1, answer.line2]
      .filter(Boolean)
      .join(' ');
  if (field.kind === 'choice' && answer.startsWith(OTHER)) return answer.slice(OTHER.length);
  return field.kind === 'choice' ? optionOf(answer) : answer;
}

/** What an account's own field takes of an answer; undefined: nothing. Whether it fits is looked at where it is written. */
function valueFor(
  known: CustomerFieldView,
  field: FormField,
  { answer, languages }: { readonly answer: FormAnswer; readonly languages: FormDefinition['languages'] },
): CustomerFieldValue | undefined {
  const chosen = (id: string): string => {
    const labels = Object.values(
      ('options' in field && field.options.find((one) => one.id === id)?.label) || {},
    );
    const isSame = (option: { readonly id: string; readonly label: string }): boolean =>
      option.id === id || labels.includes(option.label);
    return known.options.find(isSame)?.id ?? id;
  };
  if (known.kind === 'text') return textOfAnswer(field, answer, languages);
  if (known.kind === 'multi') return Array.isArray(answer) ? answer.map(chosen) : undefined;
  if (Array.isArray(answer) || typeof answer === 'object') return undefined;
  return known.kind === 'choice' ? chosen(String(answer)) : answer;
}

/** What answers say of a customer, as far as it can be written there. */
export function factsOf(
  definition: FormDefinition,
  answers: Readonly<Record<string, FormAnswer>>,
  ownFields: readonly CustomerFieldView[],
): CustomerFacts {
  const { languages } = definition;
  const facts: Record<string, unknown> = {};
  const own: Record<string, CustomerFieldValue> = {};
  for (const field of fieldsIn(definition)) {
    const answer = answers[field.key];
    if (answer === undefined || !('mapTo' in field) || field.mapTo === null) continue;
    const target = field.mapTo;
    if ('fieldUuid' in target) {
      const known = ownFields.find(({ uuid }) => uuid === target.fieldUuid);
      const value = known && valueFor(known, field, { answer, languages });
      if (value !== undefined) own[target.fieldUuid] = value;
      continue;
    }
    const { fact } = target;
    const isContact = fact === 'phone' || fact === 'email';
    const isWords = fact === 'displayName' || fact === 'kana' || fact === 'note';
    const value = isWords ? textOfAnswer(field, answer, languages) : answer;
    const given = isContact ? { [`${fact}s`]: [value] } : { [fact]: value };
    Object.assign(facts, createCustomer.body.safeParse(given).data);
  }
  return { ...createCustomer.body.parse(facts), ...(Object.keys(own).length > 0 ? { fields: own } : {}) };
}

/** The same for the same answers; files are left out, as each upload is another one. */
export function fingerprintOf(
  definition: FormDefinition,
  answers: Readonly<Record<string, FormAnswer>>,
): string {
  const compared = fieldsIn(definition).flatMap(({ kind, key }) =>
    kind === 'file' || answers[key] === undefined ? [] : [[key, answers[key]]],
  );
  return createHash('sha256').update(JSON.stringify(compared)).digest('base64url');
}

const DAY_MS = 86_400_000;

/** What a condition can ask of the answer to a field. */
const TESTS: Readonly<Partial<Record<FormField['kind'], readonly FieldTest['op'][]>>> = {
  choice: ['any'],
  choices: ['any', 'all'],
  scale: ['between'],
  number: ['between'],
  consent: ['yes', 'no'],
};
type Submitted = ConditionOf<'submitted'>;

/** `definitions`: of all versions, so that a question that is no longer asked can still be asked about. */
function problemWithAnswer(
  { answer }: Submitted,
  definitions: readonly FormDefinition[],
  hidden: readonly string[],
): SegmentReason | null {
  if (answer === null) return null;
  const { field: key, test } = answer;
  const fields = definitions.flatMap(fieldsIn).filter((field) => field.key === key);
  if (fields.length === 0) return 'field_missing';
  const isHidden = (field: FormField): boolean => {
    const target = 'mapTo' in field ? field.mapTo : null;
    return target !== null && 'fieldUuid' in target && hidden.includes(target.fieldUuid);
  };
  if (fields.some(isHidden)) return 'field_hidden';
  if (!fields.some(({ kind }) => TESTS[kind]?.includes(test.op))) return 'field_test';
  const options = fields.flatMap((field) => ('options' in field ? field.options : []));
  const wanted = 'options' in test ? test.options : [];
  return wanted.every((id) => options.some((option) => option.id === id)) ? null : 'option_missing';
}

interface Sent {
  readonly form: string;
  readonly at: number;
  readonly answers: Readonly<Record<string, CustomerFieldValue>>;
}
/** An option's id is not longer; what somebody wrote is not looked at. */
const CHOSEN = `coalesce((select json_object_agg(a.key, a.value) from jsonb_each(s.answers) a
  where jsonb_typeof(a.value) <> 'object' and not (jsonb_typeof(a.value) = 'string' and length(a.value #>> '{}') > 40)), '{}')`;

/** Who has sent a form; submissions of who was merged into them are theirs. */
export const submitted = defineCondition<'submitted', readonly Sent[]>({
  kind: 'submitted',
  sql({ formUuid, days, answer }, scope) {
    const { now, bind } = scope;
    const parts = [
      THEIRS,
      `s.form_id = ${bind(formUuid, 'uuid')}`,
      ...(days === null
        ? []
        : [`s.created_at >= ${bind(new Date(now - days * DAY_MS).toISOString(), 'timestamptz')}`]),
      ...(answer === null
        ? []
        : [formContacts.fieldSql(answer.test, `s.answers -> ${bind(answer.field, 'text')}`, scope)]),
    ];
    return `exists (select 1 from form_submissions s where ${parts.join(' and ')})`;
  },
  facts: `(select coalesce(json_agg(json_build_object('form', s.form_id,
      'at', floor(extract(epoch from s.created_at) * 1000), 'answers', ${CHOSEN})), '[]')
    from form_submissions s where ${THEIRS})`,
  test: ({ formUuid, days, answer }, sent, scope) =>
    sent.some(
      ({ form, at, answers }) =>
        form === formUuid &&
        (days === null || at >= scope.now - days * DAY_MS) &&
        (answer === null || formContacts.testField(answer.test, answers[answer.field] ?? null, scope)),
    ),
  async findProblems(transaction, conditions, role) {
    const wanted = conditions.map(({ formUuid }) => formUuid);
    const known = await formContacts.findFormIds(transaction, wanted);
    const asked = new Set(conditions.flatMap(({ formUuid, answer }) => (answer ? [formUuid] : [])));
    const hidden = asked.size > 0 ? await formContacts.hiddenFields(transaction, role) : [];
    const definitions = new Map<FormId, FormDefinition[]>();
    for (const id of asked)
      definitions.set(
        id,
        (await findDefinitions(transaction, id)).map((found) => FormDefinition.parse(found.definition)),
      );
    return conditions.map((condition) => {
      const { formUuid } = condition;
      if (!known.includes(formUuid)) return 'form_missing';
      return problemWithAnswer(condition, definitions.get(formUuid) ?? [], hidden);
    });
  },
});
