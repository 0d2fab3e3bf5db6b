import { type ChannelView, getSimulator, SIMULATOR_FRIENDS } from '@hanasu/contract/channels';
import { Alert, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { useRealtime } from '../../../shell/realtime.tsx';
import { channelQuery, type SimulatorFriend, simulatorQuery, useActAsFriend } from '../channels.queries.ts';
import { Phone } from '../components/Phone.tsx';
import classes from '../components/Simulator.module.css';
import { SimulatorSide } from '../components/SimulatorSide.tsx';
import { kindOf } from '../manifests.ts';

/** A sandbox friend's phone: what a customer would see and do. */
export function SimulatorPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Channel/Instance/$id/simulator' });
  const { friend = 'hanako' } = useSearch({ from: '/_default/Channel/Instance/$id/simulator' });
  const { data: channel, error, refetch } = useQuery(channelQuery(id));
  if (isFault(error, 'not_found')) return <NotFoundPage />;
  return (
    <PageFrame title={t('channelPage.simulator.title')} purpose={t('channelPage.simulator.purpose')}>
      {error && !channel && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {channel && (
        <OnlyFor endpoint={getSimulator} otherwise={<ViewOnlyNote />}>
          <Simulator key={friend} channel={channel} friend={friend} />
        </OnlyFor>
      )}
    </PageFrame>
  );
}

function Simulator({ channel, friend }: { channel: ChannelView; friend: SimulatorFriend }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/Instance/$id/simulator' });
  const queryClient = useQueryClient();
  const simulator = simulatorQuery(channel.uuid, friend);
  const { data: state, error, refetch } = useQuery(simulator);
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
          data={SIMULATOR_FRIENDS.map((each) => ({
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
            {faultWords(act.error)}
          </Alert>
        )}
        {error && !state && <FaultNotice error={error} onRetry={() => void refetch()} />}
        {!state && !error && <Skeleton height={560} radius={34} aria-hidden />}
        {state && (
          <Phone
            kind={channel.kind}
            title={channel.displayName ?? channel.name}
            color={kindOf(channel.kind)?.manifest.color ?? '#8de055'}
            state={state}
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
