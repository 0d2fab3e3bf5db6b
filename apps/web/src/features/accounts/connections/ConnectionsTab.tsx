import { N8N_TAG, type N8nConnectionView, type N8nWorkflow, saveN8nConnection } from '@hanasu/contract/n8n';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Group, Input, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useFailureWords } from '../../../entities/conversation/use-tool-failure-words.ts';
import {
  n8nConnectionQuery,
  n8nWorkflowsQuery,
  useDeleteN8nConnection,
  useRefreshWorkflows,
  useSaveN8nConnection,
} from '../../../entities/n8n/n8n.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { type ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { ConfirmEmailFirst } from '../../../shell/session/ConfirmEmailFirst.tsx';
import classes from './Connections.module.css';

/** The systems that the account is connected to. */
export function ConnectionsTab() {
  const { t } = useWords();
  return (
    <Can
      endpoint={saveN8nConnection}
      otherwise={
        <SettingsSection title={t('connections.n8n')} text={t('connections.n8nText')}>
          <Text size="sm" c="dimmed">
            <Icon name="lock" size={15} /> {t('connections.adminsOnly')}
          </Text>
        </SettingsSection>
      }
    >
      <N8nSections />
    </Can>
  );
}

function N8nSections() {
  const { t } = useWords();
  const connection = useQuery(n8nConnectionQuery);
  if (connection.isError)
    return <ErrorNotice error={connection.error} onRetry={() => void connection.refetch()} />;
  if (connection.data === undefined) return <Skeleton height={320} radius="lg" aria-hidden />;
  const stored = connection.data;
  return (
    <Stack gap="md">
      <SettingsSection title={t('connections.n8n')} text={t('connections.n8nText')}>
        <Stack gap="md" maw={560}>
          {stored ? <ConnectedNote connection={stored} /> : <KeySteps />}
          <ConnectionForm key={stored?.changedAt ?? 'new'} connection={stored} />
        </Stack>
      </SettingsSection>
      <SettingsSection
        title={t('connections.workflows')}
        text={stored ? t('connections.workflowsText') : t('connections.workflowsLater')}
      >
        <Stack gap="md" maw={560}>
          {stored && <OfferedWorkflows baseUrl={stored.baseUrl} />}
          <OfferSteps />
        </Stack>
      </SettingsSection>
    </Stack>
  );
}

function ConnectedNote({ connection }: { connection: N8nConnectionView }) {
  const { t } = useWords();
  const format = useFormat();
  const failureWords = useFailureWords();
  const { checkedAt, changedBy, failing } = connection;
  const checked = t('connections.checked', { when: format.ago(checkedAt) });
  return (
    <>
      <Group gap="xs">
        {failing.length > 0 ? (
          <Badge color="red">{t('connections.toolsFail', { count: failing.length })}</Badge>
        ) : (
          <Badge color="green">{t('connections.connected')}</Badge>
        )}
        <Text size="sm" c="dimmed">
          {[checked, changedBy && t('connections.changedBy', { name: changedBy })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Disconnect connection={connection} />
      </Group>
      {failing.length > 0 && (
        <ul className={classes.failing}>
          {failing.map(({ uuid, name, botUuid, reason }) => (
            <li key={uuid}>
              <Link to="/Bot/$id" params={{ id: botUuid }} search={{ tab: 'tools' }}>
                {name}
              </Link>
              : {failureWords(reason)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Steps to an API key of n8n. */
function KeySteps() {
  const { t } = useWords();
  return (
    <ol className={classes.steps} aria-label={t('connections.keySteps.title')}>
      <li>{t('connections.keySteps.open')}</li>
      <li>{t('connections.keySteps.create', { scope: 'workflow:list' })}</li>
      <li>{t('connections.keySteps.paste')}</li>
    </ol>
  );
}

/** Steps in n8n after which a workflow is listed. */
function OfferSteps() {
  const { t } = useWords();
  return (
    <div>
      <h3 className={classes.stepsTitle}>{t('connections.offerSteps.title')}</h3>
      <ol className={classes.steps}>
        <li>{t('connections.offerSteps.trigger')}</li>
        <li>{t('connections.offerSteps.tag', { tag: N8N_TAG })}</li>
        <li>{t('connections.offerSteps.publish')}</li>
        <li>{t('connections.offerSteps.add')}</li>
      </ol>
    </div>
  );
}

/** Pages of n8n's editor, which people copy from their browser. */
const EDITOR_PAGE = /\/(?:home|workflows?|settings|projects|executions|signin|credentials)(?:[/?#].*)?$/;
const addressOf = (typed: string): string => typed.trim().replace(EDITOR_PAGE, '').replace(/\/+$/, '');

const { baseUrl, webhookBaseUrl, apiKey } = saveN8nConnection.body.shape;
const ConnectionValues = z.object({
  baseUrl: z.string().transform(addressOf).pipe(baseUrl),
  webhookBaseUrl: z
    .string()
    .transform((typed) => addressOf(typed) || null)
    .pipe(webhookBaseUrl.unwrap()),
  apiKey: z
    .string()
    .transform((typed) => typed.trim() || undefined)
    .pipe(apiKey),
});
type TypedValues = z.input<typeof ConnectionValues>;
type ConnectionForm = UseFormReturn<TypedValues, unknown, z.output<typeof ConnectionValues>>;

const FIELD_BY_CODE = {
  n8n_unreachable: 'baseUrl',
  n8n_not_found: 'baseUrl',
  n8n_api_off: 'baseUrl',
  n8n_too_large: 'baseUrl',
  n8n_key_refused: 'apiKey',
  n8n_scope_missing: 'apiKey',
} as const;

/** The address as the server keeps it: the key is for this one only. */
const keptAddress = (url: string): string | undefined => URL.parse(url)?.href.replace(/\/+$/, '');

function ConnectionForm({ connection }: { connection: N8nConnectionView | null }) {
  const { t } = useWords();
  const [isReplacing, setReplacing] = useState(connection === null);
  const form: ConnectionForm = useForm({
    resolver: zodResolver(ConnectionValues),
    defaultValues: {
      baseUrl: connection?.baseUrl ?? '',
      webhookBaseUrl: connection?.webhookBaseUrl ?? '',
      apiKey: '',
    },
  });
  const save = useSaveN8nConnection();
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const isOtherAddress = keptAddress(values.baseUrl) !== connection?.baseUrl;
    if (isOtherAddress && values.apiKey === undefined) {
      setReplacing(true);
      const message = t(connection ? 'connections.keyAgain' : 'fields.required');
      form.setError('apiKey', { message }, { shouldFocus: true });
      return;
    }
    try {
      await save.mutateAsync(values);
      toasts.add({ title: t('connections.saved') });
    } catch (error) {
      if (isApiError(error) && error.code in FIELD_BY_CODE) setReplacing(true);
      applyConnectionError(form, error, {
        address_not_allowed: t('connections.addressNotAllowed'),
        too_many_tries: t('connections.tooOften'),
      });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <Stack gap="sm">
        <ConfirmEmailFirst />
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <AddressField form={form} name="baseUrl" />
        <AddressField form={form} name="webhookBaseUrl" />
        {isReplacing || !connection ? (
          <KeyField form={form} />
        ) : (
          <Input.Wrapper labelElement="div" label={t('connections.apiKey')}>
            <Group gap="sm">
              <Text size="sm">{t('connections.keyStored', { ending: connection.ending })}</Text>
              <Button size="compact-sm" variant="subtle" onClick={() => setReplacing(true)}>
                {t('connections.replaceKey')}
              </Button>
            </Group>
          </Input.Wrapper>
        )}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={connection !== null && !isDirty}>
            {t(connection ? 'shell.save' : 'connections.connect')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t('connections.checkNote')}
        </Text>
      </Stack>
    </form>
  );
}

/** Puts the answer of the server beside its field; `texts` are those of codes with another meaning elsewhere. */
function applyConnectionError(
  form: ConnectionForm,
  error: unknown,
  texts: Partial<Record<ApiError['code'], string>>,
): void {
  const message = isApiError(error) ? texts[error.code] : undefined;
  if (!isApiError(error) || message === undefined) {
    applyFormError(form, error, FIELD_BY_CODE);
    return;
  }
  const isWebhook = error.errors.some(({ path }) => path === 'body.webhookBaseUrl');
  const field = isWebhook ? 'webhookBaseUrl' : 'baseUrl';
  form.setError(error.code === 'too_many_tries' ? 'root' : field, { type: 'server', message });
}

function AddressField({ form, name }: { form: ConnectionForm; name: 'baseUrl' | 'webhookBaseUrl' }) {
  const { t } = useWords();
  const error = form.formState.errors[name];
  return (
    <TextInput
      label={t(`connections.${name}`)}
      description={t(`connections.${name}Help`, { setting: 'WEBHOOK_URL' })}
      placeholder={t(`connections.${name}Placeholder`)}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      {...form.register(name)}
      error={error && (error.type === 'server' ? error.message : t('connections.addressWrong'))}
    />
  );
}

function KeyField({ form }: { form: ConnectionForm }) {
  const { t } = useWords();
  const typed = useWatch({ control: form.control, name: 'baseUrl' });
  const address = URL.parse(addressOf(typed));
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return (
    <>
      <PasswordField
        label={t('connections.apiKey')}
        description={t('connections.apiKeyHelp')}
        autoComplete="off"
        spellCheck={false}
        {...form.register('apiKey')}
        error={form.formState.errors.apiKey?.message}
      />
      {isWeb && (
        <a
          className={classes.link}
          href={`${addressOf(typed)}/settings/api`}
          target="_blank"
          rel="noreferrer noopener"
        >
          {t('connections.openKeys')} <Icon name="external-link" size={13} />
        </a>
      )}
    </>
  );
}

function Disconnect({ connection: { baseUrl, tools } }: { connection: N8nConnectionView }) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const disconnect = useDeleteN8nConnection();
  return (
    <>
      <Button size="xs" variant="default" c="var(--danger-text)" ms="auto" onClick={dialog.open}>
        {t('connections.disconnect')}
      </Button>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        title={t('connections.disconnectTitle')}
        action={t('connections.disconnect')}
        pending={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() =>
          disconnect.mutate(undefined, {
            onSuccess: () => toasts.add({ title: t('connections.disconnected') }),
          })
        }
      >
        {t('connections.disconnectText', { host: URL.parse(baseUrl)?.host ?? baseUrl })}
        <br />
        {tools > 0 && t('connections.disconnectTools', { count: tools })}
      </ConfirmDelete>
    </>
  );
}

function OfferedWorkflows({ baseUrl: address }: { baseUrl: string }) {
  const { t } = useWords();
  const workflows = useQuery(n8nWorkflowsQuery);
  const refresh = useRefreshWorkflows();
  if (workflows.isError) return <ErrorNotice error={workflows.error} onRetry={refresh} />;
  if (!workflows.data) return <Skeleton height={90} aria-hidden />;
  const count = workflows.data.length;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={500} aria-live="polite">
          {count === 0 ? t('connections.noWorkflows') : t('connections.count', { count })}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="refresh-cw" size={14} />}
          loading={workflows.isFetching}
          onClick={refresh}
        >
          {t('connections.reload')}
        </Button>
      </Group>
      <ul className={classes.workflows}>
        {workflows.data.map((workflow) => (
          <WorkflowRow key={workflow.id} workflow={workflow} baseUrl={address} />
        ))}
      </ul>
    </div>
  );
}

function WorkflowRow({ workflow, baseUrl: address }: { workflow: N8nWorkflow; baseUrl: string }) {
  const { t } = useWords();
  const format = useFormat();
  const { id, name, triggers, updatedAt } = workflow;
  const kinds = [...new Set(triggers.map(({ kind }) => t(`connections.triggers.${kind}`)))];
  return (
    <li className={classes.workflow}>
      <div className={classes.workflowName}>
        <span>{name}</span>
        <span className={classes.sub}>
          {[...kinds, t('connections.updated', { when: format.ago(updatedAt) })].join(' · ')}
        </span>
      </div>
      <a
        className={classes.link}
        href={`${address}/workflow/${encodeURIComponent(id)}`}
        target="_blank"
        rel="noreferrer noopener"
        aria-label={t('connections.openWorkflow', { name })}
      >
        {t('connections.open')} <Icon name="external-link" size={13} />
      </a>
    </li>
  );
}
