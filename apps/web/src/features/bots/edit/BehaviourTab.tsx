import { type BotSettings, LinkHost, type UnlistedHost } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { Badge, Button, Group, Input, Select, Stack, Switch, TagsInput, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { linkHostsQuery } from '../../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DayRow } from '../../../shell/components/DayRow.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import { type BotValues, hostOf } from './bot-values.ts';

export function BehaviourTab({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const { register, formState } = useFormContext<BotValues>();
  return (
    <Stack gap="xl">
      <Textarea
        label={t('bots.noAnswerReply')}
        description={t('bots.noAnswerHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...register('noAnswerReply')}
        error={formState.errors.noAnswerReply?.message}
      />
      <HandoverWords />
      <LinkHosts botUuid={botUuid} />
      <BusinessHours />
    </Stack>
  );
}

function HandoverWords() {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  return (
    <Controller
      control={control}
      name="settings.handoverWords"
      render={({ field, fieldState }) => (
        <TagsInput
          label={t('botEditor.handoverWords')}
          description={t('botEditor.handoverHelp')}
          placeholder={field.value.length === 0 ? t('botEditor.handoverPlaceholder') : ''}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          maxTags={30}
          maxLength={60}
          splitChars={[',', '、', ';']}
          acceptValueOnBlur
          clearable={false}
          error={fieldState.error && t('fields.invalid')}
        />
      )}
    />
  );
}

/** Where links of answers may lead: what the owner lists, and below what their own texts name. */
function LinkHosts({ botUuid }: { botUuid: BotId }) {
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
  return (
    <>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t(data.items.length === 0 ? 'botEditor.linkHostsNone' : 'botEditor.linkHostsNamed')}
        </Text>
        <Group gap="xs">
          {data.items.map(({ host, origin }) => (
            <Badge key={host} variant="default" tt="none" fw={400}>
              {`${host} (${t(`botEditor.linkHostOrigins.${origin}`)})`}
            </Badge>
          ))}
        </Group>
      </Stack>
      <UnlistedHosts unlisted={data.unlisted} />
    </>
  );
}

/** Websites that the bot's documents link to, each put on the list with one click. */
function UnlistedHosts({ unlisted }: { unlisted: readonly UnlistedHost[] }) {
  const { t } = useWords();
  const { setValue } = useFormContext<BotValues>();
  const listed = useWatch<BotValues, 'settings.linkHosts'>({ name: 'settings.linkHosts' });
  const others = unlisted.filter(({ host }) => !listed.includes(host));
  if (others.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('botEditor.linkHostsUnlisted')}
      </Text>
      <Group gap="xs">
        {others.map(({ host }) => (
          <Button
            key={host}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            aria-label={t('botEditor.allowHost', { host })}
            onClick={() => setValue('settings.linkHosts', [...listed, host], { shouldDirty: true })}
          >
            {host}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

type Hours = NonNullable<BotSettings['businessHours']>;

/** When people are there. */
function BusinessHours() {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const { data: user } = useQuery(meQuery);
  const usual = (): Hours => ({
    timeZone: user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    open: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' })),
    closedReply: '',
  });
  return (
    <Controller
      control={control}
      name="settings.businessHours"
      render={({ field }) => (
        <Stack gap="md">
          <Switch
            label={t('botEditor.hours')}
            description={t('botEditor.hoursHelp')}
            checked={field.value !== null}
            onChange={(event) => field.onChange(event.currentTarget.checked ? usual() : null)}
          />
          {field.value && <HoursFields hours={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
        </Stack>
      )}
    />
  );
}

interface HoursFieldsProps {
  hours: Hours;
  onChange: (hours: Hours) => void;
  onBlur: () => void;
}

function HoursFields({ hours, onChange, onBlur }: HoursFieldsProps) {
  const { t, locale } = useWords();
  const { firstDayOfWeek } = useFormat();
  const { formState } = useFormContext<BotValues>();
  const zones = useMemo(() => timeZoneChoices(locale), [locale]);
  const errors = formState.errors.settings?.businessHours;
  const days = Array.from({ length: 7 }, (_, index) => (index + firstDayOfWeek) % 7);
  return (
    <>
      <Select
        label={t('botEditor.timeZone')}
        data={zones}
        value={hours.timeZone}
        onChange={(timeZone) => timeZone && onChange({ ...hours, timeZone })}
        onBlur={onBlur}
        searchable
        allowDeselect={false}
        error={errors?.timeZone?.message}
      />
      <Input.Wrapper
        labelElement="div"
        label={t('shell.hours.title')}
        description={t('shell.hours.help')}
        error={errors?.open && t('shell.hours.wrong')}
      >
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            open={hours.open}
            onChange={(open) => onChange({ ...hours, open })}
            onBlur={onBlur}
          />
        ))}
      </Input.Wrapper>
      <Textarea
        label={t('botEditor.closedReply')}
        description={t('botEditor.closedReplyHelp')}
        placeholder={t('botEditor.closedReplyPlaceholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={hours.closedReply}
        onChange={(event) => onChange({ ...hours, closedReply: event.currentTarget.value })}
        onBlur={onBlur}
        error={errors?.closedReply?.message}
      />
    </>
  );
}
