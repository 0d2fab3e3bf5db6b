import { type ChannelSettings, KEYWORD_MATCHES } from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import type { MessageContent } from '@hanasu/contract/message-content';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import {
  ActionIcon,
  Button,
  Checkbox,
  Select,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { PhoneTalk } from '../../../entities/channel/PhoneFrame.tsx';
import { ContentChoice } from '../../../entities/message/ContentChoice.tsx';
import { loadWords } from '../../../i18n/i18n.ts';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import classes from './Settings.module.css';
import { useTrySettings } from './settings.queries.ts';

const MOST = 200;

/** What is answered at once, in the order in which it is tried. */
export function KeywordsSection({ channelKind }: { channelKind: string }) {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  // The contract's own `id` is part of the value, so the list keeps its own under another name.
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'keywords', keyName: 'key' });
  const add = () =>
    append(
      {
        id: newId(),
        enabled: true,
        match: 'contains',
        words: [],
        reply: '',
        content: null,
        wantsPerson: false,
      },
      { focusName: `keywords.${fields.length}.words` },
    );
  return (
    <StackedSection title={t('channelSettings.keywords')} text={t('channelSettings.keywordsText')}>
      <Stack gap="sm">
        {fields.length === 0 && <p className={classes.empty}>{t('channelSettings.noKeywords')}</p>}
        {fields.map(({ key }, index) => (
          <KeywordCard
            key={key}
            index={index}
            channelKind={channelKind}
            isLast={index === fields.length - 1}
            onMove={(by) => swap(index, index + by)}
            onRemove={() => remove(index)}
          />
        ))}
        {fields.length < MOST && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={add}
            className={classes.add ?? ''}
          >
            {t('channelSettings.addKeyword')}
          </Button>
        )}
      </Stack>
    </StackedSection>
  );
}

interface KeywordCardProps {
  index: number;
  channelKind: string;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function KeywordCard({ index, channelKind, isLast, onMove, onRemove }: KeywordCardProps) {
  const { t } = useWords();
  const { control, register, formState, watch } = useFormContext<ChannelSettings>();
  const errors = formState.errors.keywords?.[index];
  const match = watch(`keywords.${index}.match`);
  const number = index + 1;
  return (
    <fieldset className={classes.keyword}>
      <legend>{t('channelSettings.keyword', { number })}</legend>
      <div className={classes.keywordTop}>
        <Controller
          control={control}
          name={`keywords.${index}.enabled`}
          render={({ field }) => (
            <Switch
              label={t('channelSettings.enabled')}
              checked={field.value}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
            />
          )}
        />
        <span className={classes.moves}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            disabled={index === 0}
            onClick={() => onMove(-1)}
            aria-label={t('channelSettings.up', { number })}
          >
            <Icon name="arrow-up" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            disabled={isLast}
            onClick={() => onMove(1)}
            aria-label={t('channelSettings.down', { number })}
          >
            <span className={classes.down}>
              <Icon name="arrow-up" />
            </span>
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            onClick={onRemove}
            aria-label={t('channelSettings.removeKeyword', { number })}
          >
            <Icon name="trash-2" />
          </ActionIcon>
        </span>
      </div>
      <Controller
        control={control}
        name={`keywords.${index}.match`}
        render={({ field }) => (
          <Select
            label={t('channelSettings.match')}
            description={t(`channelSettings.matchHelp.${match}`)}
            data={KEYWORD_MATCHES.map((value) => ({ value, label: t(`channelSettings.matches.${value}`) }))}
            value={field.value}
            onChange={(value) => value && field.onChange(value)}
            allowDeselect={false}
          />
        )}
      />
      <Controller
        control={control}
        name={`keywords.${index}.words`}
        render={({ field }) => (
          <TagsInput
            label={t('channelSettings.words')}
            description={t('channelSettings.wordsHelp')}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            maxTags={30}
            maxLength={300}
            splitChars={match === 'pattern' ? [] : [',', '、', '\n']}
            error={wordsError(errors?.words)}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={control}
        name={`keywords.${index}.content`}
        render={({ field }) => (
          <ContentChoice
            label={t('channelSettings.replyWith')}
            channelKind={channelKind}
            value={(field.value as MessageContent | null | undefined) ?? null}
            onChange={field.onChange}
            error={errors?.content?.message ?? errors?.reply?.message}
          >
            <Textarea
              label={t('channelSettings.reply')}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={2000}
              {...register(`keywords.${index}.reply`)}
              error={errors?.reply?.message}
            />
          </ContentChoice>
        )}
      />
      <Controller
        control={control}
        name={`keywords.${index}.wantsPerson`}
        render={({ field }) => (
          <Checkbox
            label={t('channelSettings.wantsPerson')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
          />
        )}
      />
    </fieldset>
  );
}

interface WordsFault {
  readonly message?: string | undefined;
}

/** Of the list, or of the first word in it that is at fault. */
function wordsError(fault: WordsFault | readonly (WordsFault | undefined)[] | undefined): string | undefined {
  if (!fault) return undefined;
  if ('message' in fault && fault.message) return fault.message;
  return Array.isArray(fault)
    ? fault.find((one: WordsFault | undefined) => one?.message)?.message
    : undefined;
}

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
export function TryBox({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const { control, getValues } = useFormContext<ChannelSettings>();
  const zone = useWatch({ control, name: 'timeZone' });
  const [text, setText] = useState('');
  const [at, setAt] = useState(() => clockOf(zone, new Date()));
  const attempt = useTrySettings(channel.uuid);
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
        {attempt.error && <ErrorNotice error={attempt.error} />}
        {attempt.data && (
          <Result
            result={attempt.data}
            asked={attempt.variables.text}
            channel={channel}
            zone={zone}
            keywords={attempt.variables.settings.keywords}
          />
        )}
      </div>
    </StackedSection>
  );
}

interface ResultProps {
  result: NonNullable<ReturnType<typeof useTrySettings>['data']>;
  asked: string;
  channel: ChannelView;
  zone: string;
  keywords: ChannelSettings['keywords'];
}

/** Loaded on demand: the code that draws messages is large and only used here. */
const ReplyPreview = lazy(async () => {
  const [{ ReplyPreview: Loaded }] = await Promise.all([
    import('../../../entities/message/preview/PreviewPane.tsx'),
    loadWords('message'),
  ]);
  return { default: Loaded };
});

function Result({ result, asked, channel, zone, keywords }: ResultProps) {
  const { t, locale } = useWords();
  const number = keywords.findIndex(({ id }) => id === result.keyword) + 1;
  const content = (keywords[number - 1]?.content as MessageContent | null | undefined) ?? null;
  const phone = {
    kind: channel.kind,
    title: channel.displayName ?? channel.name,
    label: t('channelSettings.result.phone'),
    asked,
  };
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
          {content ? (
            <Suspense fallback={<Skeleton height={260} radius="lg" aria-hidden />}>
              <ReplyPreview {...phone} content={content} />
            </Suspense>
          ) : (
            <PhoneTalk {...phone} answered={result.reply} />
          )}
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
