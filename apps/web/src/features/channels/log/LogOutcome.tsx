import type { ChannelLogEntry } from '@hanasu/contract/channel-log';
import { useWords } from '../../../i18n/use-words.ts';
import classes from '../Channels.module.css';

export function LogOutcome({ entry: { result } }: { entry: Pick<ChannelLogEntry, 'result'> }) {
  const { t } = useWords();
  return (
    <span className={classes.outcome} data-result={result}>
      {t(`channelLog.results.${result}`)}
    </span>
  );
}
