import classes from './ChannelMark.module.css';
import { kindOf } from './channel-kinds.ts';

/** Kind of a channel: its first letter on its tint, the same in each language. The name stands beside it in words. */
export function ChannelMark({ kind }: { kind: string }) {
  return (
    <span className={classes.mark} data-kind={kind} aria-hidden>
      {(kindOf(kind)?.manifest.name ?? kind).slice(0, 1).toUpperCase()}
    </span>
  );
}
