import { type ChannelView, SIMULATOR_FRIENDS } from '@hanasu/contract/channels';
import type { FriendView } from '@hanasu/contract/friends';
import type { RichMessageView } from '@hanasu/contract/rich-messages';
import { Alert, Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './RichMessages.module.css';
import { reachableQuery, useTestMessage } from './rich-messages.queries.ts';
import { lacksAddress } from './shown-message.ts';

interface SendTestProps {
  message: RichMessageView;
  opened: boolean;
  onClose: () => void;
}

/** Sends the rich message to one friend. */
export function SendTest({ message, opened, onClose }: SendTestProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('messageEditor.testTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <ChooseFriend message={message} onClose={onClose} />
    </Modal>
  );
}

const QUIET_MS = 250;
/** Where rich messages are pictures to tap; elsewhere they are words. */
const showsPictures = ({ kind }: Pick<ChannelView, 'kind'>): boolean => kind === 'line';

function ChooseFriend({ message, onClose }: Omit<SendTestProps, 'opened'>) {
  const { t } = useWords();
  const nameOf = useFriendName();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, QUIET_MS);
  const [chosen, setChosen] = useState<FriendView | null>(null);
  const label = ({ name, channel }: FriendView) => `${nameOf(name)} · ${channel.name}`;
  // What stands in the field is the chosen one, not a search.
  const friends = useQuery(reachableQuery(chosen && typed === label(chosen) ? '' : q));
  const test = useTestMessage();
  if (friends.isError)
    return (
      <Alert color="red" role="alert">
        {errorMessage(friends.error)}
      </Alert>
    );
  if (!friends.data) return <Skeleton height={120} aria-hidden />;
  if (test.isSuccess && chosen)
    return <Sent friend={chosen} conversation={test.data.conversationUuid} onAgain={test.reset} />;
  if (friends.data.length === 0 && q === '')
    return (
      <Stack gap="md">
        <Text size="sm">{t('messageEditor.testNoFriends')}</Text>
        <Link to="/Channel" className={classes.linkButton}>
          {t('messageEditor.testChannels')}
        </Link>
      </Stack>
    );
  const offered =
    chosen && !friends.data.some(({ uuid }) => uuid === chosen.uuid)
      ? [chosen, ...friends.data]
      : friends.data;
  return (
    <Stack gap="md">
      <Text size="sm">{t('messageEditor.testText')}</Text>
      <Select
        data-autofocus
        label={t('messageEditor.testFriend')}
        placeholder={t('messageEditor.testChoose')}
        searchable
        data={offered.map((friend) => ({ value: friend.uuid, label: label(friend) }))}
        filter={({ options }) => options}
        nothingFoundMessage={t('messageEditor.testNotFound')}
        value={chosen?.uuid ?? null}
        onSearchChange={setTyped}
        onChange={(uuid) => {
          setChosen(offered.find((friend) => friend.uuid === uuid) ?? null);
          test.reset();
        }}
      />
      <SendNow message={message} chosen={chosen} test={test} onClose={onClose} />
    </Stack>
  );
}

interface SendNowProps extends Omit<SendTestProps, 'opened'> {
  chosen: FriendView | null;
  test: ReturnType<typeof useTestMessage>;
}
/** What is to be known before, and the button. */
function SendNow({ message, chosen, test, onClose }: SendNowProps) {
  const { t } = useWords();
  const isUnreachable = chosen !== null && !chosen.channel.sandbox && lacksAddress(message);
  return (
    <>
      {chosen && !showsPictures(chosen.channel) && (
        <Text size="sm">
          <Icon name="info" size={14} /> {t('messageEditor.testWords')}
        </Text>
      )}
      {isUnreachable && <Alert color="orange">{t('messageEditor.noPublicUrl')}</Alert>}
      {test.error && (
        <Alert color="red" role="alert">
          {errorMessage(test.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          leftSection={<Icon name="send" size={14} />}
          disabled={!chosen || isUnreachable}
          loading={test.isPending}
          onClick={() => chosen && test.mutate({ uuid: message.uuid, friendUuid: chosen.uuid })}
        >
          {t('messageEditor.testSend')}
        </Button>
      </Group>
    </>
  );
}

/** As the sandbox of every channel calls them. */
const SANDBOX_NAMES = { hanako: '花子', minh: 'Minh', alex: 'Alex' } as const satisfies Record<
  (typeof SIMULATOR_FRIENDS)[number],
  string
>;

interface SentProps {
  friend: FriendView;
  conversation: NonNullable<FriendView['conversationUuid']>;
  onAgain: () => void;
}
function Sent({ friend: { name, channel }, conversation, onAgain }: SentProps) {
  const { t } = useWords();
  const nameOf = useFriendName();
  const phone = channel.sandbox ? SIMULATOR_FRIENDS.find((each) => SANDBOX_NAMES[each] === name) : undefined;
  return (
    <Stack gap="md">
      <Text role="status">{t('messageEditor.testSent', { name: nameOf(name) })}</Text>
      <div className={classes.done}>
        {phone && (
          <Link
            to="/Channel/Instance/$id/simulator"
            params={{ id: channel.uuid }}
            search={{ friend: phone }}
            className={classes.linkButton}
          >
            {t('messageEditor.testPhone', { name })}
          </Link>
        )}
        <Link to="/Channel/conversation/$id" params={{ id: conversation }} className={classes.linkButton}>
          {t('messageEditor.testThread')}
        </Link>
        <Button variant="subtle" onClick={onAgain}>
          {t('messageEditor.testAgain')}
        </Button>
      </div>
    </Stack>
  );
}
