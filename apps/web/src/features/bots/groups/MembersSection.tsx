import { LOCALES } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import { GROUP_LIMITS, type GroupRule, type GroupView } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { ActionIcon, Button, Select, TagsInput, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { BotOption } from '../../../entities/bot/BotOption.tsx';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import classes from './GroupEdit.module.css';
import { type GroupValues, moved, newMember, RULE_KINDS, ruleOfKind } from './group-values.ts';

/** Members in order; each can be moved with two buttons, which keep the focus. */
export function MembersSection({ group }: { group: GroupView }) {
  const { t } = useWords();
  const { control } = useFormContext<GroupValues>();
  const members = useFieldArray({ control, name: 'members' });
  const router = useWatch({ control, name: 'router' });
  const { data: bots } = useQuery(botsQuery());
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const toFocus = useRef<{ botUuid: string; by: Move } | null>(null);
  const nameOf = (uuid: string): string =>
    bots?.items.find((bot) => bot.uuid === uuid)?.name ??
    group.members.find(({ botUuid }) => botUuid === uuid)?.name ??
    '…';
  // A button that was moved with its card loses the focus.
  useEffect(() => {
    const wanted = toFocus.current;
    if (!wanted || !said) return;
    toFocus.current = null;
    const card = list.current?.querySelector(`[data-bot="${wanted.botUuid}"]`);
    const button = card?.querySelector<HTMLButtonElement>(`[data-move="${wanted.by}"]:not(:disabled)`);
    (button ?? card?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus();
  }, [said]);

  const move = (from: number, by: Move) => {
    const botUuid = members.fields[from]?.botUuid;
    if (!botUuid) return;
    members.move(from, from + by);
    toFocus.current = { botUuid, by };
    const place = from + by + 1;
    setSaid(t('groups.moved', { name: nameOf(botUuid), place, count: members.fields.length }));
  };
  return (
    <section aria-labelledby="group-members">
      <h2 id="group-members" className={classes.sectionTitle}>
        {t('groups.membersTitle')}
      </h2>
      <p className={classes.help}>
        {members.fields.length === 0
          ? t('groups.noMembersText')
          : t(router === 'rules' ? 'groups.membersHelpRules' : 'groups.membersHelp')}
      </p>
      <ul ref={list} className={classes.members}>
        {members.fields.map((member, index) => (
          <MemberCard
            key={member.id}
            index={index}
            count={members.fields.length}
            botUuid={member.botUuid as BotId}
            name={nameOf(member.botUuid)}
            isReady={group.members.find(({ botUuid }) => botUuid === member.botUuid)?.ready ?? true}
            hasRules={router === 'rules'}
            onMove={(by) => move(index, by)}
            onRemove={() => members.remove(index)}
          />
        ))}
      </ul>
      <AddMember
        bots={bots?.items ?? []}
        taken={members.fields.map(({ botUuid }) => botUuid)}
        onAdd={(botUuid) => members.append(newMember(botUuid), { shouldFocus: false })}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}

interface AddMemberProps {
  readonly bots: readonly Pick<BotView, 'uuid' | 'name' | 'state'>[];
  readonly taken: readonly string[];
  readonly onAdd: (botUuid: BotId) => void;
}

function AddMember({ bots, taken, onAdd }: AddMemberProps) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const isFull = taken.length >= GROUP_LIMITS.members;
  const left = bots.filter(({ uuid }) => !taken.includes(uuid));
  if (isFull || (bots.length > 0 && left.length === 0)) {
    return (
      <p className={classes.help}>
        {isFull ? t('groups.full', { count: GROUP_LIMITS.members }) : t('groups.allAdded')}
      </p>
    );
  }
  return (
    <Select
      label={t('groups.addMember')}
      placeholder={t('groups.addMemberPlaceholder')}
      data={nameOptions(left)}
      renderOption={({ option }) => <BotOption bots={bots} uuid={option.value} label={option.label} />}
      value={null}
      onChange={(uuid) => uuid && onAdd(uuid as BotId)}
      searchable={left.length > 7}
    />
  );
}

interface MemberCardProps {
  readonly index: number;
  readonly count: number;
  readonly botUuid: BotId;
  readonly name: string;
  readonly isReady: boolean;
  readonly hasRules: boolean;
  readonly onMove: (by: Move) => void;
  readonly onRemove: () => void;
}

function MemberCard(props: MemberCardProps) {
  const { index, count, botUuid, name, isReady, hasRules, onMove, onRemove } = props;
  const { t } = useWords();
  const { register, formState } = useFormContext<GroupValues>();
  const errors = formState.errors.members?.[index];
  return (
    <li className={classes.member} data-bot={botUuid}>
      <div className={classes.memberTop}>
        <span className={classes.place}>{index + 1}</span>
        <h3 className={classes.memberName}>
          <Link to="/Bot/$id" params={{ id: botUuid }} title={t('groups.openBot', { name })}>
            {name}
          </Link>
        </h3>
        <MoveButtons index={index} count={count} name={name} onMove={onMove} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          onClick={onRemove}
          aria-label={t('groups.remove', { name })}
        >
          <Icon name="x" />
        </ActionIcon>
      </div>
      {!isReady && (
        <p className={classes.notReady}>
          <Icon name="pause" size={14} /> {t('groups.notReady')}
        </p>
      )}
      {/* What is wrong is shown, though this way of choosing doesn't use it. */}
      {(!hasRules || errors?.whenToUse) && (
        <Textarea
          label={t('groups.whenToUse')}
          placeholder={t('groups.whenToUsePlaceholder')}
          autosize
          minRows={2}
          maxRows={8}
          {...register(`members.${index}.whenToUse`)}
          error={errors?.whenToUse?.message}
        />
      )}
      {(hasRules || errors?.rules) && <RulesEditor index={index} />}
    </li>
  );
}

/** The rules of one member, in order. */
function RulesEditor({ index }: { index: number }) {
  const { t } = useWords();
  const { control, formState } = useFormContext<GroupValues>();
  const errors = formState.errors.members?.[index]?.rules as readonly (unknown | undefined)[] | undefined;
  return (
    <Controller
      control={control}
      name={`members.${index}.rules`}
      render={({ field }) => {
        const rules = (field.value ?? []) as GroupRule[];
        const change = (at: number, rule: GroupRule) =>
          field.onChange(rules.map((one, place) => (place === at ? rule : one)));
        return (
          <div className={classes.rules}>
            <p className={classes.rulesTitle}>{t('groups.rules')}</p>
            <p className={classes.noRules}>{t(rules.length === 0 ? 'groups.noRules' : 'groups.rulesHelp')}</p>
            <ol className={classes.ruleList}>
              {rules.map((rule, at) => (
                <RuleRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id, and what it shows is all in its value.
                  key={at}
                  rule={rule}
                  at={at}
                  count={rules.length}
                  isWrong={errors?.[at] !== undefined}
                  onChange={(next) => change(at, next)}
                  onMove={(by) => field.onChange(moved(rules, at, by))}
                  onRemove={() => field.onChange(rules.filter((_, place) => place !== at))}
                />
              ))}
            </ol>
            {rules.length < GROUP_LIMITS.rules && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="plus" size={14} />}
                onClick={() => field.onChange([...rules, ruleOfKind('contains')])}
              >
                {t('groups.addRule')}
              </Button>
            )}
          </div>
        );
      }}
    />
  );
}

interface RuleRowProps {
  readonly rule: GroupRule;
  readonly at: number;
  readonly count: number;
  readonly isWrong: boolean;
  readonly onChange: (rule: GroupRule) => void;
  readonly onMove: (by: Move) => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, at, count, isWrong, onChange, onMove, onRemove }: RuleRowProps) {
  const { t } = useWords();
  const number = at + 1;
  const name = t('groups.ruleNumber', { number });
  return (
    <li className={classes.rule}>
      <Select
        aria-label={t('groups.ruleKind', { number })}
        data={RULE_KINDS.map((kind) => ({ value: kind, label: t(`groups.ruleKinds.${kind}`) }))}
        value={rule.kind}
        onChange={(kind) => onChange(ruleOfKind(RULE_KINDS.find((one) => one === kind) ?? 'contains', rule))}
        allowDeselect={false}
      />
      <div className={classes.ruleInput}>
        <RuleInput rule={rule} isWrong={isWrong} onChange={onChange} />
      </div>
      <div className={classes.ruleTools}>
        <MoveButtons index={at} count={count} name={name} onMove={onMove} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          onClick={onRemove}
          aria-label={t('groups.remove', { name })}
        >
          <Icon name="x" />
        </ActionIcon>
      </div>
    </li>
  );
}

interface RuleInputProps {
  readonly rule: GroupRule;
  readonly isWrong: boolean;
  readonly onChange: (rule: GroupRule) => void;
}

/** What a rule of each kind looks for. */
function RuleInput({ rule, isWrong, onChange }: RuleInputProps) {
  const { t } = useWords();
  switch (rule.kind) {
    case 'contains':
    case 'starts':
      return (
        <TagsInput
          aria-label={t('groups.words')}
          placeholder={rule.words.length === 0 ? t('groups.wordsPlaceholder') : ''}
          value={rule.words}
          onChange={(words) => onChange({ ...rule, words })}
          maxTags={GROUP_LIMITS.words}
          acceptValueOnBlur
          splitChars={[',', '、', '，']}
          error={isWrong && t('groups.wordsNeeded')}
        />
      );
    case 'matches':
      return (
        <TextInput
          aria-label={t('groups.pattern')}
          placeholder={t('groups.patternPlaceholder')}
          description={t('groups.patternHelp')}
          inputWrapperOrder={['input', 'description', 'error']}
          value={rule.pattern}
          maxLength={200}
          onChange={(event) => onChange({ ...rule, pattern: event.currentTarget.value })}
          error={isWrong && t('groups.patternNeeded')}
        />
      );
    case 'language':
      return (
        <Select
          aria-label={t('groups.ruleLanguage')}
          data={LOCALES.map((code) => ({ value: code, label: t(`groups.languages.${code}`) }))}
          value={rule.language}
          onChange={(code) => onChange({ ...rule, language: LOCALES.find((one) => one === code) ?? 'en' })}
          allowDeselect={false}
        />
      );
    case 'segment':
      return (
        <SegmentSelect
          clearable={false}
          placeholder={t('groups.segmentPlaceholder')}
          value={rule.segmentUuid || null}
          onChange={(uuid) => uuid && onChange({ ...rule, segmentUuid: uuid })}
          error={isWrong && t('groups.segmentNeeded')}
        />
      );
    case 'otherwise':
      return null;
    default:
      return rule satisfies never;
  }
}

/** A place up or down. */
type Move = -1 | 1;

interface MoveButtonsProps {
  readonly index: number;
  readonly count: number;
  readonly name: string;
  readonly onMove: (by: Move) => void;
}

function MoveButtons({ index, count, name, onMove }: MoveButtonsProps) {
  const { t } = useWords();
  const button = (by: Move, label: string, disabled: boolean) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={34}
      className={classes.tool ?? ''}
      data-move={by}
      disabled={disabled}
      onClick={() => onMove(by)}
      aria-label={label}
    >
      <span className={by === 1 ? classes.down : undefined} style={{ display: 'flex' }}>
        <Icon name="arrow-up" />
      </span>
    </ActionIcon>
  );
  return (
    <>
      {button(-1, t('groups.moveUp', { name }), index === 0)}
      {button(1, t('groups.moveDown', { name }), index === count - 1)}
    </>
  );
}
