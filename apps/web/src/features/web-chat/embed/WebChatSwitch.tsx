import type { EmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Stack, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { useUpdateEmbed } from './embed.queries.ts';

interface WebChatSwitchProps {
  botUuid: BotId;
  setting: EmbedSetting;
  isPublished: boolean;
}

/** On or off, and what is still missing when it is on. */
export function WebChatSwitch({ botUuid, setting: { enabled }, isPublished }: WebChatSwitchProps) {
  const { t } = useWords();
  const update = useUpdateEmbed(botUuid);
  return (
    <Stack gap="sm">
      <Switch
        size="md"
        label={t('embed.enabled')}
        description={t(enabled ? 'webChannel.isOn' : 'webChannel.isOff')}
        checked={enabled}
        disabled={update.isPending}
        onChange={(event) => update.mutate({ enabled: event.currentTarget.checked })}
      />
      {update.isError && (
        <Alert color="red" role="alert">
          {errorMessage(update.error)}
        </Alert>
      )}
      {enabled && !isPublished && (
        <Alert color="yellow">
          {t('embed.publishFirst')}{' '}
          <Link to="/Bot/$id" params={{ id: botUuid }} search={{ tab: 'publish' }}>
            {t('webChannel.publish')}
          </Link>
        </Alert>
      )}
    </Stack>
  );
}
