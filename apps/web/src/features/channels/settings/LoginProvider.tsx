import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { GuideWords } from '../guides/guide.ts';
import { formLoginQuery } from './settings.queries.ts';

interface LoginProviderProps {
  channel: Pick<ChannelView, 'uuid'>;
  texts: NonNullable<GuideWords['inAppPages']>['provider'];
}

/** Whether the login channel that is saved is of the channel's provider; nothing while no one has opened a form with it. */
export function LoginProvider({ channel, texts }: LoginProviderProps) {
  const { control } = useFormContext<ChannelSettings>();
  const typed = useWatch({ control, name: 'liff.loginChannelId' });
  const { data } = useQuery(formLoginQuery(channel.uuid));
  if (!data?.login || data.login.channelId !== typed) return null;
  if (data.login.state === 'confirmed')
    return (
      <Text size="sm" c="dimmed">
        {texts.confirmed}
      </Text>
    );
  if (data.login.state === 'untried') return null;
  return (
    <Alert color="yellow" role="status">
      {texts.doubtful}
    </Alert>
  );
}
