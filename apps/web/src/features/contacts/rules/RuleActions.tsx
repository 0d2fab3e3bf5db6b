import { ACTION_KINDS, ACTIONS_MAX, Action, SENT_FORMS } from '@hanasu/contract/actions';
import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { ActionIcon, Button, NumberInput, Select, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ChoicesField } from '../../../shell/components/ChoicesField.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Rules.module.css';
import { useRuleWords } from './use-rule-words.ts';

type Offers = ReturnType<typeof useRuleWords>['offers'];
/** An action as far as it was chosen. */
export type DraftAction = Readonly<Record<string, unknown>> & { readonly id: number; readonly kind: string };

let last = 0;
export const draftOf = (action: object): DraftAction => ({ kind: '', ...action, id: ++last });
/** What was not chosen or cannot be, by its name in the action. */
export const missingIn = ({ id: _, ...action }: DraftAction): ReadonlySet<string> =>
  new Set(Action.safeParse(action).error?.issues.map(({ path }) => String(path[0])));

/** What is chosen unless somebody chooses otherwise. */
const FIRST: Readonly<Record<string, object>> = { sendForm: { as: 'link' } };

interface RuleActionsProps {
  actions: readonly DraftAction[];
  /** Says what is missing. */
  isChecked: boolean;
  setActions: (actions: readonly DraftAction[]) => void;
  /** There may be none. */
  isOptional?: boolean;
}

interface ActionListProps extends Pick<RuleActionsProps, 'isChecked'> {
  actions: readonly Action[];
  /** Null: one of them is not chosen to the end. */
  onChange: (actions: Action[] | null) => void;
}

/** The same for what is not a rule; begins with `actions`. */
export function ActionList({ actions, isChecked, onChange }: ActionListProps) {
  const [drafts, setDrafts] = useState(() => actions.map(draftOf));
  return (
    <RuleActions
      isOptional
      actions={drafts}
      isChecked={isChecked}
      setActions={(next) => {
        setDrafts([...next]);
        const chosen = next.flatMap(({ id: _, ...action }) => Action.safeParse(action).data ?? []);
        onChange(chosen.length === next.length ? chosen : null);
      }}
    />
  );
}

/** What a rule does, in its order. */
export function RuleActions({ actions, isChecked, setActions, isOptional = false }: RuleActionsProps) {
  const { t } = useWords();
  const { offers } = useRuleWords();
  const replace = (id: number, next: readonly DraftAction[]) =>
    setActions(actions.flatMap((action) => (action.id === id ? next : [action])));
  return (
    <fieldset className={classes.part}>
      <legend>
        {isOptional ? <VisuallyHidden>{t('actionRules.thenDo')}</VisuallyHidden> : t('actionRules.thenDo')}
      </legend>
      <ol className={classes.actions}>
        {actions.map((action, index) => (
          <li key={action.id} className={classes.action}>
            <div className={classes.fields}>
              <Select
                aria-label={t('actionRules.actionNumber', { number: index + 1 })}
                allowDeselect={false}
                data={ACTION_KINDS.filter(
                  (kind) => kind !== 'switchMenu' || offers.hasMenus || action.kind === kind,
                ).map((kind) => ({ value: kind, label: t(`actionRules.actions.${kind}`) }))}
                value={action.kind}
                onChange={(kind) =>
                  replace(action.id, [{ id: action.id, kind: kind ?? 'tag', ...FIRST[kind ?? ''] }])
                }
              />
              <ActionFields
                action={action}
                offers={offers}
                missing={isChecked ? missingIn(action) : NOTHING}
                onChange={(change) => replace(action.id, [{ ...action, ...change }])}
              />
            </div>
            {(isOptional || actions.length > 1) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('actionRules.removeAction', { number: index + 1 })}
                onClick={() => replace(action.id, [])}
              >
                <Icon name="x" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      {actions.length < ACTIONS_MAX && (
        <Button
          variant="subtle"
          leftSection={<Icon name="plus" />}
          onClick={() => setActions([...actions, draftOf({ kind: 'tag' })])}
        >
          {t('actionRules.addAction')}
        </Button>
      )}
    </fieldset>
  );
}

interface ActionFieldsProps {
  action: DraftAction;
  offers: Offers;
  missing: ReadonlySet<string>;
  onChange: (change: object) => void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Everybody, nobody and whose turn it is stand beside people. */
const NULL = 'null';

function ActionFields({ action, offers, missing, onChange }: ActionFieldsProps) {
  const { t } = useWords();
  const choose = (member: string, label: string, data: readonly { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      searchable={data.length > 7}
      allowDeselect={false}
      nothingFoundMessage={t('contact.noOption')}
      data={[...data]}
      value={action[member] === null ? NULL : ((action[member] as string | undefined) ?? null)}
      error={missing.has(member) && t('actionRules.missing.choice')}
      onChange={(value) => onChange({ [member]: value === NULL ? null : value })}
    />
  );
  switch (action.kind) {
    case 'tag':
    case 'untag':
      return choose('tagUuid', t('actionRules.whichTag'), offers.tags);
    case 'field':
      return <FieldAction action={action} fields={offers.fields} missing={missing} onChange={onChange} />;
    case 'owner':
      return choose('ownerUuid', t('actionRules.whichOwner'), [
        { value: NULL, label: t('actionRules.nobody') },
        ...offers.members,
      ]);
    case 'handling':
      return choose(
        'handling',
        t('actionRules.whichHandling'),
        (['waiting', 'bot', 'closed'] as const).map((value) => ({
          value,
          label: t(`actionRules.handlings.${value}`),
        })),
      );
    case 'assign':
      return choose('to', t('actionRules.whichOwner'), [
        { value: 'next', label: t('actionRules.next') },
        { value: 'nobody', label: t('actionRules.nobody') },
        ...offers.members,
      ]);
    case 'notify':
      return (
        <>
          {choose('userUuid', t('actionRules.whom'), [
            { value: NULL, label: t('actionRules.everyone') },
            ...offers.members,
          ])}
          <Textarea
            aria-label={t('actionRules.text')}
            placeholder={t('actionRules.text')}
            autosize
            minRows={1}
            maxLength={300}
            error={missing.has('text') && t('actionRules.missing.text')}
            value={(action.text as string | undefined) ?? ''}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        </>
      );
    case 'webHook':
      if (offers.hooks.length === 0)
        return (
          <p className={classes.numbers} data-missing={missing.has('hookUuid') || undefined}>
            {t('actionRules.noHooks')}{' '}
            <Link to="/Token" search={{ tab: 'hooks' }}>
              {t('actionRules.toHooks')}
            </Link>
          </p>
        );
      return choose('hookUuid', t('actionRules.whichHook'), offers.hooks);
    case 'sendMessage':
      if (offers.templates.length === 0)
        return (
          <p className={classes.numbers} data-missing={missing.has('templateUuid') || undefined}>
            {t('actionRules.noTemplates')}
          </p>
        );
      return choose('templateUuid', t('actionRules.whichTemplate'), offers.templates);
    case 'sendForm':
      if (offers.openForms.length === 0)
        return (
          <p className={classes.numbers} data-missing={missing.has('formUuid') || undefined}>
            {t('actionRules.noForms')}
          </p>
        );
      return (
        <>
          {choose('formUuid', t('actionRules.whichForm'), offers.openForms)}
          {choose(
            'as',
            t('actionRules.sentAs'),
            SENT_FORMS.map((value) => ({ value, label: t(`actionRules.sentForms.${value}`) })),
          )}
        </>
      );
    case 'switchMenu':
      if (offers.publishedMenus.length === 0 && typeof action.menuUuid !== 'string')
        return (
          <p className={classes.numbers} data-missing={missing.has('menuUuid') || undefined}>
            {t('actionRules.noMenus')} <Link to="/Channel/rich-menu">{t('actionRules.toMenus')}</Link>
          </p>
        );
      return choose('menuUuid', t('actionRules.whichMenu'), [
        { value: NULL, label: t('actionRules.menuOfList') },
        ...offers.publishedMenus,
        ...offers.menus.filter(
          ({ value }) =>
            value === action.menuUuid && !offers.publishedMenus.some((one) => one.value === value),
        ),
      ]);
    default:
      return null;
  }
}

interface FieldActionProps extends Pick<ActionFieldsProps, 'action' | 'missing' | 'onChange'> {
  fields: readonly CustomerFieldView[];
}

function FieldAction({ action, fields, missing, onChange }: FieldActionProps) {
  const { t } = useWords();
  const field = fields.find(({ uuid }) => uuid === action.fieldUuid);
  return (
    <>
      <Select
        aria-label={t('actionRules.whichField')}
        placeholder={t('actionRules.whichField')}
        allowDeselect={false}
        nothingFoundMessage={t('contact.noOption')}
        data={fields.map(({ uuid, label }) => ({ value: uuid as string, label }))}
        value={field?.uuid ?? null}
        error={missing.has('fieldUuid') && t('actionRules.missing.choice')}
        onChange={(fieldUuid) => onChange({ fieldUuid, value: null })}
      />
      {field && (
        <FieldValue
          field={field}
          value={action.value as CustomerFieldValue | null}
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  );
}

interface FieldValueProps {
  field: CustomerFieldView;
  value: CustomerFieldValue | null;
  onChange: (value: CustomerFieldValue | null) => void;
}

/** Left empty, the field is emptied. */
function FieldValue({ field: { kind, label, options }, value, onChange }: FieldValueProps) {
  const { t } = useWords();
  const common = { 'aria-label': t('actionRules.valueOf', { label }), placeholder: t('actionRules.emptied') };
  const choices = options.map((option) => ({ value: option.id, label: option.label }));
  switch (kind) {
    case 'text':
    case 'link':
    case 'date':
      return (
        <TextInput
          {...common}
          type={kind === 'link' ? 'url' : kind}
          value={typeof value === 'string' ? value : ''}
          maxLength={2_000}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          clearable
          data={choices}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'multi':
      return (
        <ChoicesField
          {...common}
          clearable
          data={choices}
          value={Array.isArray(value) ? value : []}
          onChange={(next) => onChange(next.length > 0 ? next : null)}
        />
      );
    case 'yesno':
      return (
        <Select
          {...common}
          clearable
          data={[
            { value: 'yes', label: t('contact.yes') },
            { value: 'no', label: t('contact.no') },
          ]}
          value={value === null ? null : value ? 'yes' : 'no'}
          onChange={(next) => onChange(next && next === 'yes')}
        />
      );
    default:
      return kind satisfies never;
  }
}
