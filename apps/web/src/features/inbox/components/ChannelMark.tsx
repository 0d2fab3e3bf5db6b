import { kindOf } from '../../channels/manifests.ts';
import { useKindName } from '../../channels/use-kind-name.ts';
import classes from './List.module.css';

/** Which kind of channel somebody writes on: its colour and first letter. */
export function ChannelMark({ kind }: { kind: string }) {
  const name = useKindName()(kind);
  return (
    <span
      className={classes.mark}
      style={{ background: kindOf(kind)?.manifest.color ?? 'var(--text-dim)' }}
      title={name}
      aria-hidden
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
