import { type ChannelView, testChannel } from '@hanasu/contract/channels';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { useTestChannel } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { CopyButton } from '../../shell/clipboard/CopyButton.tsx';
import { Can } from '../../shell/components/Can.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './Channels.module.css';
import { ReconnectButton, VendorMessage } from './Reconnect.tsx';

/** Where the vendor sends messages, whether that works, and a test. */
export function WebhookCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const test = useTestChannel(channel.uuid);
  const run = () =>
    test.mutate(undefined, {
      onSuccess: ({ attention }) => {
        if (!attention) toasts.add({ title: t('channels.webhook.works') }, 'webhook');
      },
    });
  const name = useKindName()(channel.kind);
  // Some consoles take the address only from their owner's hand.
  const isPasted = !channel.sandbox && kindOf(channel.kind)?.manifest.capabilities.setsWebhook === false;
  const isShared = channel.webhookUrl.includes('/app/');
  return (
    <SettingsSection
      title={t('channels.webhook.title')}
      text={
        channel.sandbox ? t('channels.webhook.sandbox') : !isPasted && t('channels.webhook.text', { name })
      }
    >
      <AttentionNotice channel={channel} />
      {isPasted && (
        <Alert
          color={channel.health.webhook === 'ok' ? 'green' : 'yellow'}
          mb="md"
          icon={<Icon name="info" size={18} />}
        >
          {t('channelPage.paste', { name })} {isShared && t('channelPage.pasteShared')}
          {channel.health.webhook === 'unknown' && (
            <p className={classes.hint}>{t('channelPage.pasteUnknown')}</p>
          )}
        </Alert>
      )}
      {test.error && (
        <Alert color="red" mb="md" role="alert">
          {errorMessage(test.error)}
        </Alert>
      )}
      <Group gap="xs" align="flex-end" wrap="wrap">
        <TextInput
          className={classes.url ?? ''}
          label={t('channels.webhook.address')}
          value={channel.webhookUrl}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={channel.webhookUrl}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
              {copied ? t('channels.copied') : t('channels.copy')}
            </Button>
          )}
        </CopyButton>
        {!isPasted && (
          <Can endpoint={testChannel}>
            <Button
              variant="default"
              leftSection={<Icon name="plug-zap" />}
              loading={test.isPending}
              onClick={run}
            >
              {t('channels.webhook.test')}
            </Button>
          </Can>
        )}
      </Group>
    </SettingsSection>
  );
}

/** What needs the owner: in the reader's language when the product found it, else in the vendor's words. */
export function AttentionNotice({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const name = useKindName()(channel.kind);
  if (!channel.attention || ['lost', 'unreadable'].includes(channel.health.access)) return null;
  const code = channel.attentionCode;
  if (code !== null && code !== 'access_lost' && code !== 'credentials_needed') {
    return (
      <Alert
        color={code === 'secret_wrong' ? 'red' : 'yellow'}
        mb="md"
        icon={<Icon name="triangle-alert" size={18} />}
        title={t('channels.status.attention')}
      >
        {t(`channelPage.attention.${code}`, { name })}
        <VendorMessage channel={channel} />
        {code === 'renewal_failing' && <ReconnectButton channel={channel} />}
      </Alert>
    );
  }
  const isWebhook = channel.health.webhook === 'failed';
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<Icon name="triangle-alert" size={18} />}
      title={isWebhook ? t('channels.webhook.attention', { name }) : t('channels.status.attention')}
    >
      <span className={classes.vendorWords}>{channel.attention}</span>
      {isWebhook && <p className={classes.hint}>{t('channels.webhook.attentionHelp', { name })}</p>}
    </Alert>
  );
}
