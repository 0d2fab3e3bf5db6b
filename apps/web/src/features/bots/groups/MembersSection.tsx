import type { BotView } from '@hanasu/contract/bots';
import { GROUP_LIMITS, type GroupView } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { ActionIcon, Select, Textarea, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { BotOption } from '../../../entities/bot/BotOption.tsx';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './GroupEdit.module.css';
import { type GroupValues, newMember } from './group-values.ts';
import { type Move, MoveButtons } from './MoveButtons.tsx';
import { RulesEditor } from './RulesEditor.tsx';

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
      data={left.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
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
