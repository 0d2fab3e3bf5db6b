import type { ChannelView } from '@hanasu/contract/channels';
import { NotLive } from '../../../entities/bot/NotLive.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Simulator.module.css';

type Answering = Pick<ChannelView, 'status' | 'answererState' | 'botUuid'>;

/** Whether a bot answers on the channel now. */
export const isAnswering = ({ status, answererState }: Omit<Answering, 'botUuid'>): boolean =>
  status !== 'paused' && answererState === 'live';

/** Says that customers get no answers because the channel or its bot is paused; nothing is shown otherwise. */
export function NoAnswers({ channel: { status, answererState, botUuid } }: { channel: Answering }) {
  const { t } = useWords();
  if (status !== 'paused') return <NotLive botUuid={botUuid} state={answererState} />;
  return (
    <p className={classes.paused} role="status">
      <Icon name="triangle-alert" size={15} />
      {t('channelPage.simulator.paused')}
    </p>
  );
}
