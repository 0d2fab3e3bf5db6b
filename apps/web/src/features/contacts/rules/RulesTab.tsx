import {
  ACTION_RULES_MAX,
  type ActionRuleView,
  createActionRule,
  type RuleRun,
} from '@hanasu/contract/actions';
import { ActionIcon, Alert, Badge, Button, Drawer, Menu, Skeleton, Switch } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useRunWords } from '../../../entities/contact/use-run-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { useCustomerName } from '../customers/use-customer-name.ts';
import classes from './Rules.module.css';
import { rulesQuery, runsQuery, useDeleteRule, useSwitchRule } from './rules.queries.ts';
import { useRuleWords } from './use-rule-words.ts';

const RuleEditor = lazy(() => import('./RuleEditor.tsx').then((module) => ({ default: module.RuleEditor })));

type Opened =
  | { kind: 'edit'; rule: ActionRuleView | null }
  | { kind: 'log'; rule: ActionRuleView }
  | { kind: 'delete'; rule: ActionRuleView };

/** Rules that act by themselves when something happens with a customer. */
export function RulesTab() {
  const { t } = useWords();
  const mayEdit = usePermission(createActionRule);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, error, refetch } = useQuery({ ...rulesQuery, enabled: mayEdit });
  const close = () => setOpened(null);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="lg" aria-hidden />;
  const add = (
    <Button
      leftSection={<Icon name="plus" />}
      disabled={data.length >= ACTION_RULES_MAX}
      onClick={() => setOpened({ kind: 'edit', rule: null })}
    >
      {t('actionRules.new')}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          drawing="customers"
          title={t('actionRules.empty')}
          text={t('actionRules.emptyText')}
          action={add}
        />
      ) : (
        <>
          <div className={classes.top}>{add}</div>
          <ul className={classes.list}>
            {data.map((rule) => (
              <RuleItem key={rule.uuid} rule={rule} onOpen={setOpened} />
            ))}
          </ul>
        </>
      )}
      {opened?.kind === 'edit' && (
        <Suspense>
          <RuleEditor rule={opened.rule} onClose={close} />
        </Suspense>
      )}
      {opened?.kind === 'log' && <RuleLog rule={opened.rule} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteRule rule={opened.rule} onClose={close} />}
    </>
  );
}

interface RuleItemProps {
  rule: ActionRuleView;
  onOpen: (what: Opened) => void;
}

function RuleItem({ rule, onOpen }: RuleItemProps) {
  const { t } = useWords();
  const { triggerWords, whoWords, actionWords, problemWords } = useRuleWords();
  const change = useSwitchRule();
  const { uuid, name, enabled, problems } = rule;
  const who = whoWords(rule);
  return (
    <li className={classes.rule} data-off={!enabled || undefined}>
      <Switch
        className={classes.switch}
        aria-label={t('actionRules.switch', { name })}
        checked={change.isPending ? change.variables.enabled : enabled}
        onChange={(event) => change.mutate({ uuid, enabled: event.currentTarget.checked })}
      />
      <div className={classes.body}>
        <h3>
          {name}
          {problems.length > 0 && <Badge color="red">{t('actionRules.broken')}</Badge>}
        </h3>
        <p className={classes.sentence}>
          <span>{triggerWords(rule.trigger)}</span>
          {who && <span>{who}</span>}
          <Icon name="arrow-right" size={14} />
          <span>{rule.actions.map(actionWords).join(t('actionRules.andThen'))}</span>
        </p>
        {problems.map((problem) => (
          <p key={JSON.stringify(problem)} className={classes.problem}>
            <Icon name="triangle-alert" size={14} /> {problemWords(problem)}
          </p>
        ))}
        <RuleNumbers rule={rule} onOpen={() => onOpen({ kind: 'log', rule })} />
      </div>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('actionRules.actionsOf', { name })}
          >
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="pencil" size={14} />}
            onClick={() => onOpen({ kind: 'edit', rule })}
          >
            {t('actionRules.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="history" size={14} />}
            onClick={() => onOpen({ kind: 'log', rule })}
          >
            {t('actionRules.log')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash-2" size={14} />}
            onClick={() => onOpen({ kind: 'delete', rule })}
          >
            {t('actionRules.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function RuleNumbers({
  rule: { done, failed, lastRunAt },
  onOpen,
}: {
  rule: ActionRuleView;
  onOpen: () => void;
}) {
  const { t } = useWords();
  const format = useFormat();
  if (lastRunAt === null) return <p className={classes.numbers}>{t('actionRules.never')}</p>;
  return (
    <p className={classes.numbers}>
      <button type="button" onClick={onOpen}>
        {t('actionRules.done', { count: done, number: format.number(done) })}
        {failed > 0 && (
          <strong> · {t('actionRules.failed', { count: failed, number: format.number(failed) })}</strong>
        )}
      </button>
      <span> · {t('actionRules.last', { ago: format.ago(lastRunAt) })}</span>
    </p>
  );
}

function DeleteRule({ rule: { uuid, name }, onClose }: { rule: ActionRuleView; onClose: () => void }) {
  const { t } = useWords();
  const { mutate, isPending, error } = useDeleteRule();
  return (
    <ConfirmDelete
      opened
      onClose={onClose}
      title={t('actionRules.removing.title', { name })}
      pending={isPending}
      error={error}
      onConfirm={() => mutate(uuid, { onSuccess: onClose })}
    >
      {t('actionRules.removing.text')}
    </ConfirmDelete>
  );
}

/** What a rule did, and why it did not. */
function RuleLog({ rule, onClose }: { rule: ActionRuleView; onClose: () => void }) {
  const { t } = useWords();
  const log = useInfiniteQuery(runsQuery(rule.uuid));
  const runs = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('actionRules.logOf', { name: rule.name })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {log.error && <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Skeleton height={240} aria-hidden />}
      {log.data && runs.length === 0 && <Alert color="gray">{t('actionRules.logEmpty')}</Alert>}
      <ol className={classes.log}>
        {runs.map((run) => (
          <Run key={run.uuid} run={run} />
        ))}
      </ol>
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('customers.more')}
        </Button>
      )}
    </Drawer>
  );
}

const COLORS = { waiting: 'gray', done: 'green', failed: 'red', cut: 'orange' } as const;

function Run({ run: { customer, event, action, state, reason, at } }: { run: RuleRun }) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useCustomerName();
  const { actionWords } = useRuleWords();
  const failed = useRunWords();
  return (
    <li>
      <div className={classes.runHead}>
        <Link to="/Customer/$id" params={{ id: customer.uuid }}>
          {nameOf(customer)}
        </Link>
        <time dateTime={at} title={format.dateTime(at)}>
          {format.ago(at)}
        </time>
      </div>
      <p>
        <Badge color={COLORS[state]}>{t(`actionRules.states.${state}`)}</Badge>{' '}
        {state === 'done' || state === 'waiting' ? actionWords(action) : failed({ kind: action.kind, state })}
      </p>
      <p className={classes.numbers}>
        {t('customers.timeline.because', { event: t(`contact.rules.causes.${event.kind}`) })}
        {reason && ` · ${t(`contact.rules.reasons.${reason}`)}`}
      </p>
    </li>
  );
}
