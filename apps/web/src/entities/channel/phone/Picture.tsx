import { useState } from 'react';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './PhoneMessages.module.css';
import { isLoadable, loadedFrom } from './shown-message.ts';

/** The picture where it can be loaded, otherwise a frame that names it. */
export function Picture({
  url,
  label,
  className,
}: {
  url: string | null;
  label: string;
  className?: string | undefined;
}) {
  const [isGone, setGone] = useState(false);
  if (url === null || isGone || !isLoadable(url)) {
    return (
      <span className={className ?? classes.media}>
        <Icon name="image" size={30} label={label} />
      </span>
    );
  }
  return (
    <img
      className={className ?? classes.media}
      src={loadedFrom(url)}
      alt={label}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setGone(true)}
    />
  );
}
