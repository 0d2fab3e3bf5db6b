import { Icon } from '../../../shell/Icon.tsx';
import { kindOf } from '../manifests.ts';
import classes from './Channels.module.css';

/** The official account's picture, or its kind's colour. */
export function ChannelFace({
  kind,
  pictureUrl,
  size = 38,
}: {
  kind: string;
  pictureUrl: string | null;
  size?: number;
}) {
  if (pictureUrl) {
    return <img className={classes.picture} src={pictureUrl} width={size} height={size} alt="" />;
  }
  return (
    <span
      className={classes.picture}
      style={{ width: size, height: size, background: kindOf(kind)?.manifest.color ?? 'var(--text-dim)' }}
    >
      <Icon name="message-circle" size={size / 2} />
    </span>
  );
}
