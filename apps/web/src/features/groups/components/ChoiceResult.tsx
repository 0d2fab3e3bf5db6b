import type { GroupChoice, GroupView } from '@hanasu/contract/groups';
import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import classes from './GroupEdit.module.css';

/** Who would answer, why, and how the others did. */
export function ChoiceResult({ group, choice }: { group: GroupView; choice: GroupChoice }) {
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
  if (reason === 'rule' && rule)
    return t('groups.reasons.rule', {
      number: rule.position + 1,
      rule: t(`groups.ruleKinds.${rule.rule.kind}`),
    });
  if (reason === 'rule') return null;
  const isFirst = reason === 'fallback' && choice.botUuid !== group.fallbackBotUuid;
  return t(`groups.reasons.${isFirst ? 'first' : reason}`);
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
