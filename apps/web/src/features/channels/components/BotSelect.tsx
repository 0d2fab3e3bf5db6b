import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { botsQuery } from '../../bots/bots.queries.ts';

/** Which bot answers; says how to get one when there is none yet. */
export function BotSelect(props: Omit<SelectProps, 'data' | 'label'>) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const isEmpty = bots?.items.length === 0;
  return (
    <Select
      label={t('channels.bot')}
      placeholder={t('channels.botPlaceholder')}
      data={bots?.items.map(({ uuid, name }) => ({ value: uuid as string, label: name })) ?? []}
      allowDeselect={false}
      searchable={(bots?.items.length ?? 0) > 7}
      description={
        isEmpty ? (
          <>
            {t('channels.noBotYet')}{' '}
            <Link to="/Bot" search={{ create: true }}>
              {t('bots.createTitle')}
            </Link>
          </>
        ) : (
          t('channels.botHelp')
        )
      }
      {...props}
    />
  );
}
