import { LOCALES } from '@hanasu/contract/accounts';
import {
  type ChannelSettings,
  CONTENT_CHOICES,
  CONTENT_KINDS,
  type ContentKind,
  type ContentMode,
} from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import type { MessageContent } from '@hanasu/contract/message-content';
import { Alert, Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { ContentChoice } from '../../../entities/message/ContentChoice.tsx';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import { guideWordsQuery } from '../guides/guide.ts';
import { NumberField, SelectField, SwitchField, TextField, WordsField } from './fields.tsx';
import { LoginProvider } from './LoginProvider.tsx';
import classes from './Settings.module.css';

interface GreetingSectionProps {
  channelKind: string;
  /** It stands above a chat that visitors open themselves. */
  isOnSites: boolean;
}

export function GreetingSection({ channelKind, isOnSites }: GreetingSectionProps) {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  const from = useWatch({ control, name: 'greeting.from' });
  const choices = (['bot', 'own', 'none'] as const).map((value) => ({
    value,
    label: t(`channelSettings.greetingFrom.${value}`),
  }));
  return (
    <StackedSection
      title={t('channelSettings.greeting')}
      text={t(isOnSites ? 'channelSettings.greetingSitesText' : 'channelSettings.greetingText')}
    >
      <Stack gap="md">
        <SelectField name="greeting.from" label={t('channelSettings.greetingFrom.label')} data={choices} />
        {from === 'own' && (
          <Controller
            control={control}
            name="greeting.content"
            render={({ field, fieldState }) => (
              <ContentChoice
                label={t('channelSettings.greetingWith')}
                channelKind={channelKind}
                value={(field.value as MessageContent | null | undefined) ?? null}
                onChange={field.onChange}
                error={fieldState.error?.message}
              >
                {LOCALES.map((locale) => (
                  <TextField
                    key={locale}
                    name={`greeting.texts.${locale}`}
                    label={t('channelSettings.greetingIn', { language: LOCALE_NAMES[locale] })}
                  />
                ))}
                <TextField
                  name="greeting.text"
                  label={t('channelSettings.greetingOwn')}
                  description={t(
                    isOnSites ? 'channelSettings.greetingSitesHelp' : 'channelSettings.greetingOwnHelp',
                  )}
                />
              </ContentChoice>
            )}
          />
        )}
      </Stack>
    </StackedSection>
  );
}

export function BatchingSection() {
  const { t } = useWords();
  return (
    <StackedSection title={t('channelSettings.batching')} text={t('channelSettings.batchingText')}>
      <NumberField
        name="batchingDelay"
        empty={0}
        per={1000}
        label={t('channelSettings.batchingDelay')}
        description={t('channelSettings.batchingHelp')}
        suffix={` ${t('channelSettings.seconds')}`}
        min={0}
        max={30}
        step={0.5}
      />
    </StackedSection>
  );
}

export function HandoverSection() {
  const { t } = useWords();
  return (
    <StackedSection title={t('channelSettings.handover')} text={t('channelSettings.handoverText')}>
      <Stack gap="md">
        <WordsField
          name="handover.words"
          label={t('channelSettings.handoverWords')}
          description={t('channelSettings.handoverWordsHelp')}
        />
        <NumberField
          name="handover.confidenceBelow"
          empty={null}
          per={0.01}
          label={t('channelSettings.confidence')}
          description={t('channelSettings.confidenceHelp')}
          suffix={` ${t('channelSettings.percent')}`}
          min={0}
          max={100}
        />
        <NumberField
          name="handover.afterFailures"
          empty={null}
          label={t('channelSettings.failures')}
          description={t('channelSettings.failuresHelp')}
          min={1}
          max={10}
        />
        <SwitchField name="handover.onBadFeedback" label={t('channelSettings.badFeedback')} />
        <SwitchField name="handover.offer" label={t('channelSettings.offerPerson')} />
        <TextField
          name="nobodyThere"
          label={t('channelSettings.nobodyThere')}
          description={t('channelSettings.nobodyThereHelp', { opensAt: '{{opensAt}}' })}
        />
      </Stack>
    </StackedSection>
  );
}

export function BackSection() {
  const { t } = useWords();
  return (
    <StackedSection title={t('channelSettings.back')} text={t('channelSettings.backText')}>
      <Stack gap="md">
        <NumberField
          name="giveBack.idleMinutes"
          empty={null}
          label={t('channelSettings.idle')}
          description={t('channelSettings.idleHelp')}
          suffix={` ${t('channelSettings.minutes')}`}
          min={1}
          max={10_080}
        />
        <SwitchField name="giveBack.atClosing" label={t('channelSettings.atClosing')} />
        <SwitchField name="giveBack.offer" label={t('channelSettings.offerBot')} />
      </Stack>
    </StackedSection>
  );
}

export function TeamSection() {
  const { t } = useWords();
  const assignments = (['none', 'round-robin'] as const).map((value) => ({
    value,
    label: t(`channelSettings.assignments.${value}`),
  }));
  const suffix = ` ${t('channelSettings.minutes')}`;
  return (
    <StackedSection title={t('channelSettings.team')} text={t('channelSettings.teamText')}>
      <Stack gap="md">
        <SelectField name="assignment" label={t('channelSettings.assignment')} data={assignments} />
        <NumberField
          name="respondWithin.first"
          empty={null}
          label={t('channelSettings.respondFirst')}
          description={t('channelSettings.respondHelp')}
          suffix={suffix}
          min={1}
          max={10_080}
        />
        <NumberField
          name="respondWithin.next"
          empty={null}
          label={t('channelSettings.respondNext')}
          suffix={suffix}
          min={1}
          max={10_080}
        />
      </Stack>
    </StackedSection>
  );
}

export function SatisfactionSection() {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  const asks = useWatch({ control, name: 'satisfaction.ask' });
  return (
    <StackedSection title={t('channelSettings.satisfaction')} text={t('channelSettings.satisfactionText')}>
      <Stack gap="md">
        <SwitchField name="satisfaction.ask" label={t('channelSettings.ask')} />
        {asks && (
          <TextField
            name="satisfaction.question"
            label={t('channelSettings.question')}
            description={t('channelSettings.questionHelp')}
          />
        )}
      </Stack>
    </StackedSection>
  );
}

export function LookSection() {
  const { t } = useWords();
  const languages = (['auto', 'en', 'ja', 'vi'] as const).map((value) => ({
    value,
    label: t(`channelSettings.languages.${value}`),
  }));
  return (
    <StackedSection title={t('channelSettings.look')} text={t('channelSettings.lookText')}>
      <Stack gap="md">
        <SelectField
          name="language"
          label={t('channelSettings.language')}
          description={t('channelSettings.languageHelp')}
          data={languages}
        />
        <SwitchField name="look.suggestQuestions" label={t('channelSettings.suggestQuestions')} />
        <SwitchField name="look.showSender" label={t('channelSettings.showSender')} />
        <SwitchField name="look.quoteQuestion" label={t('channelSettings.quoteQuestion')} />
        <SwitchField name="look.markRead" label={t('channelSettings.markRead')} />
      </Stack>
    </StackedSection>
  );
}

export function QuotaSection() {
  const { t } = useWords();
  return (
    <StackedSection title={t('channelSettings.quota')} text={t('channelSettings.quotaText')}>
      <NumberField
        name="keepQuota"
        empty={0}
        label={t('channelSettings.keepQuota')}
        description={t('channelSettings.keepQuotaHelp')}
        min={0}
        max={1_000_000}
      />
    </StackedSection>
  );
}

/** Forms that open inside the vendor's app, which says who is there. Both ids are of a LINE Login channel. */
export function LiffSection({ channel }: { channel: ChannelView }) {
  const { t, locale } = useWords();
  const { control, register, formState } = useFormContext<ChannelSettings>();
  const { data } = useQuery(guideWordsQuery(channel.kind, locale));
  const words = data?.inAppPages;
  const wrong = formState.errors.liff;
  const endpoint = `${new URL(channel.webhookUrl).origin}/form/liff/${channel.uuid}`;
  if (!words) return null;
  return (
    <StackedSection title={words.title} text={words.text}>
      <Controller
        control={control}
        name="liff"
        render={({ field }) => (
          <Stack gap="md">
            <Switch
              label={words.on}
              checked={field.value !== null}
              onChange={(event) =>
                field.onChange(event.currentTarget.checked ? { liffId: '', loginChannelId: '' } : null)
              }
            />
            {field.value && (
              <>
                <ol className={classes.steps}>
                  {Object.entries(words.steps).map(([name, text]) => (
                    <li key={name}>{text}</li>
                  ))}
                </ol>
                <Group gap="xs" align="flex-end" wrap="wrap">
                  <TextInput
                    className={classes.address ?? ''}
                    label={words.endpoint}
                    value={endpoint}
                    readOnly
                    onFocus={(event) => event.currentTarget.select()}
                  />
                  <CopyButton value={endpoint}>
                    {({ copied, copy }) => (
                      <Button
                        variant="default"
                        leftSection={<Icon name={copied ? 'check' : 'copy'} />}
                        onClick={copy}
                      >
                        {copied ? t('channels.copied') : t('channels.copy')}
                      </Button>
                    )}
                  </CopyButton>
                </Group>
                <TextInput
                  label={words.loginChannelId.label}
                  description={words.loginChannelId.where}
                  inputMode="numeric"
                  autoComplete="off"
                  {...register('liff.loginChannelId', { setValueAs: trimmed })}
                  error={wrong?.loginChannelId && words.loginChannelId.shape}
                />
                <TextInput
                  label={words.liffId.label}
                  description={words.liffId.where}
                  autoComplete="off"
                  {...register('liff.liffId', { setValueAs: trimmed })}
                  error={wrong?.liffId && words.liffId.shape}
                />
                <LoginProvider channel={channel} texts={words.provider} />
              </>
            )}
          </Stack>
        )}
      />
    </StackedSection>
  );
}

const trimmed = (value: unknown): string => String(value).trim();

const FOR_BOT = ['image', 'audio', 'location', 'postback'] as const satisfies ContentKind[];
const isForBot = (kind: ContentKind): kind is (typeof FOR_BOT)[number] => FOR_BOT.some((one) => one === kind);

/** What becomes of messages that are not text, by kind. */
export function ContentSection({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const labelOf = (kind: ContentKind, mode: ContentMode): string => {
    if (mode === 'bot') return isForBot(kind) ? t(`channelSettings.contentForBot.${kind}`) : mode;
    return t(`channelSettings.contentModes.${kind === 'sticker' && mode === 'ask' ? 'thanks' : mode}`);
  };
  const choicesOf = (kind: ContentKind) =>
    CONTENT_CHOICES[kind].map((value) => ({ value, label: labelOf(kind, value) }));
  return (
    <StackedSection title={t('channelSettings.content')} text={t('channelSettings.contentText')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          {CONTENT_KINDS.map((kind) => (
            <SelectField
              key={kind}
              name={`content.${kind}`}
              label={t(`channelSettings.contentKinds.${kind}`)}
              data={choicesOf(kind)}
            />
          ))}
        </SimpleGrid>
        <UnreadNote channel={channel} />
      </Stack>
    </StackedSection>
  );
}

/** Says beforehand what the bot's model can't read: it goes to a person all the same. */
function UnreadNote({ channel: { botUuid } }: { channel: ChannelView }) {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  const [image, audio] = useWatch({ control, name: ['content.image', 'content.audio'] });
  const { data: services } = useQuery(servicesQuery);
  const { data: bot } = useQuery(
    botUuid ? botQuery(botUuid) : { queryKey: ['bots', 'none'], queryFn: skipToken },
  );
  const nameOf = useModelName();
  const model = services?.find(({ uuid }) => uuid === bot?.serviceUuid);
  if (!model) return null;
  const notes = [
    image === 'bot' && !model.abilities.vision && t('channelSettings.noVision', { model: nameOf(model) }),
    audio === 'bot' && !model.abilities.audio && t('channelSettings.noTranscription'),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <Alert key={note} color="yellow">
      {note}
    </Alert>
  ));
}
