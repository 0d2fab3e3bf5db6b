import type { BotId } from '@hanasu/contract/ids';
import { ActionIcon, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './GroupEdit.module.css';
import type { GroupValues } from './group-values.ts';
import { type Move, MoveButtons } from './MoveButtons.tsx';
import { RulesEditor } from './RulesEditor.tsx';

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

export function MemberCard(props: MemberCardProps) {
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
