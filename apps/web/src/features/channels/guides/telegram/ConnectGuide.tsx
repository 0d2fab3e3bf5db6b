import { connectChannel } from '@hanasu/contract/channels';
import { BotId, GroupId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { botsQuery } from '../../../../entities/bot/bots.queries.ts';
import { useConnectChannel } from '../../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../../i18n/use-words.ts';
import { call } from '../../../../shell/api/api-client.ts';
import { isApiError } from '../../../../shell/api/api-error.ts';
import { applyFormError } from '../../../../shell/api/apply-form-error.ts';
import { focusFirstWrong } from '../../../../shell/focus-first-wrong.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import { systemQuery } from '../../../../shell/shell.queries.ts';
import { AnswererSelect } from '../../AnswererSelect.tsx';
import classes from '../ConnectGuide.module.css';
import { GuideStep } from '../GuideStep.tsx';
import { useGuideWords } from './guide-words.ts';

const Form = z
  .object({
    name: z.string().trim().min(1).max(80),
    input: z.object({
      botToken: z
        .string()
        .trim()
        .regex(/^\d{3,20}:[A-Za-z0-9_-]{30,100}$/),
    }),
    botUuid: BotId.optional(),
    groupUuid: GroupId.optional(),
  })
  .refine(({ botUuid, groupUuid }) => (botUuid === undefined) !== (groupUuid === undefined), {
    path: ['botUuid'],
  });
type Values = z.input<typeof Form>;

const EMPTY: Values = { name: '', input: { botToken: '' } };

const connect = async (values: z.output<typeof Form>) => {
  const outcome = await call(connectChannel, { body: { kind: 'telegram', ...values } });
  if (outcome.kind !== 'connected') throw new Error('a token was typed, yet a permission is wanted');
  return outcome.channel;
};

interface ConnectGuideProps {
  onConnected: (channelUuid: string) => void;
}

/** Make a bot at the vendor, copy one value, choose who answers. The webhook is set for the person. */
export function ConnectGuide({ onConnected }: ConnectGuideProps) {
  const { t } = useWords();
  const words = useGuideWords();
  const { data: system } = useQuery(systemQuery);
  const { data: bots } = useQuery(botsQuery());
  const connecting = useConnectChannel(connect);
  const form = useForm<Values, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  const [botUuid, groupUuid] = useWatch({ control: form.control, name: ['botUuid', 'groupUuid'] });
  useEffect(() => {
    const first = bots?.items[0];
    if (first && !form.getValues('botUuid') && !form.getValues('groupUuid'))
      form.setValue('botUuid', first.uuid);
  }, [bots, form]);

  const submit = form.handleSubmit(async (values) => {
    try {
      const { uuid } = await connecting.mutateAsync(values);
      onConnected(uuid);
    } catch (error) {
      applyFormError(form, error);
      if (!isApiError(error, 'channel_credentials_rejected')) return;
      form.setError('input.botToken', { type: 'server', message: words.rejected }, { shouldFocus: true });
    }
  });
  const tokenError = errors.input?.botToken;
  return (
    <form
      className={classes.guide}
      onSubmit={(event) => {
        const { currentTarget } = event;
        void submit(event).then(() => focusFirstWrong(currentTarget));
      }}
      noValidate
    >
      {system && !system.publicUrlReachable && (
        <Alert color="yellow" icon={<Icon name="triangle-alert" size={18} />} title={words.unreachable.title}>
          {words.unreachable.text}
        </Alert>
      )}
      <OpenStep />
      <GuideStep number={2} title={words.copyField.title} text={words.copyField.text}>
        <Stack gap="md">
          <PasswordInput
            label={words.botToken}
            description={words.where}
            placeholder="1234567890:AA…"
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': words.show }}
            {...form.register('input.botToken')}
            error={tokenError && (tokenError.type === 'server' ? tokenError.message : words.shape)}
          />
          <p className={classes.note}>
            <Icon name="shield-check" size={15} /> {words.secretsKept}
          </p>
        </Stack>
      </GuideStep>
      <GuideStep number={3} title={words.answer}>
        <Stack gap="md">
          <TextInput
            label={t('channels.name')}
            description={t('channels.nameHelp')}
            placeholder={words.namePlaceholder}
            {...form.register('name')}
            error={errors.name?.message}
          />
          <AnswererSelect
            botUuid={botUuid}
            groupUuid={groupUuid}
            onChange={(answerer) => {
              form.setValue('botUuid', answerer.botUuid, { shouldValidate: form.formState.isSubmitted });
              form.setValue('groupUuid', answerer.groupUuid, { shouldValidate: form.formState.isSubmitted });
            }}
            isWrong={errors.botUuid !== undefined}
          />
        </Stack>
      </GuideStep>
      <AfterStep />
      {errors.root?.message && (
        <Alert color="red" role="alert" icon={<Icon name="triangle-alert" size={18} />}>
          {errors.root.message}
        </Alert>
      )}
      <div className={classes.foot}>
        <span className={classes.note}>{words.whatHappens}</span>
        <Button type="submit" size="md" loading={connecting.isPending} leftSection={<Icon name="plug" />}>
          {words.connect}
        </Button>
      </div>
    </form>
  );
}

/** The vendor has no console: a bot of its own makes the others. */
function OpenStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={1} title={words.open.title}>
      <ol className={classes.todo}>
        <li>
          {words.open.open}{' '}
          <a href="https://t.me/BotFather" target="_blank" rel="noopener noreferrer">
            @BotFather <Icon name="external-link" size={12} />
          </a>
        </li>
        <li>{words.open.create}</li>
        <li>{words.open.groups}</li>
      </ol>
    </GuideStep>
  );
}

/** What no call can do for the person. */
function AfterStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={4} title={words.after.title} text={words.after.text}>
      <ul className={classes.todo}>
        <li>{words.after.picture}</li>
        <li>{words.after.elsewhere}</li>
      </ul>
    </GuideStep>
  );
}
