import type { Locale } from '@hanasu/contract/accounts';
import {
  type ChannelView,
  getSimulator,
  SIMULATOR_FRIENDS,
  type SimulatorState,
} from '@hanasu/contract/channels';
import { Alert, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  channelConversationsQuery,
  channelQuery,
  type SimulatorAction,
  type SimulatorFriend,
  simulatorQuery,
  useActAsFriend,
} from '../../../entities/channel/channels.queries.ts';
import { StatusPill } from '../../../entities/conversation/StatusPill.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { useRealtime } from '../../../shell/api/realtime.tsx';
import { Can, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useAnswererName } from '../use-answerer.ts';
import { FriendPanel } from './FriendPanel.tsx';
import { isAnswering, NoAnswers } from './NoAnswers.tsx';
import { Phone } from './Phone.tsx';
import classes from './Simulator.module.css';

const SPEAKS = { ja: 'hanako', vi: 'minh', en: 'alex' } as const satisfies Record<Locale, SimulatorFriend>;

/** Whom the reader's customers are like comes first. */
const friendsFor = (locale: Locale): readonly SimulatorFriend[] => [
  SPEAKS[locale],
  ...SIMULATOR_FRIENDS.filter((friend) => friend !== SPEAKS[locale]),
];

/** A sandbox friend's phone: what a customer would see and do. */
export function SimulatorPage() {
  const { t, locale } = useWords();
  const { id } = useParams({ from: '/_default/Channel/Instance/$id/simulator' });
  const { friend = friendsFor(locale)[0] ?? 'hanako' } = useSearch({
    from: '/_default/Channel/Instance/$id/simulator',
  });
  const { data: channel, error, refetch } = useQuery(channelQuery(id));
  if (isApiError(error, 'not_found')) return <NotFoundPage />;
  return (
    <PageFrame title={t('channelPage.simulator.title')} purpose={t('channelPage.simulator.purpose')}>
      {error && !channel && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {channel && (
        <Can endpoint={getSimulator} otherwise={<ViewOnlyNotice />}>
          <Simulator key={friend} channel={channel} friend={friend} />
        </Can>
      )}
    </PageFrame>
  );
}

function Simulator({ channel, friend }: { channel: ChannelView; friend: SimulatorFriend }) {
  const { t, locale } = useWords();
  const navigate = useNavigate({ from: '/Channel/Instance/$id/simulator' });
  const queryClient = useQueryClient();
  const simulator = simulatorQuery(channel.uuid, friend);
  const { data: state, error, refetch } = useQuery(simulator);
  const { data: me } = useQuery(meQuery);
  // The name of the channel is for the team alone: customers see the account's, as on a real phone.
  const shownName = channel.displayName || me?.account.name || '…';
  const act = useActAsFriend(channel.uuid, friend);
  useRealtime('update-conversation', ({ data }) => {
    if (data.some(({ conversation }) => conversation.channel?.uuid === channel.uuid)) {
      void queryClient.invalidateQueries({ queryKey: simulator.queryKey });
    }
  });
  const sending = act.isPending && act.variables.action === 'text' ? act.variables.text : null;
  return (
    <div className={classes.columns}>
      <div className={classes.stage}>
        <SegmentedControl
          aria-label={t('channelPage.simulator.friend')}
          value={friend}
          onChange={(value) =>
            void navigate({
              search: { friend: SIMULATOR_FRIENDS.find((known) => known === value) },
              replace: true,
            })
          }
          data={friendsFor(locale).map((each) => ({
            value: each,
            label: (
              <span className={classes.friend}>
                {t(`channelPage.simulator.friends.${each}`)}
                <small>{t(`channelPage.simulator.speaks.${each}`)}</small>
              </span>
            ),
          }))}
          fullWidth
        />
        {act.error && (
          <Alert
            color="red"
            role="alert"
            withCloseButton
            onClose={act.reset}
            closeButtonLabel={t('shell.close')}
          >
            {errorMessage(act.error)}
          </Alert>
        )}
        {error && !state && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!state && !error && <Skeleton height={560} radius={34} aria-hidden />}
        <NoAnswers channel={channel} />
        {state && (
          <Phone
            kind={channel.kind}
            title={shownName}
            state={state}
            isAnswered={isAnswering(channel)}
            sending={sending}
            onAct={act.mutate}
            isActing={act.isPending}
          />
        )}
      </div>
      {state && <SimulatorSide channel={channel} state={state} onAct={act.mutate} isActing={act.isPending} />}
    </div>
  );
}

interface SimulatorSideProps {
  channel: ChannelView;
  state: SimulatorState;
  onAct: (action: SimulatorAction) => void;
  isActing: boolean;
}

/** What the staff see of the same chat, and what the friend can do besides writing. */
function SimulatorSide({ channel, state, onAct, isActing }: SimulatorSideProps) {
  const { t } = useWords();
  const { friend } = state;
  const { data: conversations } = useQuery(channelConversationsQuery(channel.uuid));
  const conversation = conversations?.items.find((each) => each.friend?.name === friend.name);
  const answerer = useAnswererName(channel);
  return (
    <div className={classes.side}>
      <Surface aria-labelledby="inbox-side-title">
        <h2 id="inbox-side-title" className={classes.title}>
          {t('channelPage.simulator.inInbox')}
        </h2>
        <p className={classes.text}>{t('channelPage.simulator.inInboxText')}</p>
        {conversation && (
          <p className={classes.state}>
            <span>{t('channelPage.simulator.handledBy')}</span>
            <StatusPill conversation={conversation} isFull />
          </p>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="inbox" />}
          renderRoot={(props) =>
            conversation ? (
              <Link to="/Channel/conversation/$id" params={{ id: conversation.uuid }} {...props} />
            ) : (
              <Link to="/Message" search={{ channel: channel.uuid }} {...props} />
            )
          }
        >
          {t('channelPage.simulator.openInbox')}
        </Button>
      </Surface>
      <FriendPanel kind={channel.kind} state={state} onAct={onAct} isActing={isActing} />
      <p className={classes.note}>
        <Icon name={channel.groupUuid ? 'layers' : 'bot'} size={14} />
        {answerer === null || !isAnswering(channel)
          ? (answerer ?? t('channels.noBot'))
          : t('channelPage.simulator.answers', { name: answerer ?? '…' })}
        {channel.botUuid && (
          <Link to="/Bot/$id" params={{ id: channel.botUuid }}>
            {t('bot.edit')}
          </Link>
        )}
        {channel.groupUuid && (
          <Link to="/Bot-Group/$id" params={{ id: channel.groupUuid }}>
            {t('bot.editGroup')}
          </Link>
        )}
      </p>
    </div>
  );
}
