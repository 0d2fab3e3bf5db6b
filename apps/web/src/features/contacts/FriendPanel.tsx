import { type FriendView, refreshFriend } from '@hanasu/contract/friends';
import type { FriendId } from '@hanasu/contract/ids';
import { Button, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FriendFace } from '../../entities/contact/FriendFace.tsx';
import { SendFormButton } from '../../entities/form/SendForm.tsx';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { LastWrote, Where } from './FriendList.tsx';
import { FriendState } from './FriendState.tsx';
import classes from './Friends.module.css';
import { useFriendWords } from './friend-words.ts';
import { friendQuery, useRefreshFriend } from './friends.queries.ts';

/** One friend, beside the list. */
export function FriendPanel({ uuid, onClose }: { uuid: FriendId | undefined; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Drawer
      opened={uuid !== undefined}
      onClose={onClose}
      position="right"
      title={t('friends.one')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {uuid && <Content uuid={uuid} />}
    </Drawer>
  );
}

function Content({ uuid }: { uuid: FriendId }) {
  const friend = useQuery(friendQuery(uuid));
  if (friend.isError) return <ErrorNotice error={friend.error} onRetry={() => void friend.refetch()} />;
  if (!friend.data) return <Skeleton height={320} radius="lg" aria-hidden />;
  return <Friend friend={friend.data} />;
}

function Friend({ friend }: { friend: FriendView }) {
  const { nameOf } = useFriendWords();
  return (
    <>
      <div className={classes.person}>
        <FriendFace name={friend.name} pictureUrl={friend.pictureUrl} size={64} />
        <strong>{nameOf(friend)}</strong>
        <FriendState state={friend.state} />
      </div>
      <Facts friend={friend} />
      <Actions friend={friend} />
    </>
  );
}

function Facts({ friend }: { friend: FriendView }) {
  const { t } = useWords();
  const format = useFormat();
  const { languageOf, detailOf } = useFriendWords();
  const { channel, language, createdAt, details } = friend;
  return (
    <dl className={classes.facts}>
      <Fact name={t('friends.columns.channel')}>
        <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }}>
          <Where friend={friend} />
        </Link>
      </Fact>
      {language && <Fact name={t('friends.columns.language')}>{languageOf(language)}</Fact>}
      <Fact name={t('friends.columns.lastWrote')}>
        <LastWrote friend={friend} />
      </Fact>
      <Fact name={t('friends.knownSince')}>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
      </Fact>
      {Object.entries(details).map(([key, value]) => (
        <Fact key={key} name={detailOf(key)}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Actions({ friend: { uuid, customerUuid, conversationUuid } }: { friend: FriendView }) {
  const { t } = useWords();
  const refresh = useRefreshFriend(uuid);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {conversationUuid && (
          <Button
            leftSection={<Icon name="message-square" />}
            renderRoot={(props) => (
              <Link to="/Channel/conversation/$id" params={{ id: conversationUuid }} {...props} />
            )}
          >
            {t('friends.conversation')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="contact" />}
          renderRoot={(props) => <Link to="/Customer/$id" params={{ id: customerUuid }} {...props} />}
        >
          {t('customers.profile')}
        </Button>
        <SendFormButton friend={uuid} conversation={conversationUuid} />
        <Can endpoint={refreshFriend}>
          <Button
            variant="default"
            leftSection={<Icon name="refresh-cw" />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            {t('friends.readAnew')}
          </Button>
        </Can>
      </Group>
      {!conversationUuid && <p className={classes.reason}>{t('friends.noConversation')}</p>}
      {refresh.isError && <ErrorNotice error={refresh.error} />}
      {refresh.isSuccess && (
        <p className={classes.reason} role="status">
          {t('friends.readNow')}
        </p>
      )}
    </Stack>
  );
}
