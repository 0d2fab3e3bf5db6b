import { ConnectZaloInput, connectZalo } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, CopyButton, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { botsQuery } from '../../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../../i18n/use-words.ts';
import { call } from '../../../../shell/api/api-client.ts';
import { applyFormError } from '../../../../shell/api/apply-form-error.ts';
import { focusFirstWrong } from '../../../../shell/focus-first-wrong.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import { systemQuery } from '../../../../shell/shell.queries.ts';
import { AnswererSelect } from '../../AnswererSelect.tsx';
import classes from '../ConnectGuide.module.css';
import { GuideStep } from '../GuideStep.tsx';
import { useGuideWords } from './guide-words.ts';

type Values = z.input<typeof ConnectZaloInput>;

const EMPTY: Values = { name: '', appId: '', appSecret: '' };

interface ConnectGuideProps {
  /** The person comes back to another page. */
  onConnected?: (channelUuid: string) => void;
  /** Leaves for the vendor's page; handed in by tests. */
  leave?: (url: string) => void;
}

/** Five steps around one journey: the owner goes to the vendor, allows it there, and comes back to `/Channel/connected`. */
export function ConnectGuide({ leave = (url) => window.location.assign(url) }: ConnectGuideProps) {
  const { t } = useWords();
  const words = useGuideWords();
  const { data: system } = useQuery(systemQuery);
  const { data: bots } = useQuery(botsQuery());
  const begin = useMutation({
    mutationFn: (body: z.output<typeof ConnectZaloInput>) => call(connectZalo, { body }),
    meta: { inPlace: true },
  });
  const form = useForm<Values, unknown, z.output<typeof ConnectZaloInput>>({
    resolver: zodResolver(ConnectZaloInput),
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
      const { url } = await begin.mutateAsync(values);
      leave(url);
    } catch (error) {
      applyFormError(form, error);
    }
  });
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
      <CallbackStep address={`${system?.publicUrl ?? window.location.origin}/Channel/connected`} />
      <CredentialsStep form={form} />
      <GuideStep number={4} title={words.answer}>
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
        <Button
          type="submit"
          size="md"
          loading={begin.isPending || begin.isSuccess}
          leftSection={<Icon name="external-link" />}
        >
          {words.connect}
        </Button>
      </div>
    </form>
  );
}

type Form = UseFormReturn<z.input<typeof ConnectZaloInput>, unknown, z.output<typeof ConnectZaloInput>>;

/** The values to copy, each with the place where it stands. */
function CredentialsStep({ form }: { form: Form }) {
  const words = useGuideWords();
  const { errors } = form.formState;
  const wrong = (name: 'appId' | 'appSecret' | 'webhookSecret') => {
    const error = errors[name];
    if (!error) return undefined;
    return error.type === 'server' ? error.message : words.shape[name];
  };
  return (
    <GuideStep number={3} title={words.copyFields.title} text={words.copyFields.text}>
      <Stack gap="md">
        <TextInput
          label={words.appId}
          description={words.where.appId}
          placeholder="1234567890123456789"
          inputMode="numeric"
          autoComplete="off"
          {...form.register('appId')}
          error={wrong('appId')}
        />
        <PasswordInput
          label={words.appSecret}
          description={words.where.appSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.register('appSecret')}
          error={wrong('appSecret')}
        />
        <PasswordInput
          label={words.webhookSecret}
          description={words.where.webhookSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.register('webhookSecret', {
            setValueAs: (value: unknown) => (typeof value === 'string' && value.trim() ? value : undefined),
          })}
          error={wrong('webhookSecret')}
        />
        <p className={classes.note}>
          <Icon name="shield-check" size={15} /> {words.secretsKept}
        </p>
      </Stack>
    </GuideStep>
  );
}

/** What the adapter reads something from, by the names of the vendor's console. */
const EVENTS = [
  'user_send_text',
  'user_send_image',
  'user_send_gif',
  'user_send_link',
  'user_send_audio',
  'user_send_video',
  'user_send_sticker',
  'user_send_location',
  'user_send_file',
  'user_send_business_card',
  'anonymous_send_text',
  'anonymous_send_image',
  'anonymous_send_file',
  'anonymous_send_sticker',
  'follow',
  'unfollow',
  'oa_send_text',
  'oa_send_image',
  'oa_send_file',
  'user_received_message',
  'user_seen_message',
  'user_reacted_message',
  'user_submit_info',
  'user_withdraw',
] as const;

/** An app, linked with the official account, on a verified domain. */
function OpenStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={1} title={words.open.title}>
      <ol className={classes.todo}>
        <li>
          {words.open.account} <Outside href="https://oa.zalo.me/">{words.manager}</Outside>
        </li>
        <li>
          {words.open.create} <Outside href="https://developers.zalo.me/apps">{words.console}</Outside>
        </li>
        <li>{words.open.product}</li>
        <li>{words.open.domain}</li>
      </ol>
    </GuideStep>
  );
}

/** The address must be the very one that is sent along later. */
function CallbackStep({ address }: { address: string }) {
  const words = useGuideWords();
  return (
    <GuideStep number={2} title={words.callback.title} text={words.callback.text}>
      <div className={classes.address}>
        <TextInput
          label={words.callback.label}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes.text} style={{ marginTop: 12, marginBottom: 0 }}>
        {words.callback.permissions}
      </p>
    </GuideStep>
  );
}

/** What is set when the channel, and with it its webhook address, exists. */
function AfterStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={5} title={words.after.title} text={words.after.text}>
      <ol className={classes.todo}>
        <li>{words.after.paste}</li>
        <li>
          {words.after.tick}
          <ul className={classes.events}>
            {EVENTS.map((name) => (
              <li key={name}>
                <code translate="no">{name}</code>
              </li>
            ))}
          </ul>
        </li>
        <li>{words.after.filter}</li>
        <li>{words.after.autoReply}</li>
      </ol>
    </GuideStep>
  );
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} <Icon name="external-link" size={12} />
  </a>
);
