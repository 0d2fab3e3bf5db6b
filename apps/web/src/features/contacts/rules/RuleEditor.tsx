import { Action, type ActionRuleView, CUSTOMER_EVENTS, RuleTrigger } from '@hanasu/contract/actions';
import { SEGMENT_CONDITIONS_MAX, type SegmentDefinition } from '@hanasu/contract/segments';
import { Alert, Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { GuardedDrawer } from '../../../shell/components/GuardedDrawer.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useCustomerName } from '../customers/use-customer-name.ts';
import { SegmentCount, useSegmentCount, wrongRows } from '../segments/SegmentBuilder.tsx';
import { SegmentGroup } from '../segments/SegmentGroup.tsx';
import { definitionOf, newGroup, readDraft, rowsOf } from '../segments/segment-draft.ts';
import { type DraftAction, draftOf, missingIn, RuleActions } from './RuleActions.tsx';
import classes from './Rules.module.css';
import { useSaveRule, useTryRule } from './rules.queries.ts';
import { useRuleWords } from './use-rule-words.ts';

type Offers = ReturnType<typeof useRuleWords>['offers'];
type Trigger = RuleTrigger & {
  readonly tagUuid?: string | null;
  readonly channelUuid?: string | null;
  readonly formUuid?: string | null;
  readonly menuUuid?: string | null;
};
type Who = 'everybody' | 'saved' | 'own';

interface RuleEditorProps {
  /** Null: a new one. */
  rule: ActionRuleView | null;
  onClose: () => void;
}

const TRIGGERS = CUSTOMER_EVENTS.filter(
  (kind): kind is RuleTrigger['kind'] => kind !== 'merged' && kind !== 'unmerged',
);
const triggerWith = (kind: RuleTrigger['kind']): RuleTrigger => RuleTrigger.parse({ kind });

/** When something happens, and for whom, then what: a rule as one sentence. */
export function RuleEditor({ rule, onClose }: RuleEditorProps) {
  const { t } = useWords();
  const draft = useRuleDraft(rule);
  return (
    <GuardedDrawer
      isDirty={draft.isDirty}
      onClose={onClose}
      size={680}
      title={t(rule ? 'actionRules.edit' : 'actionRules.new')}
    >
      <Editor rule={rule} draft={draft} onClose={onClose} />
    </GuardedDrawer>
  );
}

function useRuleDraft(rule: ActionRuleView | null) {
  const [name, setName] = useState(rule?.name ?? '');
  const [trigger, setTrigger] = useState<Trigger>(rule?.trigger ?? triggerWith('followed'));
  const [who, setWho] = useState<Who>(rule?.segment ? 'saved' : rule?.definition ? 'own' : 'everybody');
  const [segmentUuid, setSegment] = useState(rule?.segment?.uuid ?? null);
  const [group, setGroup] = useState(() => (rule?.definition ? readDraft(rule.definition) : newGroup('and')));
  const [actions, setActions] = useState<readonly DraftAction[]>(
    () => rule?.actions.map(draftOf) ?? [draftOf({ kind: 'tag' })],
  );
  const content = JSON.stringify([name, trigger, who, segmentUuid, group, actions]);
  const [begun] = useState(content);
  const definition: SegmentDefinition | null = who === 'own' ? definitionOf(group) : null;
  const count = useSegmentCount(definition);
  const isMeant = who === 'everybody' || (who === 'saved' ? segmentUuid !== null : definition !== null);
  const asked = isMeant && {
    trigger,
    segmentUuid: who === 'saved' ? segmentUuid : null,
    definition,
  };
  return {
    name,
    setName,
    trigger,
    setTrigger,
    who,
    setWho,
    segmentUuid,
    setSegment,
    group,
    setGroup,
    actions,
    setActions,
    isDirty: content !== begun,
    /** How many meet conditions of its own. */
    count,
    definition,
    /** What can be tried; false: it is unfinished. */
    asked,
    isReady:
      asked &&
      count.problems.length === 0 &&
      name.trim() !== '' &&
      actions.every((action) => missingIn(action).size === 0),
  };
}
type Draft = ReturnType<typeof useRuleDraft>;

/** Where somebody goes on who has left something out. */
const MISSING = '[aria-invalid="true"], [data-wrong] :is(input, button), [data-missing] :is(a, button)';

function Editor({ rule, draft, onClose }: RuleEditorProps & { draft: Draft }) {
  const { t } = useWords();
  const { offers, problemWords } = useRuleWords();
  const save = useSaveRule();
  const { name, asked, actions, isReady } = draft;
  const [tries, setTries] = useState(0);
  const isChecked = tries > 0;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>(MISSING)?.focus();
  }, [tries]);
  const submit = () => {
    if (!asked || !isReady) {
      setTries(tries + 1);
      return;
    }
    const body = {
      ...asked,
      name,
      enabled: rule?.enabled ?? true,
      actions: actions.map(({ id: _, ...action }) => Action.parse(action)),
    };
    save.mutate(
      { uuid: rule?.uuid ?? null, body },
      {
        onSuccess: () => {
          toasts.add({ title: t('actionRules.saved') });
          onClose();
        },
      },
    );
  };
  return (
    <form
      ref={form}
      noValidate
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {rule?.problems.map((problem) => (
        <Alert key={JSON.stringify(problem)} color="red">
          {problemWords(problem)}
        </Alert>
      ))}
      <TextInput
        data-autofocus
        label={t('actionRules.name')}
        placeholder={t('actionRules.namePlaceholder')}
        value={name}
        maxLength={60}
        autoComplete="off"
        error={isChecked && name.trim() === '' && t('actionRules.missing.name')}
        onChange={(event) => draft.setName(event.currentTarget.value)}
      />
      <When draft={draft} offers={offers} />
      <ForWhom draft={draft} isChecked={isChecked} stored={rule?.problems ?? []} />
      <RuleActions actions={draft.actions} isChecked={isChecked} setActions={draft.setActions} />
      <DryRun draft={draft} />
      {save.error && (
        <Alert color="red" role="alert">
          {errorMessage(save.error)}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('shell.save')}
        </Button>
      </div>
    </form>
  );
}

function When({ draft: { trigger, setTrigger }, offers }: { draft: Draft; offers: Offers }) {
  const { t } = useWords();
  const narrow = (change: object) => setTrigger(RuleTrigger.parse({ ...trigger, ...change }));
  return (
    <fieldset className={classes.part}>
      <legend>{t('actionRules.when')}</legend>
      <div className={classes.fields}>
        <Select
          aria-label={t('actionRules.when')}
          allowDeselect={false}
          data={TRIGGERS.map((kind) => ({ value: kind, label: t(`actionRules.triggers.${kind}`) }))}
          value={trigger.kind}
          onChange={(value) => setTrigger(triggerWith(TRIGGERS.find((kind) => kind === value) ?? 'followed'))}
        />
        {'tagUuid' in trigger && (
          <Select
            aria-label={t('actionRules.whichTag')}
            placeholder={t('actionRules.anyTag')}
            clearable
            searchable
            nothingFoundMessage={t('contact.noOption')}
            data={offers.tags}
            value={trigger.tagUuid ?? null}
            onChange={(tagUuid) => narrow({ tagUuid })}
          />
        )}
        {'channelUuid' in trigger && (
          <Select
            aria-label={t('actionRules.whichChannel')}
            placeholder={t('actionRules.anyChannel')}
            clearable
            data={offers.channels}
            value={trigger.channelUuid ?? null}
            onChange={(channelUuid) => narrow({ channelUuid })}
          />
        )}
        {'formUuid' in trigger && (
          <Select
            aria-label={t('actionRules.whichForm')}
            placeholder={t('actionRules.anyForm')}
            clearable
            searchable
            nothingFoundMessage={t('contact.noOption')}
            data={offers.forms}
            value={trigger.formUuid ?? null}
            onChange={(formUuid) => narrow({ formUuid })}
          />
        )}
        {'menuUuid' in trigger && (
          <Select
            aria-label={t('actionRules.whichMenu')}
            placeholder={t('actionRules.anyMenu')}
            clearable
            searchable={offers.menus.length > 7}
            nothingFoundMessage={t('contact.noOption')}
            data={offers.menus}
            value={trigger.menuUuid ?? null}
            onChange={(menuUuid) => narrow({ menuUuid })}
          />
        )}
      </div>
    </fieldset>
  );
}

const WHOS = ['everybody', 'saved', 'own'] as const;

interface ForWhomProps {
  draft: Draft;
  isChecked: boolean;
  /** What the server said of the rule as it is stored. */
  stored: ActionRuleView['problems'];
}

function ForWhom({ draft, isChecked, stored }: ForWhomProps) {
  const { t } = useWords();
  const { who, setWho, segmentUuid, setSegment } = draft;
  return (
    <fieldset className={classes.part}>
      <legend>{t('actionRules.who')}</legend>
      <SegmentedControl
        aria-label={t('actionRules.who')}
        fullWidth
        classNames={{ label: classes.whoLabel ?? '' }}
        data={WHOS.map((value) => ({ value, label: t(`actionRules.whos.${value}`) }))}
        value={who}
        onChange={(value) => setWho(WHOS.find((one) => one === value) ?? 'everybody')}
      />
      {who === 'saved' && (
        <SegmentSelect
          value={segmentUuid}
          onChange={setSegment}
          error={isChecked && segmentUuid === null && t('actionRules.missing.segment')}
        />
      )}
      {who === 'own' && <OwnConditions draft={draft} isChecked={isChecked} stored={stored} />}
    </fieldset>
  );
}

function OwnConditions({ draft, isChecked, stored }: ForWhomProps) {
  const { t } = useWords();
  const [fresh, setFresh] = useState<string | null>(null);
  const { group, setGroup, definition, count } = draft;
  const rows = rowsOf(group);
  const before = stored.flatMap((problem) => (problem.part === 'segment' ? [problem.problem] : []));
  const isEmpty = isChecked && rows.length === 0;
  return (
    <div className={classes.part} data-missing={isEmpty || undefined}>
      <SegmentGroup
        group={group}
        level={1}
        onChange={setGroup}
        problems={wrongRows(group, isChecked ? null : fresh, definition ? count.problems : before)}
        hasRoom={rows.length < SEGMENT_CONDITIONS_MAX}
        fresh={fresh}
        onFresh={setFresh}
      />
      {isEmpty && (
        <p className={classes.problem} role="alert">
          {t('actionRules.missing.conditions')}
        </p>
      )}
      <SegmentCount count={count} hasRows={rows.length > 0} isFinished={definition !== null} />
    </div>
  );
}

/** What it would have seen; nothing is done. */
function DryRun({ draft: { asked } }: { draft: Draft }) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useCustomerName();
  const { mutate, data, error, isPending, variables } = useTryRule();
  const isCurrent = asked && JSON.stringify(variables) === JSON.stringify(asked);
  return (
    <section className={classes.dry} aria-label={t('actionRules.dryRun')}>
      <Button
        variant="default"
        leftSection={<Icon name="history" />}
        disabled={!asked}
        loading={isPending}
        onClick={() => asked && mutate(asked)}
      >
        {t('actionRules.dryRun')}
      </Button>
      <div role="status">
        {error && isCurrent && <p className={classes.problem}>{errorMessage(error)}</p>}
        {data && isCurrent && data.problems.length > 0 && (
          <p className={classes.problem}>{t('actionRules.brokenSegment')}</p>
        )}
        {data && isCurrent && data.problems.length === 0 && (
          <p>
            {data.events === 0
              ? t('actionRules.dryNone')
              : t('actionRules.dryFound', {
                  count: data.customers,
                  customers: format.number(data.customers),
                  events: format.number(data.events),
                })}
          </p>
        )}
      </div>
      {data && isCurrent && data.examples.length > 0 && (
        <ul className={classes.examples}>
          {data.examples.map(({ customer, at }) => (
            <li key={customer.uuid}>
              <Link to="/Customer/$id" params={{ id: customer.uuid }} target="_blank">
                {nameOf(customer)}
              </Link>{' '}
              <time dateTime={at}>{format.ago(at)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
