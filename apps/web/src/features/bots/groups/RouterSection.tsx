import {
  GROUP_ROUTERS,
  type GroupChoice,
  type GroupRouter,
  type GroupRule,
  type GroupView,
} from '@hanasu/contract/groups';
import type { BotId, CustomerId } from '@hanasu/contract/ids';
import type { ServiceView } from '@hanasu/contract/services';
import { Button, Progress, Radio, Select, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { useTestGroup } from '../../../entities/bot/groups.queries.ts';
import { foundCustomersQuery } from '../../../entities/contact/customers.queries.ts';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { ModelOption } from '../../../shell/components/ModelOption.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import { isSendKey } from '../../../shell/send-key.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import { useModelPrice } from '../use-model-price.ts';
import classes from './GroupEdit.module.css';
import { type GroupValues, ROUTER_ICONS } from './group-values.ts';

/** The built-in model only quotes: it can't choose. */
const canChoose = ({ group, provider, available }: ServiceView): boolean =>
  group === 'model' && provider !== 'builtin' && available;

export function RouterSection() {
  const { t } = useWords();
  const { control, setValue, getValues } = useFormContext<GroupValues>();
  const router = useWatch({ control, name: 'router' });
  const { data: services } = useQuery(servicesQuery);
  const able = services?.filter(canChoose) ?? [];
  const choose = (next: GroupRouter) => {
    setValue('router', next, { shouldDirty: true });
    const first = able[0];
    if (next === 'model' && getValues('serviceUuid') === null && first)
      setValue('serviceUuid', first.uuid, { shouldDirty: true });
  };
  return (
    <section>
      <Radio.Group
        label={t('groups.whoChooses')}
        value={router}
        onChange={(value) => choose(GROUP_ROUTERS.find((name) => name === value) ?? 'similarity')}
      >
        <div className={classes.choices}>
          {GROUP_ROUTERS.map((name) => {
            const isMissing = name === 'model' && services !== undefined && able.length === 0;
            return (
              <RouterCard key={name} name={name} disabled={isMissing && router !== 'model'}>
                {isMissing ? t('groups.noModel') : t(`groups.routers.${name}.text`)}
              </RouterCard>
            );
          })}
        </div>
      </Radio.Group>
      {router === 'model' && <ServiceSelect able={able} services={services ?? []} />}
    </section>
  );
}

function RouterCard(props: { name: GroupRouter; disabled: boolean; children: string }) {
  const { name, disabled, children } = props;
  const { t } = useWords();
  return (
    <Radio.Card value={name} disabled={disabled} className={classes.choice ?? ''}>
      <span className={classes.choiceIcon}>
        <Icon name={ROUTER_ICONS[name]} size={18} />
      </span>
      <span className={classes.choiceWords}>
        <span className={classes.choiceName}>{t(`groups.routers.${name}.name`)}</span>
        <span className={classes.choiceText}>{children}</span>
      </span>
      <Radio.Indicator disabled={disabled} />
    </Radio.Card>
  );
}

function ServiceSelect({ able, services }: { able: ServiceView[]; services: ServiceView[] }) {
  const { t } = useWords();
  const { priceOf } = useModelPrice();
  const nameOf = useModelName();
  const { control } = useFormContext<GroupValues>();
  return (
    <Controller
      control={control}
      name="serviceUuid"
      render={({ field, fieldState }) => {
        const lost = services.find(
          ({ uuid }) => uuid === field.value && !able.some((one) => one.uuid === uuid),
        );
        return (
          <Select
            className={classes.indented ?? ''}
            label={t('groups.service')}
            description={t('groups.serviceHelp')}
            data={[...able, ...(lost ? [lost] : [])].map((each) => ({
              value: each.uuid,
              label: nameOf(each),
            }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            renderOption={({ option, checked }) => (
              <ModelOption label={option.label} price={priceOf(services, option.value)} checked={checked} />
            )}
            allowDeselect={false}
            searchable
            error={fieldState.error?.message}
          />
        );
      }}
    />
  );
}

type SegmentRule = Extract<GroupRule, { kind: 'segment' }>;
const NO_BOT = 'none';
const SEARCH_DELAY_MS = 250;

/** One question: which bot would answer, and why. */
export function ChoiceTest({ group }: { group: GroupView }) {
  const { t } = useWords();
  const [message, setMessage] = useState('');
  const [before, setBefore] = useState<string>(NO_BOT);
  const [customer, setCustomer] = useState<CustomerId | null>(null);
  const asksForSegments = group.members.some(({ rules }) => rules.some(({ kind }) => kind === 'segment'));
  const { data: bots } = useQuery(botsQuery());
  const isMember = (uuid: string) => group.members.some(({ botUuid }) => botUuid === uuid);
  const members = useNameOptions()(bots?.items ?? []).filter(({ value }) => isMember(value));
  const test = useTestGroup(group.uuid);
  const ask = () => {
    if (message.trim() === '' || test.isPending) return;
    test.mutate({
      message,
      previousBotUuid: before === NO_BOT ? null : (before as BotId),
      customerUuid: customer,
    });
  };
  const stop = (event: FormEvent) => event.stopPropagation();
  return (
    // Changes here are not changes of the group.
    <div className={classes.testBody} onChange={stop}>
      <Stack gap="md">
        <Textarea
          label={t('groups.testLabel')}
          placeholder={t('groups.testPlaceholder')}
          autosize
          minRows={2}
          maxRows={6}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event.nativeEvent)) return;
            event.preventDefault();
            ask();
          }}
        />
        <Select
          label={t('groups.before')}
          description={t('groups.beforeHelp')}
          data={[{ value: NO_BOT, label: t('groups.noPreviousBot') }, ...members]}
          value={before}
          onChange={(value) => setBefore(value ?? NO_BOT)}
          allowDeselect={false}
        />
        {asksForSegments && <CustomerSelect value={customer} onChange={setCustomer} />}
        <Button onClick={ask} loading={test.isPending} disabled={message.trim() === ''}>
          {t('groups.testAction')}
        </Button>
      </Stack>
      {test.isError && <ErrorNotice error={test.error} onRetry={ask} />}
      <div aria-live="polite">
        {test.data ? (
          <ChoiceResult group={group} choice={test.data} />
        ) : (
          <p className={classes.empty}>{t('groups.testEmpty')}</p>
        )}
      </div>
    </div>
  );
}

/** Rules about segments ask who writes. */
function CustomerSelect({
  value,
  onChange,
}: {
  value: CustomerId | null;
  onChange: (value: CustomerId | null) => void;
}) {
  const { t } = useWords();
  const friendName = useFriendName();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const { data: found = [] } = useQuery(foundCustomersQuery(q));
  return (
    <Select
      label={t('groups.asksAs')}
      description={t('groups.asksAsHelp')}
      placeholder={t('groups.asksAsNobody')}
      clearable
      searchable
      // The server has searched already, in any kana and by phone number too.
      filter={({ options }) => options}
      nothingFoundMessage={t('contact.noOption')}
      data={found.map(({ uuid, name }) => ({ value: uuid as string, label: friendName(name) || uuid }))}
      value={value}
      onSearchChange={setTyped}
      onChange={(uuid) => onChange(found.find((one) => one.uuid === uuid)?.uuid ?? null)}
    />
  );
}

/** Who would answer, why, and how the others did. */
function ChoiceResult({ group, choice }: { group: GroupView; choice: GroupChoice }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: bots } = useQuery(botsQuery());
  const name =
    group.members.find(({ botUuid }) => botUuid === choice.botUuid)?.name ??
    bots?.items.find(({ uuid }) => uuid === choice.botUuid)?.name ??
    '…';
  const facts = [
    format.duration(choice.milliseconds),
    ...(choice.tokens > 0 ? [t('groups.tokens', { count: choice.tokens })] : []),
  ];
  return (
    <section className={classes.result}>
      <h3 className={classes.resultName}>
        <Icon name={choice.botUuid ? 'bot' : 'hand'} size={18} />
        {choice.botUuid ? t('groups.wouldAnswer', { name }) : t('groups.nobody')}
      </h3>
      <p className={classes.reason}>
        <Reason group={group} choice={choice} />
      </p>
      {choice.detour && <p className={classes.reason}>{t(`groups.detours.${choice.detour}`)}</p>}
      {choice.candidates.length > 0 && <Candidates candidates={choice.candidates} />}
      <p className={classes.facts}>{facts.join(' · ')}</p>
    </section>
  );
}

function Reason({ group, choice }: { group: GroupView; choice: GroupChoice }) {
  const { t } = useWords();
  const { reason, rule } = choice;
  if (reason === 'rule' && rule?.rule.kind === 'segment') return <SegmentReason {...rule} rule={rule.rule} />;
  if (reason === 'rule' && rule)
    return t('groups.reasons.rule', {
      number: rule.position + 1,
      rule: t(`groups.ruleKinds.${rule.rule.kind}`),
    });
  if (reason === 'rule') return null;
  const isFirst = reason === 'fallback' && choice.botUuid !== group.fallbackBotUuid;
  return t(`groups.reasons.${isFirst ? 'first' : reason}`);
}

function SegmentReason({ position, rule: { segmentUuid } }: { position: number; rule: SegmentRule }) {
  const { t } = useWords();
  const { data: segments } = useQuery(segmentsQuery);
  const name = segments?.find(({ uuid }) => uuid === segmentUuid)?.name ?? '…';
  return t('groups.reasons.segment', { number: position + 1, name });
}

function Candidates({ candidates }: Pick<GroupChoice, 'candidates'>) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <ul className={classes.candidates}>
      {candidates.map(({ botUuid, name, score, wording, knowledge, words }) => (
        <li key={botUuid}>
          <div className={classes.candidateTop}>
            <span>{name}</span>
            <span className={classes.percent}>{format.percent(score)}</span>
          </div>
          <Progress value={score * 100} aria-label={`${t('groups.match')}: ${name}`} size="sm" />
          <p className={classes.because}>
            {t('groups.fromWords', { percent: format.percent(wording) })}
            {' · '}
            {t('groups.fromKnowledge', { percent: format.percent(knowledge) })}
          </p>
          {words.length > 0 && (
            <p className={classes.because}>{t('groups.sameWords', { words: words.join(', ') })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
