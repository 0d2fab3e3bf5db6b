import { useState } from 'react';
import { Icon } from '../../../shell/Icon.tsx';
import { inkOn } from '../ink-on.ts';
import { kindOf } from '../manifests.ts';
import classes from './Channels.module.css';

/** No kind of this build. */
const UNKNOWN = '#64748b';

interface ChannelFaceProps {
  kind: string;
  pictureUrl: string | null;
  size?: number;
}

/** The official account's picture, or its kind's colour where there is none, or it can't be loaded any more. */
export function ChannelFace({ kind, pictureUrl, size = 38 }: ChannelFaceProps) {
  const [gone, setGone] = useState<string | null>(null);
  if (pictureUrl && pictureUrl !== gone) {
    return (
      <img
        className={classes.picture}
        src={pictureUrl}
        width={size}
        height={size}
        alt=""
        onError={() => setGone(pictureUrl)}
      />
    );
  }
  const background = kindOf(kind)?.manifest.color ?? UNKNOWN;
  return (
    <span
      className={classes.picture}
      style={{ width: size, height: size, background, color: inkOn(background) }}
    >
      <Icon name="message-circle" size={size / 2} />
    </span>
  );
}
