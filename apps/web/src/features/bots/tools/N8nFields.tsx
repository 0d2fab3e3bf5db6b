import { N8N_TAG, type N8nTrigger, type N8nWorkflow } from '@hanasu/contract/n8n';
import { foldDiacritics } from '@hanasu/contract/text';
import {
  N8N_SECONDS_MAX,
  type N8nToolConfig,
  PARAMETER_PLACES,
  type ToolParameter,
} from '@hanasu/contract/tools';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Controller, useController, useFormContext, useWatch } from 'react-hook-form';
import {
  n8nConnectionQuery,
  n8nWorkflowsQuery,
  useRefreshWorkflows,
} from '../../../entities/n8n/n8n.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { ParameterRows, placeholdersOf } from './HttpFields.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

/** Which workflow the tool calls, and by which of its triggers. */
export function WorkflowFields() {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  const workflow = useWatch({ control, name: 'workflow' });
  const connection = useQuery(n8nConnectionQuery);
  const workflows = useQuery({ ...n8nWorkflowsQuery, enabled: Boolean(connection.data) });
  const reload = useRefreshWorkflows();
  if (connection.isError)
    return <ErrorNotice error={connection.error} onRetry={() => void connection.refetch()} />;
  if (connection.data === null)
    return (
      <Notice text={t('tools.n8n.notConnected')}>
        <ConnectionsLink label={t('tools.n8n.connect')} />
      </Notice>
    );
  if (workflows.isError)
    return (
      <>
        {workflow !== '' && <TextInput label={t('tools.n8n.workflow')} value={workflow} readOnly disabled />}
        <ErrorNotice error={workflows.error} onRetry={reload} />
      </>
    );
  if (!workflows.data) return <Skeleton height={90} aria-hidden />;
  if (workflows.data.length === 0 && workflow === '')
    return (
      <Notice text={t('tools.n8n.noneOffered', { tag: N8N_TAG })}>
        <ConnectionsLink label={t('tools.n8n.howTo')} />
        <Button variant="default" loading={workflows.isFetching} onClick={reload}>
          {t('tools.n8n.reload')}
        </Button>
      </Notice>
    );
  return <WorkflowSelects workflows={workflows.data} />;
}

function Notice({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <Alert color="gray">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        <Group gap="xs">{children}</Group>
      </Stack>
    </Alert>
  );
}

const ConnectionsLink = ({ label }: { label: string }) => (
  <Button
    variant="default"
    renderRoot={(props) => <Link to="/Account" search={{ tab: 'connections' }} {...props} />}
  >
    {label}
  </Button>
);

/** Of triggers with another authentication nothing can be called. */
const SIGN_INS = ['none', 'basic', 'header'] as const;
type SignIn = (typeof SIGN_INS)[number];
const signInOf = ({ authentication }: N8nTrigger): SignIn | undefined =>
  SIGN_INS.find((kind) => kind === authentication);
const isCallable = (trigger: N8nTrigger): boolean => trigger.path !== null && signInOf(trigger) !== undefined;

function WorkflowSelects({ workflows }: { workflows: readonly N8nWorkflow[] }) {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  const choose = useChooseTrigger();
  const [id, name, triggerId] = useWatch({ control, name: ['workflowId', 'workflow', 'triggerId'] });
  const { fieldState: workflowState } = useController({ control, name: 'workflowId' });
  const { fieldState: triggerState } = useController({ control, name: 'triggerId' });
  const chosen = workflows.find((one) => one.id === id);
  const isGone = id !== '' && !chosen;
  const options = workflows.map((one) => ({ value: one.id, label: one.name }));
  const problem = isGone ? t('tools.n8n.gone', { tag: N8N_TAG }) : undefined;
  return (
    <>
      <Select
        label={t('tools.n8n.workflow')}
        description={t('tools.n8n.workflowHelp', { tag: N8N_TAG })}
        data={isGone ? [{ value: id, label: name || id }, ...options] : options}
        searchable
        allowDeselect={false}
        value={id || null}
        onChange={(next) => {
          const workflow = workflows.find((one) => one.id === next);
          const trigger = workflow?.triggers.find(isCallable) ?? workflow?.triggers[0];
          if (workflow && trigger) choose(workflow, trigger);
        }}
        error={workflowState.error?.message ?? problem}
      />
      {chosen && (
        <Select
          label={t('tools.n8n.trigger')}
          data={chosen.triggers.map((trigger) => ({
            value: trigger.id,
            label: `${trigger.name} · ${trigger.kind === 'chat' ? t('tools.n8n.chat') : trigger.methods.join(', ')}`,
            disabled: !isCallable(trigger),
          }))}
          allowDeselect={false}
          value={triggerId || null}
          onChange={(next) => {
            const trigger = chosen.triggers.find((one) => one.id === next);
            if (trigger) choose(chosen, trigger);
          }}
          error={triggerState.error?.message ?? triggerProblem(t, chosen, triggerId)}
        />
      )}
    </>
  );
}

type Translate = ReturnType<typeof useWords>['t'];

/** Why the chosen trigger cannot be called. */
function triggerProblem(t: Translate, { triggers }: N8nWorkflow, id: string): string | undefined {
  const trigger = triggers.find((one) => one.id === id);
  if (!trigger) return id === '' ? undefined : t('tools.problems.trigger_missing');
  if (trigger.path === null) return t('tools.problems.no_address');
  return signInOf(trigger) ? undefined : t('tools.problems.auth_unsupported');
}

const NAME_MAX = 40;

/** A name that models take: `Giờ trống` → `gio_trong`. */
export function toolNameOf(workflow: string): string {
  const name = foldDiacritics(workflow.toLowerCase())
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return name.slice(0, NAME_MAX) || 'workflow';
}

/** Sets what follows from a trigger; a name and a description of the owner's stay. */
function useChooseTrigger() {
  const { getValues, setValue, clearErrors } = useFormContext<ToolValues>();
  return ({ id, name }: N8nWorkflow, trigger: N8nTrigger & { url?: unknown }) => {
    const { url: _url, ...found } = trigger;
    const before = getValues();
    const set: Pick<typeof before, 'workflowId' | 'triggerId' | 'workflow' | 'trigger'> = {
      workflowId: id,
      ...{ triggerId: found.id, workflow: name, trigger: found },
    };
    for (const key of ['workflowId', 'triggerId', 'workflow', 'trigger'] as const)
      setValue(key, set[key], { shouldDirty: true });
    if (before.name === '' || before.name === toolNameOf(before.workflow)) setValue('name', toolNameOf(name));
    if (before.description === '' || before.description === before.workflow) setValue('description', name);
    if (!found.methods.includes(before.method))
      setValue('method', found.methods.find((method) => method === 'POST') ?? found.methods[0] ?? 'POST');
    const signIn = signInOf(found) ?? 'none';
    if (signIn !== 'none' && before.auth.kind !== signIn) setValue('auth', NO_SECRET[signIn]);
    setValue('parameters', parametersFor(found, before.parameters));
    clearErrors();
  };
}

/** Values of the owner's that still have a place, and those that the address asks for. */
function parametersFor({ kind, path }: N8nTrigger, given: readonly ToolParameter[]): ToolParameter[] {
  const asked = placeholdersOf(path ?? '');
  const kept = given
    .filter(({ name, in: place }) => place !== 'path' || asked.includes(name))
    .map((parameter) => (kind === 'chat' ? { ...parameter, in: 'body' as const } : parameter));
  const missing = asked.filter((name) => !kept.some((one) => one.name === name));
  const added = missing.map((name): ToolParameter => {
    return { name, type: 'string', values: [], description: '', required: true, in: 'path' };
  });
  return [...added, ...kept];
}

const NO_SECRET = {
  none: { kind: 'none' },
  basic: { kind: 'basic', user: '', password: '' },
  header: { kind: 'header', name: '', value: '' },
} as const satisfies Record<SignIn, N8nToolConfig['auth']>;

/** How the workflow is called, and what is read of its answer. */
export function N8nFields() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const { errors } = formState;
  const [trigger, method] = useWatch({ control, name: ['trigger', 'method'] });
  const isChat = trigger?.kind === 'chat';
  const methods = trigger?.methods ?? [];
  return (
    <>
      {isChat && (
        <Text size="sm" c="dimmed">
          {t('tools.n8n.chatHelp', { name: 'chatInput' })}
        </Text>
      )}
      {methods.length > 1 && (
        <NativeSelect
          label={t('tools.method')}
          data={methods}
          {...register('method')}
          error={errors.method?.message}
        />
      )}
      <ParameterRows address={trigger?.path ?? ''} {...placesOf(trigger, method)} />
      <SignInFields />
      {trigger && hasNoAnswer(trigger) ? (
        <Alert color="gray">
          <Text size="sm">{t('tools.n8n.startsOnly')}</Text>
        </Alert>
      ) : (
        <TextInput
          label={t('tools.n8n.answerPath')}
          description={t('tools.n8n.answerPathHelp', { example: '[0].answer' })}
          spellCheck={false}
          autoComplete="off"
          {...register('answerPath')}
          error={errors.answerPath?.message}
        />
      )}
      <Controller
        control={control}
        name="timeoutSeconds"
        render={({ field }) => (
          <WholeNumberInput
            label={t('tools.timeout')}
            min={1}
            max={N8N_SECONDS_MAX}
            maw={260}
            {...field}
            error={errors.timeoutSeconds?.message}
          />
        )}
      />
      <Checkbox
        label={t('tools.n8n.onlyReads')}
        description={t('tools.n8n.onlyReadsHelp')}
        {...register('onlyReads')}
      />
    </>
  );
}

/** The workflow goes on after n8n has answered. */
const hasNoAnswer = ({ responseMode }: N8nTrigger): boolean =>
  responseMode === 'onReceived' || responseMode === 'responseNodes';

function placesOf(trigger: N8nTrigger | null, method: ToolValues['method']) {
  if (trigger?.kind === 'chat') return { places: ['body'], usual: 'body' } as const;
  const isRead = method === 'GET';
  const places = PARAMETER_PLACES.filter((place) => !isRead || place !== 'body');
  return { places, usual: isRead ? 'query' : 'body' } as const;
}

/** How the bot proves at the trigger that it may call it. */
function SignInFields() {
  const { t } = useWords();
  const { control, register, setValue, getFieldState, formState } = useFormContext<ToolValues>();
  const { kind } = useWatch({ control, name: 'auth' });
  const stored = formState.defaultValues?.auth;
  const choose = (next: SignIn) => {
    const isStored = stored?.kind === next;
    setValue('auth', isStored ? (stored as N8nToolConfig['auth']) : NO_SECRET[next], { shouldDirty: true });
  };
  const text = (name: 'auth.user' | 'auth.name', label: string) => (
    <TextInput
      label={label}
      autoComplete="off"
      spellCheck={false}
      {...register(name)}
      error={getFieldState(name, formState).error?.message}
    />
  );
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('tools.n8n.auth')}
        description={t('tools.n8n.authHelp')}
        data={SIGN_INS.map((value) => ({ value, label: t(`tools.n8n.auths.${value}`) }))}
        value={kind}
        onChange={(event) => choose(SIGN_INS.find((one) => one === event.currentTarget.value) ?? 'none')}
        error={getFieldState('auth.kind', formState).error?.message}
      />
      {kind === 'basic' && (
        <div className={classes.pair}>
          {text('auth.user', t('tools.n8n.user'))}
          <SecretField name="auth.password" label={t('tools.n8n.password')} />
        </div>
      )}
      {kind === 'header' && (
        <div className={classes.pair}>
          {text('auth.name', t('tools.n8n.headerName'))}
          <SecretField name="auth.value" label={t('tools.n8n.headerValue')} />
        </div>
      )}
    </Stack>
  );
}

/** A stored secret has null for its value, and is replaced only by what is typed. */
function SecretField({ name, label }: { name: 'auth.password' | 'auth.value'; label: string }) {
  const { t } = useWords();
  const { control, formState } = useFormContext<ToolValues>();
  const { field, fieldState } = useController({ control, name });
  const stored = formState.defaultValues?.auth;
  const isStored = stored !== undefined && Object.values(stored).includes(null);
  return (
    <PasswordField
      label={label}
      placeholder={field.value === null ? t('tools.headerIsSet') : ''}
      autoComplete="new-password"
      spellCheck={false}
      {...field}
      value={field.value ?? ''}
      onChange={({ currentTarget: { value } }) => field.onChange(value === '' && isStored ? null : value)}
      error={fieldState.error?.message}
    />
  );
}

/** Says on the tool's row why its workflow cannot be called now. */
export function WorkflowProblem({ config }: { config: N8nToolConfig }) {
  const { t } = useWords();
  const workflows = useQuery(n8nWorkflowsQuery);
  const problem = workflows.isError
    ? errorMessage(workflows.error)
    : workflows.data && problemOf(t, workflows.data, config);
  if (!problem) return null;
  return (
    <Text size="sm" c="red" mt={4}>
      <Icon name="triangle-alert" size={14} /> {problem}
    </Text>
  );
}

function problemOf(
  t: Translate,
  workflows: readonly N8nWorkflow[],
  { workflowId, triggerId, target }: N8nToolConfig,
): string | undefined {
  const workflow = workflows.find(({ id }) => id === workflowId);
  if (!workflow) return t('tools.n8n.gone', { tag: N8N_TAG });
  const trigger = workflow.triggers.find(({ id }) => id === triggerId);
  if (!trigger || !isCallable(trigger)) return triggerProblem(t, workflow, triggerId);
  const isSame = trigger.path === target?.path && trigger.authentication === target.authentication;
  return isSame ? undefined : t('tools.n8n.moved');
}
