import { type ConnectOutcome, connectChannel } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { preselectedBot } from '../../../entities/bot/bot-states.ts';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { usePutLiveFirst } from '../../../entities/bot/use-put-live-first.ts';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { useConnectChannel } from '../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { systemQuery } from '../../../shell/shell.queries.ts';
import classes from './ConnectGuide.module.css';
import { type ConnectForm, StepView } from './GuideSteps.tsx';
import {
  type Guide,
  type GuideField,
  type GuideValues,
  type GuideWords,
  guideQuery,
  guideWordsQuery,
} from './guide.ts';

interface ConnectGuideProps {
  kind: string;
  onConnected: (channelUuid: string) => void;
  /** Goes to the vendor's page, from which the person comes back to `/Channel/connected`. */
  leave?: (url: string) => void;
}

/** Connects a real account in numbered steps: what to do at the vendor, what to copy, who answers. */
export function ConnectGuide(props: ConnectGuideProps) {
  const { locale } = useWords();
  const { data: guide } = useSuspenseQuery(guideQuery(props.kind));
  const { data: words } = useSuspenseQuery(guideWordsQuery(props.kind, locale));
  return guide && words && <GuideForm {...props} guide={guide} words={words} />;
}

interface GuideFormProps extends ConnectGuideProps {
  guide: Guide;
  words: GuideWords;
}

function GuideForm({ guide, words, ...props }: GuideFormProps) {
  const { t } = useWords();
  const { form, submit, connect, live } = useConnectForm({ guide, words, ...props });
  const { root } = form.formState.errors;
  const leaves = kindOf(props.kind)?.manifest.connect === 'permission';
  return (
    <form
      className={classes.guide}
      onSubmit={(event) => {
        const { currentTarget } = event;
        void submit(event).then(() => focusFirstWrong(currentTarget));
      }}
      noValidate
    >
      <Unreachable words={words.unreachable} />
      {guide.steps.map((step, index) => (
        <StepView
          key={step.kind === 'answerer' ? step.kind : step.name}
          number={index + 1}
          {...{ step, words, form }}
          kind={props.kind}
        />
      ))}
      {root?.message && (
        <Alert color="red" role="alert" icon={<Icon name="triangle-alert" size={18} />}>
          {root.message}
        </Alert>
      )}
      <div className={classes.foot}>
        <span className={classes.note}>{words.whatHappens}</span>
        <Button
          type="submit"
          size="md"
          loading={live.isPending || connect.isPending || (leaves && connect.isSuccess)}
          leftSection={<Icon name={leaves ? 'external-link' : 'plug'} />}
        >
          {live.silent ? t(`bot.connect.${live.silent}`) : words.connect}
        </Button>
      </div>
    </form>
  );
}

/** Webhooks cannot arrive while the server has no public address. */
function Unreachable({ words }: { words: GuideWords['unreachable'] }) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  if (!system || system.publicUrlReachable) return null;
  const title = words.title.replace('{{publicUrl}}', system.publicUrl);
  return (
    <Alert color="yellow" icon={<Icon name="triangle-alert" size={18} />} title={title}>
      <p className={classes.text}>{t('channels.guide.notPublic')}</p>
      <CopyButton value={`${title}\n\n${words.text}`}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            onClick={copy}
          >
            {t(copied ? 'channels.copied' : 'channels.guide.copyForAdmin')}
          </Button>
        )}
      </CopyButton>
    </Alert>
  );
}

function useConnectForm({ kind, guide, words, onConnected, leave = goTo }: GuideFormProps) {
  const connect = useConnectChannel(guide.connect ?? ((values: GuideValues) => connectAny(kind, values)));
  const fields = fieldsOf(guide);
  const form: ConnectForm = useForm({
    resolver: zodResolver(schemaOf(fields)),
    defaultValues: { name: '', input: Object.fromEntries(fields.map((field) => [field.name, undefined])) },
  });
  useOnlyBot(form);
  const live = usePutLiveFirst(useWatch({ control: form.control, name: 'botUuid' }));
  const submit = form.handleSubmit(async (values) => {
    const input = Object.entries(values.input).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value]],
    );
    try {
      await live.putLive();
      const outcome = await connect.mutateAsync({ ...values, input: Object.fromEntries(input) });
      if (outcome.kind === 'permission') leave(outcome.url);
      else onConnected(outcome.channel.uuid);
    } catch (error) {
      applyConnectError(form, words, atInput(error, fields));
    }
  });
  return { form, submit, connect, live };
}

/** Password fields of Mantine say it in `data-invalid` alone. */
const WRONG_FIELD = '[aria-invalid="true"], input[data-invalid="true"]';

/** Takes a person to the topmost field that is wrong, wherever on a long form they pressed the button. */
function focusFirstWrong(form: HTMLFormElement): void {
  // The errors are drawn by then.
  requestAnimationFrame(() => form.querySelector<HTMLElement>(WRONG_FIELD)?.focus());
}

const goTo = (url: string): void => window.location.assign(url);

const connectAny = (kind: string, values: GuideValues): Promise<ConnectOutcome> =>
  call(connectChannel, { body: { kind, ...values } });

const fieldsOf = ({ steps }: Guide): GuideField[] =>
  steps.flatMap((step) =>
    step.kind === 'fields'
      ? [...step.fields, ...(step.choice ?? []).flatMap(({ field }) => field ?? [])]
      : [],
  );

const { name, botUuid, groupUuid } = connectChannel.body.shape;

const schemaOf = (fields: readonly GuideField[]) =>
  z
    .object({
      name,
      input: z.object(Object.fromEntries(fields.map((field) => [field.name, field.rule]))),
      botUuid,
      groupUuid,
    })
    .refine((values) => (values.botUuid === undefined) !== (values.groupUuid === undefined), {
      path: ['botUuid'],
    });

/** Where only one bot can answer customers, it is chosen; among several that is the person's decision. */
function useOnlyBot(form: ConnectForm): void {
  const { data: bots } = useQuery(botsQuery());
  useEffect(() => {
    const first = preselectedBot(bots?.items ?? []);
    if (!first || form.getValues('botUuid') || form.getValues('groupUuid')) return;
    form.setValue('botUuid', first.uuid);
    form.clearErrors('botUuid');
  }, [bots, form]);
}

/** Endpoints of one kind take the fields beside the name: their `body.appId` is `body.input.appId` here. */
function atInput(error: unknown, fields: readonly GuideField[]): unknown {
  if (!isApiError(error)) return error;
  const names = new Set(fields.map((field) => `body.${field.name}`));
  const errors = error.errors.map((problem) =>
    names.has(problem.path) ? { ...problem, path: problem.path.replace('body.', 'body.input.') } : problem,
  );
  const { code, status, cause } = error;
  return new ApiError({
    code,
    status,
    errors,
    cause,
    ...(error.requestId && { requestId: error.requestId }),
  });
}

/** What the vendor refuses is said beside its field, in the guide's words. */
function applyConnectError(form: ConnectForm, words: GuideWords, error: unknown): void {
  applyFormError(form, error);
  if (!isApiError(error, 'channel_credentials_rejected')) return;
  const names = Object.keys(words.fields);
  const wrong =
    names.find((field) => error.errors.some(({ path }) => path === `body.input.${field}`)) ??
    (names.length === 1 ? names[0] : undefined);
  const message = wrong === undefined ? undefined : words.fields[wrong]?.rejected;
  if (message) form.setError(`input.${wrong}`, { type: 'server', message }, { shouldFocus: true });
}
