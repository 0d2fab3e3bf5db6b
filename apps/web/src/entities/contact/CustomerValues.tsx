import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { CustomerView } from '@hanasu/contract/customers';
import { plainUrl } from '@hanasu/contract/typed-formats';
import { numberText, readOneNumber } from '@hanasu/contract/typed-numbers';
import { useQuery } from '@tanstack/react-query';
import { type Format, useFormat, useWords } from '../../i18n/use-words.ts';
import { customerFieldsQuery, type SaveCustomer } from './customers.queries.ts';
import { FixedFact, SavedMany, SavedSelect, SavedText } from './SavedField.tsx';
import { useNumberProblem, useNumberStyle } from './use-number-style.ts';

interface CustomerValuesProps {
  customer: CustomerView;
  /** Null: they are only read. */
  save: SaveCustomer | null;
}

/** What the account keeps of its customers besides the facts that everybody has. */
export function CustomerValues({ customer, save }: CustomerValuesProps) {
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  const textOf = useValueText();
  return fields
    .filter(({ archivedAt }) => archivedAt === null)
    .map((field) => {
      const value = customer.fields[field.uuid];
      if (save) {
        const put = (next: CustomerFieldValue | null) => save({ fields: { [field.uuid]: next } });
        return <EditedValue key={field.uuid} field={field} value={value} put={put} />;
      }
      return (
        <FixedFact key={field.uuid} label={field.label}>
          {value === undefined ? null : textOf(field, value)}
        </FixedFact>
      );
    });
}

interface EditedValueProps {
  field: CustomerFieldView;
  value: CustomerFieldValue | undefined;
  put: (value: CustomerFieldValue | null) => Promise<unknown>;
}

function EditedValue({ field, value, put }: EditedValueProps) {
  const { t } = useWords();
  const { label, kind } = field;
  const options = field.options.map((option) => ({ value: option.id, label: option.label }));
  const text = value === undefined ? '' : String(value);
  // One that was taken from the field since is nobody's choice any more.
  const isOption = (id: string) => field.options.some((option) => option.id === id);
  switch (kind) {
    case 'text':
      return <SavedText label={label} value={text} maxLength={10_000} save={(next) => put(next || null)} />;
    case 'link':
      return (
        <SavedText
          label={label}
          type="url"
          value={text}
          maxLength={2_000}
          placeholder="https://"
          check={(next) => (next === '' || isLink(next) ? null : t('contact.wrong.link'))}
          save={(next) => put(next || null)}
        />
      );
    case 'number':
      return <NumberValue label={label} value={typeof value === 'number' ? value : null} save={put} />;
    case 'date':
      return <SavedText label={label} type="date" value={text} save={(next) => put(next || null)} />;
    case 'choice':
      return <SavedSelect label={label} value={isOption(text) ? text : null} options={options} save={put} />;
    case 'multi':
      return (
        <SavedMany
          label={label}
          value={Array.isArray(value) ? value.filter(isOption) : []}
          options={options}
          save={put}
        />
      );
    case 'yesno':
      return (
        <SavedSelect
          label={label}
          value={value === undefined ? null : value ? 'yes' : 'no'}
          options={[
            { value: 'yes', label: t('contact.yes') },
            { value: 'no', label: t('contact.no') },
          ]}
          save={(next) => put(next && next === 'yes')}
        />
      );
    default:
      return kind satisfies never;
  }
}

const isLink = (text: string): boolean =>
  /^https?:\/\//i.test(plainUrl(text)) && URL.canParse(plainUrl(text));

interface NumberValueProps {
  label: string;
  value: number | null;
  save: (value: number | null) => Promise<unknown>;
}

function NumberValue({ label, value, save }: NumberValueProps) {
  const style = useNumberStyle();
  const problemOf = useNumberProblem();
  return (
    <SavedText
      label={label}
      inputMode="decimal"
      value={value === null ? '' : numberText(value)}
      check={(next) => (next.trim() === '' ? null : problemOf(next))}
      save={(next) => save(readOneNumber(next, style))}
    />
  );
}

/** A value as people read it, in the language in use. */
export function useValueText(): (field: CustomerFieldView, value: CustomerFieldValue) => string {
  const { t } = useWords();
  const format = useFormat();
  return (field, value) => {
    if (typeof value === 'boolean') return t(value ? 'contact.yes' : 'contact.no');
    if (typeof value === 'number') return format.decimal(value);
    const labelOf = (id: string) => field.options.find((option) => option.id === id)?.label;
    if (Array.isArray(value)) return value.flatMap((id) => labelOf(id) ?? []).join(', ');
    return textOfWord(field, value, { format, labelOf });
  };
}

const textOfWord = (
  { kind }: CustomerFieldView,
  value: string,
  { format, labelOf }: { format: Format; labelOf: (id: string) => string | undefined },
): string => {
  if (kind === 'choice') return labelOf(value) ?? '';
  // At noon, so that no time zone makes another day of it.
  return kind === 'date' ? format.date(`${value}T12:00:00`) : value;
};
