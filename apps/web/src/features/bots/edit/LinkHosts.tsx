import { LinkHost } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { Badge, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { linkHostsQuery } from '../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { type BotValues, hostOf } from './bot-values.ts';

/** Where links of answers may lead: what the owner lists, and below what their own texts name. */
export function LinkHosts({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const [isWrong, setWrong] = useState(false);
  const change = (values: string[], onChange: (hosts: string[]) => void): void => {
    const hosts = [...new Set(values.map(hostOf))];
    const fitting = hosts.filter((host) => LinkHost.safeParse(host).success);
    setWrong(fitting.length < hosts.length);
    onChange(fitting);
  };
  return (
    <Stack gap="xs">
      <Controller
        control={control}
        name="settings.linkHosts"
        render={({ field }) => (
          <TagsInput
            label={t('botEditor.linkHosts')}
            description={t('botEditor.linkHostsHelp')}
            placeholder={field.value.length === 0 ? t('botEditor.linkHostsPlaceholder') : ''}
            value={field.value}
            onChange={(values) => change(values, field.onChange)}
            onBlur={field.onBlur}
            maxTags={100}
            splitChars={[',', '、', ';', ' ']}
            acceptValueOnBlur
            clearable={false}
            error={isWrong && t('botEditor.linkHostsWrong')}
          />
        )}
      />
      <NamedHosts botUuid={botUuid} />
    </Stack>
  );
}

function NamedHosts({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const { data } = useQuery(linkHostsQuery(botUuid));
  if (!data) return null;
  if (data.items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('botEditor.linkHostsNone')}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('botEditor.linkHostsNamed')}
      </Text>
      <Group gap="xs">
        {data.items.map(({ host, origin }) => (
          <Badge key={host} variant="default" tt="none" fw={400}>
            {`${host} (${t(`botEditor.linkHostOrigins.${origin}`)})`}
          </Badge>
        ))}
      </Group>
    </Stack>
  );
}
