import type { ConnectField } from '@hanasu/channels/spec/manifest';
import { type ChannelView, replaceCredentials } from '@hanasu/contract/channels';
import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { useReplaceCredentials } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { Can, ViewOnlyNotice } from '../../shell/components/Can.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import classes from './Channels.module.css';
import { guideWordsQuery } from './guides/guide.ts';
import { concludeConnecting, ReconnectButton } from './Reconnect.tsx';
import { WebhookCard } from './WebhookCard.tsx';

/** Where messages come in, and with what the channel gets in at the vendor. */
export function CredentialsTab({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      <WebhookCard channel={channel} />
      {channel.sandbox ? (
        <Surface>
          <p className={classes.sectionText}>{t('channelPage.credentials.sandbox')}</p>
        </Surface>
      ) : (
        <Can endpoint={replaceCredentials} otherwise={<ViewOnlyNotice />}>
          {channel.status !== 'disconnected' && <AgainCard channel={channel} />}
          <ReplaceCard key={channel.uuid} channel={channel} />
        </Can>
      )}
    </Stack>
  );
}

function AgainCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const needsPermission = kindOf(channel.kind)?.manifest.connect === 'permission';
  return (
    <SettingsSection
      title={t('channelPage.credentials.again')}
      text={
        <>
          {t('channelPage.credentials.againText')}{' '}
          {needsPermission && t('channelPage.credentials.againPermission', { name: nameOf(channel.kind) })}
        </>
      }
    >
      <ReconnectButton channel={channel} />
    </SettingsSection>
  );
}

interface Values {
  input: Record<string, string>;
}

/** Write-only: fields begin empty, and are empty again once they are stored. */
function ReplaceCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const kind = kindOf(channel.kind);
  const fields = kind?.manifest.connectFields ?? [];
  const replace = useReplaceCredentials(channel.uuid);
  const form = useForm<Values>({
    defaultValues: { input: Object.fromEntries(fields.map(({ name }) => [name, ''])) },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ input }) => {
    // A field left empty is a field left out.
    const typed = Object.entries(input).filter(([, value]) => value.trim() !== '');
    try {
      const outcome = await replace.mutateAsync(Object.fromEntries(typed));
      form.reset();
      concludeConnecting(outcome, t('channelPage.credentials.saved'));
    } catch (error) {
      applyFormError(form, error);
    }
  });
  if (fields.length === 0) return null;
  return (
    <SettingsSection
      title={t('channelPage.credentials.title')}
      text={t('channelPage.credentials.text', { name: nameOf(channel.kind) })}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md" className={classes.fields ?? ''}>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          {fields.map((field) => (
            <CredentialField
              key={field.name}
              kind={channel.kind}
              field={field}
              error={errors.input?.[field.name]?.message}
              props={form.register(`input.${field.name}`, {
                validate: (value) =>
                  !field.required || value.trim() !== '' || t('channelPage.credentials.required'),
              })}
            />
          ))}
          <Group justify="flex-end">
            <Button type="submit" loading={replace.isPending}>
              {t('channelPage.credentials.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SettingsSection>
  );
}

interface CredentialFieldProps {
  kind: string;
  field: ConnectField;
  error: string | undefined;
  props: ReturnType<ReturnType<typeof useForm<Values>>['register']>;
}

function CredentialField({ kind, field, error, props }: CredentialFieldProps) {
  const { t, locale } = useWords();
  const { data } = useQuery(guideWordsQuery(kind, locale));
  const words = data?.fields[field.name];
  const shared = {
    label: words?.label ?? field.name,
    description: words?.where,
    withAsterisk: field.required,
    autoComplete: 'off',
    error,
    ...props,
  };
  if (!field.secret) return <TextInput {...shared} />;
  return (
    <PasswordInput
      {...shared}
      aria-invalid={error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('channelPage.credentials.show') }}
    />
  );
}
