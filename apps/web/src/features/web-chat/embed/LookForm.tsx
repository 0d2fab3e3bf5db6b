import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import {
  EMBED_LAUNCHERS,
  EMBED_POSITIONS,
  EMBED_THEMES,
  EmbedConfig,
  type EmbedSetting,
} from '@hanasu/contract/embed';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { ChannelId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Button,
  Group,
  Input,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { ColorField } from '../../../shell/components/ColorField.tsx';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import classes from './Embed.module.css';
import { useUpdateEmbed } from './embed.queries.ts';

const Look = EmbedConfig.pick({
  texts: true,
  colour: true,
  theme: true,
  position: true,
  launcher: true,
  greetingDelay: true,
});

export type ShownLook = Pick<EmbedConfig, 'texts' | 'colour' | 'theme' | 'position' | 'launcher'>;

interface LookFormProps {
  setting: EmbedSetting;
  bot: BotView;
  /** Hears each change before it is saved. */
  onShown: (look: ShownLook, language: Locale) => void;
}

/** A greeting of more than words is composed where those of other channels are. */
function GreetingLink({
  channel,
  channelGreeting,
}: Pick<EmbedSetting, 'channelGreeting'> & { channel: ChannelId }) {
  const { t } = useWords();
  return (
    <Link to="/Channel/setting" search={{ channel }} className={classes.greetingLink}>
      {t(channelGreeting ? 'embed.greetingChange' : 'embed.greetingCompose')}
    </Link>
  );
}

/** What the chat says and how it looks. */
export function LookForm({ setting, bot, onShown }: LookFormProps) {
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const [language, setLanguage] = useState<Locale>(locale);
  const { botUuid, texts, colour, theme, position, launcher, greetingDelay } = setting;
  const values = { texts, colour, theme, position, launcher, greetingDelay };
  const form = useForm({ resolver: zodResolver(Look), defaultValues: values });
  const update = useUpdateEmbed(botUuid);
  const { errors, isDirty } = form.formState;
  const shown = JSON.stringify(form.watch());
  useEffect(() => onShown(JSON.parse(shown), language), [shown, language, onShown]);
  const submit = form.handleSubmit(async (input) => {
    try {
      await update.mutateAsync(input);
      form.reset(input);
      toasts.add({ title: t('shell.saved') });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  const choices = <Value extends string>(list: readonly Value[], word: (value: Value) => string) =>
    list.map((value) => ({ value, label: word(value) }));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <fieldset className={classes.plain}>
          <legend>{t('embed.texts')}</legend>
          <Stack gap="xs">
            <SegmentedControl
              aria-label={t('embed.language')}
              data={choices(LOCALES, (value) => LOCALE_NAMES[value])}
              value={language}
              onChange={(value) => setLanguage(LOCALES.find((one) => one === value) ?? 'en')}
            />
            <Stack gap="xs" key={language}>
              <TextInput
                label={t('embed.chatTitle')}
                placeholder={me?.account.name ?? ''}
                maxLength={60}
                {...form.register(`texts.${language}.title`)}
              />
              {setting.channelGreeting && setting.channelGreeting.texts[language] !== null ? (
                <Input.Wrapper label={t('embed.greeting')} labelElement="div">
                  <p className={classes.note}>{t('embed.greetingElsewhere')}</p>
                </Input.Wrapper>
              ) : (
                <Textarea
                  label={t('embed.greeting')}
                  placeholder={fillVariables(bot.greeting, bot.settings.variables)}
                  autosize
                  minRows={2}
                  maxRows={5}
                  maxLength={500}
                  {...form.register(`texts.${language}.greeting`)}
                />
              )}
              {setting.channelUuid && <GreetingLink {...setting} channel={setting.channelUuid} />}
              <TextInput
                label={t('embed.placeholder')}
                placeholder={t('conversations.placeholder')}
                maxLength={80}
                {...form.register(`texts.${language}.placeholder`)}
              />
            </Stack>
          </Stack>
        </fieldset>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Controller
            control={form.control}
            name="colour"
            render={({ field, fieldState }) => (
              <ColorField
                label={t('embed.colour')}
                popoverProps={{ withinPortal: true }}
                {...field}
                error={fieldState.invalid && t('embed.colourWrong')}
              />
            )}
          />
          <Controller
            control={form.control}
            name="theme"
            render={({ field }) => (
              <Select
                label={t('embed.theme')}
                data={choices(EMBED_THEMES, (value) => t(`embed.themes.${value}`))}
                allowDeselect={false}
                {...field}
              />
            )}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Controller
            control={form.control}
            name="position"
            render={({ field }) => (
              <Select
                label={t('embed.position')}
                data={choices(EMBED_POSITIONS, (value) => t(`embed.positions.${value}`))}
                allowDeselect={false}
                {...field}
              />
            )}
          />
          <Controller
            control={form.control}
            name="launcher"
            render={({ field }) => (
              <Select
                label={t('embed.launcher')}
                data={choices(EMBED_LAUNCHERS, (value) => t(`embed.launchers.${value}`))}
                allowDeselect={false}
                {...field}
              />
            )}
          />
        </SimpleGrid>
        <Controller
          control={form.control}
          name="greetingDelay"
          render={({ field, fieldState }) => (
            <WholeNumberInput
              label={t('embed.greetingDelay')}
              description={t('embed.greetingDelayHelp')}
              min={0}
              max={600}
              maw={260}
              value={field.value}
              onBlur={field.onBlur}
              onChange={(value) => field.onChange(value === '' ? null : value)}
              error={fieldState.error?.message}
            />
          )}
        />
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
