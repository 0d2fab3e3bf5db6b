import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { type CustomerFacts, createCustomer } from '@hanasu/contract/customers';
import { OTHER } from '@hanasu/contract/form-answers';
import type { FormDefinition, FormField, FormWords } from '@hanasu/contract/form-definition';
import type { FormAnswer } from '@hanasu/contract/form-submissions';
import { defineCondition } from '../../../platform/feature.ts';
import { formContacts } from '../../contacts/public.ts';

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

const DAY_MS = 86_400_000;

/** Who has sent a form; submissions of who was merged into them are theirs. */
export const submitted = defineCondition<
  'submitted',
  readonly { readonly form: string; readonly at: number }[]
>({
  kind: 'submitted',
  sql({ formUuid, days }, { now, bind }) {
    const since =
      days === null
        ? 'true'
        : `s.created_at >= ${bind(new Date(now - days * DAY_MS).toISOString(), 'timestamptz')}`;
    return `exists (select 1 from form_submissions s where ${THEIRS} and s.form_id = ${bind(formUuid, 'uuid')} and ${since})`;
  },
  facts: `(select coalesce(json_agg(json_build_object('form', s.form_id,
      'at', floor(extract(epoch from s.created_at) * 1000))), '[]') from form_submissions s where ${THEIRS})`,
  test: ({ formUuid, days }, sent, { now }) =>
    sent.some(({ form, at }) => form === formUuid && (days === null || at >= now - days * DAY_MS)),
  async findProblems(transaction, conditions) {
    const wanted = conditions.map(({ formUuid }) => formUuid);
    const known = await formContacts.findFormIds(transaction, wanted);
    return wanted.map((id) => (known.includes(id) ? null : 'form_missing'));
  },
});
