import { ConnectLineInput, connectLine } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '../../../../i18n/use-words.ts';
import { call } from '../../../../shell/api-client.ts';
import { isFault } from '../../../../shell/api-fault.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { Surface } from '../../../../shell/components/Surface.tsx';
import { Icon } from '../../../../shell/Icon.tsx';
import { systemQuery } from '../../../../shell/shell.queries.ts';
import { botsQuery } from '../../../bots/bots.queries.ts';
import { useConnectChannel } from '../../channels.queries.ts';
import { BotSelect } from '../../components/BotSelect.tsx';
import type { ConnectGuideProps } from '../../manifests.ts';
import classes from './ConnectGuide.module.css';

type Values = z.input<typeof ConnectLineInput>;
const CREDENTIALS = ['channelId', 'channelSecret', 'channelAccessToken'] as const;

const EMPTY: Values = {
  name: '',
  channelId: '',
  channelSecret: '',
  channelAccessToken: '',
  botUuid: '' as Values['botUuid'],
};

/** Three steps: make the channel at the vendor, copy three values, choose who answers. The webhook is set for the person. */
export function ConnectGuide({ onConnected }: ConnectGuideProps) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const { data: bots } = useQuery(botsQuery());
  const connect = useConnectChannel((body: z.output<typeof ConnectLineInput>) => call(connectLine, { body }));
  const form = useForm<Values, unknown, z.output<typeof ConnectLineInput>>({
    resolver: zodResolver(ConnectLineInput),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  useEffect(() => {
    const first = bots?.items[0];
    if (first && !form.getValues('botUuid')) form.setValue('botUuid', first.uuid);
  }, [bots, form]);

  const submit = form.handleSubmit(async (values) => {
    try {
      const { uuid } = await connect.mutateAsync(values);
      onConnected(uuid);
    } catch (error) {
      applyFault(form, error);
      if (!isFault(error, 'channel_credentials_rejected')) return;
      const wrong = CREDENTIALS.find((name) => error.errors.some(({ path }) => path === `body.${name}`));
      if (wrong)
        form.setError(wrong, { type: 'server', message: t(`line.rejected.${wrong}`) }, { shouldFocus: true });
    }
  });
  const wordsFor = (name: (typeof CREDENTIALS)[number]) => {
    const error = errors[name];
    if (!error) return undefined;
    return error.type === 'server' ? error.message : t(`line.shape.${name}`);
  };
  return (
    <form className={classes.guide} onSubmit={(event) => void submit(event)} noValidate>
      {system && !system.publicUrlReachable && <Unreachable publicUrl={system.publicUrl} />}
      <Step number={1} title={t('line.steps.open.title')}>
        <ol className={classes.todo}>
          <li>
            {t('line.steps.open.account')}{' '}
            <Outside href="https://manager.line.biz/">{t('line.manager')}</Outside>
          </li>
          <li>{t('line.steps.open.messagingApi')}</li>
          <li>
            {t('line.steps.open.console')}{' '}
            <Outside href="https://developers.line.biz/console/">{t('line.console')}</Outside>
          </li>
        </ol>
      </Step>
      <Step number={2} title={t('line.steps.copy.title')} text={t('line.steps.copy.text')}>
        <Stack gap="md">
          <TextInput
            label={t('line.channelId')}
            description={t('line.where.channelId')}
            placeholder="1234567890"
            inputMode="numeric"
            autoComplete="off"
            {...form.register('channelId')}
            error={wordsFor('channelId')}
          />
          <PasswordInput
            label={t('line.channelSecret')}
            description={t('line.where.channelSecret')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('line.show') }}
            {...form.register('channelSecret')}
            error={wordsFor('channelSecret')}
          />
          <PasswordInput
            label={t('line.channelAccessToken')}
            description={t('line.where.channelAccessToken')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('line.show') }}
            {...form.register('channelAccessToken')}
            error={wordsFor('channelAccessToken')}
          />
          <p className={classes.note}>
            <Icon name="shield-check" size={15} /> {t('line.secretsKept')}
          </p>
        </Stack>
      </Step>
      <Step number={3} title={t('line.steps.answer.title')}>
        <Stack gap="md">
          <TextInput
            label={t('channels.name')}
            description={t('channels.nameHelp')}
            placeholder={t('line.namePlaceholder')}
            {...form.register('name')}
            error={errors.name?.message}
          />
          <Controller
            control={form.control}
            name="botUuid"
            render={({ field }) => (
              <BotSelect
                value={(field.value as string) || null}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.botUuid && t('channels.chooseBot')}
              />
            )}
          />
        </Stack>
      </Step>
      <Step number={4} title={t('line.steps.after.title')} text={t('line.steps.after.text')}>
        <ul className={classes.todo}>
          <li>{t('line.steps.after.useWebhook')}</li>
          <li>{t('line.steps.after.autoReply')}</li>
        </ul>
      </Step>
      {errors.root?.message && (
        <Alert color="red" role="alert" icon={<Icon name="triangle-alert" size={18} />}>
          {errors.root.message}
        </Alert>
      )}
      <div className={classes.foot}>
        <span className={classes.note}>{t('line.whatHappens')}</span>
        <Button type="submit" size="md" loading={connect.isPending} leftSection={<Icon name="plug" />}>
          {t('line.connect')}
        </Button>
      </div>
    </form>
  );
}

function Unreachable({ publicUrl }: { publicUrl: string }) {
  const { t } = useWords();
  return (
    <Alert
      color="yellow"
      icon={<Icon name="triangle-alert" size={18} />}
      title={t('line.unreachable.title', { url: publicUrl })}
    >
      {t('line.unreachable.text')}
    </Alert>
  );
}

interface StepProps {
  number: number;
  title: string;
  text?: string;
  children: ReactNode;
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <Surface>
      <div className={classes.step}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <div className={classes.body}>
          <h2>{title}</h2>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </div>
      </div>
    </Surface>
  );
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} <Icon name="external-link" size={12} />
  </a>
);
