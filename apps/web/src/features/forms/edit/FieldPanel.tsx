import {
  FORM_FILES_MAX,
  FORM_OPTIONS_MAX,
  FORM_PATTERNS,
  type FormField,
  type FormFieldKind,
  type FormTarget,
} from '@hanasu/contract/form-definition';
import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { isWholeNumber, WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import classes from './FieldPanel.module.css';
import {
  type ChangeField,
  DayLimit,
  LengthField,
  Options,
  ParamField,
  Range,
  ScaleFields,
  Slots,
} from './FieldRows.tsx';
import { allFields, type Gap, isGap, replaceField } from './form-draft.ts';
import { useEditing } from './use-form-draft.ts';
import { WordsInput } from './WordsInput.tsx';

export const KIND_ICONS = {
  text: 'type',
  longText: 'menu',
  number: 'hash',
  choice: 'circle-dot',
  choices: 'list-checks',
  scale: 'star',
  date: 'calendar',
  time: 'clock',
  slot: 'calendar-clock',
  phone: 'phone',
  email: 'mail',
  address: 'map-pin',
  file: 'paperclip',
  consent: 'shield-check',
  heading: 'heading',
  hidden: 'eye-off',
} as const satisfies Record<FormFieldKind, IconName>;

type Fact = Extract<FormTarget, { fact: string }>['fact'];
/** What of a customer an answer of each kind can be. */
const FACTS: Partial<Record<FormFieldKind, readonly Fact[]>> = {
  text: ['displayName', 'kana', 'note'],
  longText: ['note'],
  date: ['birthday'],
  phone: ['phone'],
  email: ['email'],
  address: ['address'],
  hidden: ['note'],
};
/** Kinds of the account's own fields that take an answer; all of them take it as text. */
const OWN_KINDS: Partial<Record<FormFieldKind, readonly string[]>> = {
  text: ['text', 'link'],
  number: ['text', 'number'],
  scale: ['text', 'number'],
  choice: ['text', 'choice'],
  choices: ['text', 'multi'],
  date: ['text', 'date'],
  consent: ['yesno'],
};

/** Everything about one question. */
export function FieldPanel({ field, gaps }: { field: FormField; gaps: readonly Gap[] }) {
  const { t } = useWords();
  const { draft, edit, mayEdit } = useEditing();
  const change = (next: FormField, group?: string) =>
    edit((before) => replaceField(before, next), group && `${field.key}.${group}`);
  const lacks = (part: Gap['part']) =>
    gaps.some((gap) => gap.key === field.key && gap.part === part && isGap(draft, gap));
  const fields = allFields(draft);
  const earlier = fields.slice(
    0,
    fields.findIndex(({ key }) => key === field.key),
  );
  return (
    <fieldset disabled={!mayEdit} className={classes.fields}>
      <WordsInput
        label={t(field.kind === 'heading' ? 'formEditor.heading' : 'formEditor.label')}
        value={field.label}
        max={200}
        error={lacks('label') && t('fields.required')}
        onChange={(label) => change({ ...field, label }, 'label')}
      />
      {'help' in field && (
        <WordsInput
          label={t(field.kind === 'heading' ? 'formEditor.explanation' : 'formEditor.help')}
          value={field.help}
          max={1_000}
          isLong
          onChange={(help) => change({ ...field, help }, 'help')}
        />
      )}
      {lacks('options') && <p className={classes.wrong}>{t('formEditor.optionsLack')}</p>}
      {lacks('text') && <p className={classes.wrong}>{t('formEditor.textLacks')}</p>}
      <KindFields field={field} onChange={change} />
      {'required' in field && (
        <Switch
          label={t('formEditor.required')}
          checked={field.required}
          onChange={(event) => change({ ...field, required: event.currentTarget.checked })}
        />
      )}
      {'showIf' in field && (
        <ConditionEditor
          condition={field.showIf}
          earlier={earlier.filter(({ kind }) => kind !== 'heading')}
          onChange={(showIf) => change({ ...field, showIf })}
        />
      )}
      {'mapTo' in field && <Target field={field} onChange={change} />}
      <p className={classes.note}>{t('formEditor.key', { key: field.key })}</p>
    </fieldset>
  );
}

interface TargetProps {
  field: Extract<FormField, { mapTo: unknown }>;
  onChange: (field: FormField) => void;
}

const OWN = 'own:';

/** Consent, files and places are given each time. */
const isGivenEachTime = (kind: FormFieldKind): boolean => ['consent', 'file', 'slot'].includes(kind);

/** Where the known answer comes from: a link alone brings the name; without a target it is their last answer. */
function prefillOf(target: FormTarget | null): 'name' | 'record' | 'answer' {
  if (target === null || 'fieldUuid' in target) return 'answer';
  return target.fact === 'displayName' ? 'name' : 'record';
}

/** What of the customer the answer fills in. */
function Target({ field, onChange }: TargetProps) {
  const { t } = useWords();
  const { data: known = [] } = useQuery(customerFieldsQuery);
  const { mapTo, kind } = field;
  const facts = FACTS[kind] ?? [];
  const kinds = OWN_KINDS[kind] ?? ['text'];
  const value = mapTo === null ? null : 'fact' in mapTo ? mapTo.fact : OWN + mapTo.fieldUuid;
  const own = known.filter(
    (each) => OWN + each.uuid === value || (each.archivedAt === null && kinds.includes(each.kind)),
  );
  if (kind === 'file') return null;
  const choose = (chosen: string | null) => {
    const fact = facts.find((one) => one === chosen);
    const ownField = own.find(({ uuid }) => OWN + uuid === chosen);
    const target = fact ? { fact } : ownField ? { fieldUuid: ownField.uuid } : null;
    onChange({ ...field, mapTo: target });
  };
  return (
    <>
      <Select
        label={t('formEditor.target')}
        description={t('formEditor.targetHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('formEditor.noTarget')}
        clearable
        data={[
          ...(facts.length > 0
            ? [
                {
                  group: t('formEditor.targetFacts'),
                  items: facts.map((one) => ({ value: one as string, label: t(`formEditor.facts.${one}`) })),
                },
              ]
            : []),
          ...(own.length > 0
            ? [
                {
                  group: t('formEditor.targetOwn'),
                  items: own.map(({ uuid, label }) => ({ value: OWN + uuid, label })),
                },
              ]
            : []),
        ]}
        value={value}
        onChange={choose}
      />
      {'prefill' in field && !isGivenEachTime(kind) && (
        <Switch
          label={t('formEditor.sensitive')}
          description={t('formEditor.sensitiveHelp')}
          checked={field.sensitive === true}
          onChange={({ currentTarget: { checked: sensitive } }) =>
            onChange({ ...field, sensitive, ...(sensitive ? { prefill: false } : {}) })
          }
        />
      )}
      {'prefill' in field && !isGivenEachTime(kind) && field.sensitive !== true && (
        <Switch
          label={t('formEditor.prefill')}
          description={t(`formEditor.prefillHelp.${prefillOf(mapTo)}`)}
          checked={field.prefill}
          onChange={(event) => onChange({ ...field, prefill: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** What only some kinds of questions have. */
function KindFields({ field, onChange }: { field: FormField; onChange: ChangeField }) {
  const { t } = useWords();
  switch (field.kind) {
    case 'text':
      return (
        <>
          <Select
            label={t('formEditor.pattern')}
            clearable
            placeholder={t('formEditor.anyText')}
            data={FORM_PATTERNS.map((value) => ({ value, label: t(`formEditor.patterns.${value}`) }))}
            value={field.pattern}
            onChange={(value) =>
              onChange({ ...field, pattern: FORM_PATTERNS.find((one) => one === value) ?? null })
            }
          />
          <LengthField field={field} most={1_000} onChange={onChange} />
        </>
      );
    case 'longText':
      return <LengthField field={field} most={10_000} onChange={onChange} />;
    case 'number':
      return (
        <>
          <Range
            labels={[t('formEditor.smallest'), t('formEditor.largest')]}
            value={[field.min, field.max]}
            onChange={([min, max]) => onChange({ ...field, min, max })}
          />
          <Switch
            label={t('formEditor.whole')}
            checked={field.whole}
            onChange={(event) => onChange({ ...field, whole: event.currentTarget.checked })}
          />
        </>
      );
    case 'choice':
      return (
        <>
          <Options field={field} onChange={onChange} />
          <Switch
            label={t('formEditor.other')}
            checked={field.other}
            onChange={(event) => onChange({ ...field, other: event.currentTarget.checked })}
          />
          <SegmentedControl
            aria-label={t('formEditor.look')}
            value={field.look}
            onChange={(look) => onChange({ ...field, look: look === 'list' ? 'list' : 'buttons' })}
            data={[
              { value: 'buttons', label: t('formEditor.looks.buttons') },
              { value: 'list', label: t('formEditor.looks.list') },
            ]}
          />
        </>
      );
    case 'choices':
      return (
        <>
          <Options field={field} onChange={onChange} />
          <Range
            labels={[t('formEditor.fewest'), t('formEditor.most')]}
            value={[field.min || null, field.max]}
            bounds={[1, FORM_OPTIONS_MAX]}
            onChange={([min, max]) => onChange({ ...field, min: min ?? 0, max })}
          />
        </>
      );
    case 'scale':
      return <ScaleFields field={field} onChange={onChange} />;
    case 'date':
      return (
        <>
          <DayLimit
            label={t('formEditor.earliest')}
            value={field.from}
            onChange={(from) => onChange({ ...field, from })}
          />
          <DayLimit
            label={t('formEditor.latest')}
            value={field.to}
            onChange={(to) => onChange({ ...field, to })}
          />
        </>
      );
    case 'slot':
      return <Slots field={field} onChange={onChange} />;
    case 'address':
      return (
        <Select
          label={t('formEditor.country')}
          allowDeselect={false}
          data={[
            { value: '', label: t('formEditor.countries.any') },
            { value: 'JP', label: t('formEditor.countries.JP') },
            { value: 'VN', label: t('formEditor.countries.VN') },
          ]}
          value={field.country}
          onChange={(value) =>
            onChange({ ...field, country: (['JP', 'VN'] as const).find((one) => one === value) ?? '' })
          }
        />
      );
    case 'file':
      return (
        <>
          <WholeNumberInput
            label={t('formEditor.files')}
            min={1}
            max={FORM_FILES_MAX}
            value={field.max}
            onBlur={(max) => isWholeNumber(max) && onChange({ ...field, max })}
          />
          <Switch
            label={t('formEditor.picturesOnly')}
            checked={field.picturesOnly}
            onChange={(event) => onChange({ ...field, picturesOnly: event.currentTarget.checked })}
          />
        </>
      );
    case 'consent':
      return (
        <WordsInput
          label={t('formEditor.consentText')}
          description={t('formEditor.consentHelp', { place: '{{shop}}' })}
          value={field.text}
          max={5_000}
          isLong
          onChange={(text) => onChange({ ...field, text }, 'text')}
        />
      );
    case 'hidden':
      return <ParamField field={field} onChange={onChange} />;
    default:
      return null;
  }
}
