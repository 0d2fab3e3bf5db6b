import { ConnectLineInput, connectLine } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
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

type Values = z.input<typeof ConnectLineInput>;

const EMPTY: Values = { name: '', channelId: '', channelSecret: '' };

interface ConnectGuideProps {
  onConnected: (channelUuid: string) => void;
}

/** Three steps: make the channel at the vendor, copy two values, choose who answers. The webhook is set for the person. */
export function ConnectGuide({ onConnected }: ConnectGuideProps) {
  const { t } = useWords();
  const words = useGuideWords();
  const [access, setAccess] = useState<Access>('automatic');
  const { data: system } = useQuery(systemQuery);
  const { data: bots } = useQuery(botsQuery());
  const connect = useConnectChannel((body: z.output<typeof ConnectLineInput>) => call(connectLine, { body }));
  const form = useForm<Values, unknown, z.output<typeof ConnectLineInput>>({
    resolver: zodResolver(ConnectLineInput),
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
      const { uuid } = await connect.mutateAsync(values);
      onConnected(uuid);
    } catch (error) {
      applyFormError(form, error);
      if (!isApiError(error, 'channel_credentials_rejected')) return;
      const wrong = CREDENTIALS.find((name) => error.errors.some(({ path }) => path === `body.${name}`));
      if (wrong)
        form.setError(wrong, { type: 'server', message: words.rejected[wrong] }, { shouldFocus: true });
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
      {system && !system.publicUrlReachable && <Unreachable publicUrl={system.publicUrl} />}
      <OpenStep />
      <CredentialsStep form={form} access={access} onAccess={setAccess} />
      <GuideStep number={3} title={words.steps.answer.title}>
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
        <Button type="submit" size="md" loading={connect.isPending} leftSection={<Icon name="plug" />}>
          {words.connect}
        </Button>
      </div>
    </form>
  );
}

function Unreachable({ publicUrl }: { publicUrl: string }) {
  const words = useGuideWords();
  return (
    <Alert
      color="yellow"
      icon={<Icon name="triangle-alert" size={18} />}
      title={`${words.unreachable.title} (${publicUrl})`}
    >
      {words.unreachable.text}
    </Alert>
  );
}

/** What to do at the vendor before. */
function OpenStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={1} title={words.steps.open.title}>
      <ol className={classes.todo}>
        <li>
          {words.steps.open.account} <Outside href="https://manager.line.biz/">{words.manager}</Outside>
        </li>
        <li>{words.steps.open.messagingApi}</li>
        <li>
          {words.steps.open.console}{' '}
          <Outside href="https://developers.line.biz/console/">{words.console}</Outside>
        </li>
      </ol>
    </GuideStep>
  );
}

/** The two switches that no API can set. */
function AfterStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={4} title={words.steps.after.title} text={words.steps.after.text}>
      <ul className={classes.todo}>
        <li>{words.steps.after.useWebhook}</li>
        <li>{words.steps.after.autoReply}</li>
      </ul>
    </GuideStep>
  );
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} <Icon name="external-link" size={12} />
  </a>
);

const CREDENTIALS = ['channelId', 'channelSecret', 'channelAccessToken', 'assertionKey'] as const;

/** Where tokens come from, and the field that goes with it. */
const FIELDS = { automatic: null, token: 'channelAccessToken', key: 'assertionKey' } as const;
const ACCESSES = ['automatic', 'token', 'key'] as const satisfies readonly (keyof typeof FIELDS)[];
type Access = keyof typeof FIELDS;

interface CredentialsStepProps {
  form: UseFormReturn<z.input<typeof ConnectLineInput>, unknown, z.output<typeof ConnectLineInput>>;
  access: Access;
  onAccess: (access: Access) => void;
}

/** The two values to copy, each with the place where it stands; tokens are asked for with them, if nobody wants it otherwise. */
function CredentialsStep({ form, access, onAccess }: CredentialsStepProps) {
  const words = useGuideWords();
  const { errors } = form.formState;
  const wordsFor = (name: (typeof CREDENTIALS)[number]) => {
    const error = errors[name];
    if (!error) return undefined;
    return error.type === 'server' ? error.message : words.shape[name];
  };
  const choose = (value: string) => {
    onAccess(ACCESSES.find((known) => known === value) ?? 'automatic');
    // What was typed for another way is not sent.
    for (const name of ['channelAccessToken', 'assertionKey'] as const) {
      form.setValue(name, undefined);
      form.clearErrors(name);
    }
  };
  const field = FIELDS[access];
  return (
    <GuideStep number={2} title={words.steps.copy.title} text={words.steps.copy.text}>
      <Stack gap="md">
        <TextInput
          label={words.channelId}
          description={words.where.channelId}
          placeholder="1234567890"
          inputMode="numeric"
          autoComplete="off"
          {...form.register('channelId')}
          error={wordsFor('channelId')}
        />
        <PasswordInput
          label={words.channelSecret}
          description={words.where.channelSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.register('channelSecret')}
          error={wordsFor('channelSecret')}
        />
        <Radio.Group label={words.access.title} value={access} onChange={choose}>
          <Stack gap="xs" mt={6}>
            {ACCESSES.map((each) => (
              <Radio
                key={each}
                value={each}
                label={words.access[each]}
                description={words.access[`${each}Text`]}
              />
            ))}
          </Stack>
        </Radio.Group>
        {field && (
          <PasswordInput
            key={field}
            label={words[field]}
            description={words.where[field]}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': words.show }}
            {...form.register(field)}
            error={wordsFor(field)}
          />
        )}
        <p className={classes.note}>
          <Icon name="shield-check" size={15} /> {words.secretsKept}
        </p>
      </Stack>
    </GuideStep>
  );
}
