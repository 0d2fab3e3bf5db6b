import type { BotId, GroupId } from '@hanasu/contract/ids';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BotOption } from '../../entities/bot/BotOption.tsx';
import { isAnswering } from '../../entities/bot/bot-states.ts';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { groupsQuery } from '../../entities/bot/groups.queries.ts';
import { NotLive } from '../../entities/bot/NotLive.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { useNameOptions } from '../../shell/name-options.ts';

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
  /** What is said of a bot without answers: that alone where the form publishes it, or with the way to. */
  readonly notLive: 'said' | 'publish' | 'hidden';
}

/** Says how to get a bot when there is none yet. */
export function AnswererSelect(props: AnswererSelectProps) {
  const { botUuid, groupUuid, onChange, isWrong, notLive } = props;
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const { data: groups } = useQuery(groupsQuery());
  const nameOptions = useNameOptions();
  const count = (bots?.items.length ?? 0) + (groups?.items.length ?? 0);
  const isEmpty = bots !== undefined && groups !== undefined && count === 0;
  const choose = (value: string | null) => {
    const bot = bots?.items.find(({ uuid }) => uuid === value);
    const group = groups?.items.find(({ uuid }) => uuid === value);
    if (bot || group) onChange({ botUuid: bot?.uuid, groupUuid: group?.uuid });
  };
  const chosen = bots?.items.find(({ uuid }) => uuid === botUuid);
  return (
    <>
      <Select
        label={t('channels.bot')}
        placeholder={t('channels.botPlaceholder')}
        data={
          groups?.items.length
            ? [
                { group: t('channels.bots'), items: nameOptions(bots?.items ?? []) },
                { group: t('channels.groups'), items: nameOptions(groups.items) },
              ]
            : nameOptions(bots?.items ?? [])
        }
        renderOption={({ option }) => (
          <BotOption bots={bots?.items ?? []} uuid={option.value} label={option.label} />
        )}
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
      {chosen && notLive !== 'hidden' && !isAnswering(chosen) && (
        <NotLive
          key={chosen.uuid}
          botUuid={chosen.uuid}
          state={chosen.state === 'paused' ? 'paused' : 'not_published'}
          isWithForm={notLive === 'said'}
        />
      )}
    </>
  );
}
