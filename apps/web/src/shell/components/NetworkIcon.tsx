import { addAPIProvider, Icon, type IconifyIcon, loadIcon } from '@iconify/react';
import { useEffect, useState } from 'react';
import { keepIcon, keptIcon } from '../iconify-cache.ts';
import { log } from '../log.ts';

/** One after the other, until one answers; the server's content policy allows exactly these. */
export const ICON_HOSTS = [
  'https://api.iconify.design',
  'https://api.simplesvg.com',
  'https://api.unisvg.com',
];
addAPIProvider('', { resources: ICON_HOSTS });

/** An icon that is not part of the build: from this browser's store, else from a public icon service. */
export function NetworkIcon({ name, size }: { name: string; size: number }) {
  const [icon, setIcon] = useState<IconifyIcon | undefined>(() => keptIcon(name));
  useEffect(() => {
    if (icon) return;
    let isShown = true;
    loadIcon(name).then(
      (found) => {
        keepIcon(name, found);
        if (isShown) setIcon(found);
      },
      () => log.error(`Icon ${name} could not be loaded`),
    );
    return () => {
      isShown = false;
    };
  }, [name, icon]);
  if (!icon) return null;
  return <Icon icon={icon} width={size} height={size} aria-hidden />;
}
