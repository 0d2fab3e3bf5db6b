import type { BotId, GroupId } from '@hanasu/contract/ids';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { groupsQuery } from '../../entities/bot/groups.queries.ts';
import { useWords } from '../../i18n/use-words.ts';

/** Who answers on a channel: a bot, or a group that chooses one of its bots. */
interface Answerer {
  readonly botUuid: BotId | undefined;
  readonly groupUuid: GroupId | undefined;
}

interface AnswererSelectProps {
  readonly botUuid: string | undefined;
  readonly groupUuid: string | undefined;
  readonly onChange: (answerer: Answerer) => void;
  readonly isWrong: boolean;
}

/** Says how to get a bot when there is none yet. */
export function AnswererSelect({ botUuid, groupUuid, onChange, isWrong }: AnswererSelectProps) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const { data: groups } = useQuery(groupsQuery());
  const toItem = ({ uuid, name }: { uuid: string; name: string }) => ({ value: uuid, label: name });
  const count = (bots?.items.length ?? 0) + (groups?.items.length ?? 0);
  const isEmpty = bots !== undefined && groups !== undefined && count === 0;
  const choose = (value: string | null) => {
    const bot = bots?.items.find(({ uuid }) => uuid === value);
    const group = groups?.items.find(({ uuid }) => uuid === value);
    if (bot || group) onChange({ botUuid: bot?.uuid, groupUuid: group?.uuid });
  };
  return (
    <Select
      label={t('channels.bot')}
      placeholder={t('channels.botPlaceholder')}
      data={
        groups?.items.length
          ? [
              { group: t('channels.bots'), items: bots?.items.map(toItem) ?? [] },
              { group: t('channels.groups'), items: groups.items.map(toItem) },
            ]
          : (bots?.items.map(toItem) ?? [])
      }
      value={groupUuid || botUuid || null}
      onChange={choose}
      allowDeselect={false}
      searchable={count > 7}
      error={isWrong && t('channels.chooseBot')}
      description={
        isEmpty ? (
          <>
            {t('channels.noBotYet')}{' '}
            <Link to="/Bot" search={{ create: true }}>
              {t('bot.createTitle')}
            </Link>
          </>
        ) : (
          t('channels.botHelp')
        )
      }
    />
  );
}
