import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelId } from '@hanasu/contract/ids';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { LOCALE_TAGS } from '../../../../i18n/locales.ts';
import { useWords } from '../../../../i18n/use-words.ts';
import { FaultNotice } from '../../../../shell/components/FaultNotice.tsx';
import { StackedSection } from '../../../../shell/components/StackedSection.tsx';
import { useTrySettings } from '../../settings.queries.ts';
import classes from './Settings.module.css';

/** `2026-01-31T09:30` on the clocks of a zone. */
function clockOf(zone: string, at: Date): string {
  const { day, minute } = localMoment(zone, at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function instantOfClock(zone: string, clock: string): Date {
  const [day = '', time = '00:00'] = clock.split('T');
  return instantOf(zone, dayAfter(day, 0), Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
}

/** What would happen to a message, with what the form says now. */
export function TryBox({ channelUuid }: { channelUuid: ChannelId }) {
  const { t } = useWords();
  const { control, getValues } = useFormContext<ChannelSettings>();
  const zone = useWatch({ control, name: 'timeZone' });
  const [text, setText] = useState('');
  const [at, setAt] = useState(() => clockOf(zone, new Date()));
  const attempt = useTrySettings(channelUuid);
  const run = (event: FormEvent) => {
    event.preventDefault();
    // The form around this one has a way of its own to be sent.
    event.stopPropagation();
    attempt.mutate({ settings: getValues(), text, at: instantOfClock(zone, at).toISOString() });
  };
  return (
    <StackedSection title={t('channelSettings.try')} text={t('channelSettings.tryText')}>
      <form onSubmit={run}>
        <Stack gap="sm">
          <Textarea
            label={t('channelSettings.tryMessage')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('channelSettings.tryAt')}
            description={t('channelSettings.tryZone', { zone })}
            value={at}
            required
            withAsterisk={false}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={attempt.isPending}>
            {t('channelSettings.tryRun')}
          </Button>
        </Stack>
      </form>
      <div role="status" className={classes.result}>
        {attempt.error && <FaultNotice error={attempt.error} />}
        {attempt.data && <Result result={attempt.data} zone={zone} keywords={getValues('keywords')} />}
      </div>
    </StackedSection>
  );
}

interface ResultProps {
  result: NonNullable<ReturnType<typeof useTrySettings>['data']>;
  zone: string;
  keywords: ChannelSettings['keywords'];
}

function Result({ result, zone, keywords }: ResultProps) {
  const { t, locale } = useWords();
  const number = keywords.findIndex(({ id }) => id === result.keyword) + 1;
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  });
  return (
    <>
      {result.reply !== null && (
        <>
          <p>{t('channelSettings.result.keyword', { number })}</p>
          <blockquote className={classes.said}>{result.reply}</blockquote>
        </>
      )}
      {result.reply === null && !result.wantsPerson && <p>{t('channelSettings.result.bot')}</p>}
      {result.wantsPerson && <p>{t('channelSettings.result.person')}</p>}
      <p>{result.isOpen ? t('channelSettings.result.open') : t('channelSettings.result.closed')}</p>
      {result.holiday !== null && <p>{t('channelSettings.result.holiday', { name: result.holiday })}</p>}
      {result.opensAt && (
        <p>{t('channelSettings.result.opensAt', { at: format.format(new Date(result.opensAt)) })}</p>
      )}
    </>
  );
}
