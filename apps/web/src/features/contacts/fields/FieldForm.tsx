import {
  CUSTOMER_FIELD_KINDS,
  type CustomerFieldView,
  HIDEABLE_ROLES,
} from '@hanasu/contract/customer-fields';
import { ActionIcon, Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import classes from './Fields.module.css';
import { type NewField, useChangeField, useCreateField } from './fields.mutations.ts';

const NEW: NewField = { label: '', kind: 'text', options: [], hiddenFrom: [] };
const MOST_OPTIONS = 200;

interface FieldFormProps {
  field: CustomerFieldView | null;
  /** What a new field begins with. */
  initial?: Pick<NewField, 'label' | 'kind'>;
  onDone: () => void;
  onCreated?: (field: CustomerFieldView) => void;
}

/** Makes a field, or changes one; its kind stays. */
export function FieldForm({ field, initial, onDone, onCreated }: FieldFormProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState<Required<NewField>>(
    () => ({ ...NEW, ...initial, ...(field ?? {}) }) as Required<NewField>,
  );
  const create = useCreateField();
  const change = useChangeField(true);
  const error = create.error ?? change.error;
  const { label, kind, hiddenFrom } = draft;
  const hasOptions = kind === 'choice' || kind === 'multi';
  const options = hasOptions ? draft.options.filter((option) => option.label.trim() !== '') : [];
  const canSubmit = label.trim() !== '' && (!hasOptions || options.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!canSubmit) return;
    if (field)
      change.mutate({ uuid: field.uuid, body: { label, options, hiddenFrom } }, { onSuccess: onDone });
    else create.mutate({ label, kind, options, hiddenFrom }, { onSuccess: onCreated ?? onDone });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          autoFocus
          label={t('customerFields.name')}
          value={label}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, label: event.currentTarget.value })}
        />
        <Select
          label={t('customerFields.kind')}
          description={field ? undefined : t('customerFields.kindFixed')}
          disabled={field !== null}
          allowDeselect={false}
          data={CUSTOMER_FIELD_KINDS.map((value) => ({ value, label: t(`customerFields.kinds.${value}`) }))}
          value={kind}
          onChange={(value) =>
            setDraft({ ...draft, kind: CUSTOMER_FIELD_KINDS.find((each) => each === value) ?? kind })
          }
        />
        {hasOptions && (
          <Options
            options={draft.options}
            isNew={field === null}
            onChange={(next) => setDraft({ ...draft, options: next })}
          />
        )}
        <Visibility hiddenFrom={hiddenFrom} onChange={(next) => setDraft({ ...draft, hiddenFrom: next })} />
        {error && (
          <Alert color="red" role="alert">
            {errorMessage(error)}
          </Alert>
        )}
        <Group gap="xs">
          <Button type="submit" disabled={!canSubmit} loading={create.isPending || change.isPending}>
            {t('shell.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('shell.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Option = CustomerFieldView['options'][number];

interface OptionsProps {
  options: readonly Option[];
  isNew: boolean;
  onChange: (options: Option[]) => void;
}

/** Words of each option; who has chosen one keeps it when its words change. */
function Options({ options, isNew, onChange }: OptionsProps) {
  const { t } = useWords();
  return (
    <fieldset className={classes.options}>
      <legend>{t('customerFields.options')}</legend>
      {options.map((option, index) => (
        <div key={option.id} className={classes.option}>
          <TextInput
            flex={1}
            autoFocus={option.label === ''}
            aria-label={t('customerFields.option', { number: index + 1 })}
            value={option.label}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => {
              const label = event.currentTarget.value;
              onChange(options.map((each) => (each === option ? { ...option, label } : each)));
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('customerFields.removeOption', { number: index + 1 })}
            onClick={() => onChange(options.filter((each) => each !== option))}
          >
            <Icon name="x" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={options.length >= MOST_OPTIONS}
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => onChange([...options, { id: newId(), label: '' }])}
      >
        {t('customerFields.addOption')}
      </Button>
      {!isNew && <p className={classes.note}>{t('customerFields.removedOption')}</p>}
    </fieldset>
  );
}

type Hidden = Required<NewField>['hiddenFrom'];

const hiddenUpTo = (highest: string | null): Hidden =>
  HIDEABLE_ROLES.filter((role) => highest === 'operator' || role === highest);

/** Roles stand above each other: what operators may not see, viewers may not either. */
function Visibility({ hiddenFrom, onChange }: { hiddenFrom: Hidden; onChange: (hidden: Hidden) => void }) {
  const { t } = useWords();
  const value = HIDEABLE_ROLES.findLast((role) => hiddenFrom.includes(role)) ?? 'none';
  return (
    <Select
      label={t('customerFields.visible')}
      allowDeselect={false}
      data={[
        { value: 'none', label: t('customerFields.everyone') },
        ...HIDEABLE_ROLES.map((role) => ({ value: role, label: t(`customerFields.hiddenFrom.${role}`) })),
      ]}
      value={value}
      onChange={(next) => onChange(hiddenUpTo(next))}
    />
  );
}
