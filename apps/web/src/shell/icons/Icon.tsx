import { addCollection, Icon as IconifyIcon } from '@iconify/react/offline';
import { lazy, Suspense } from 'react';
import { ICON_DATA } from './icon-data.ts';
import { ICON_NAMES, type IconName } from './icon-names.ts';

addCollection(ICON_DATA);

/** With the set's name, like `mdi:home`: for icons that people or data choose. */
type AnyIconName = IconName | `${string}:${string}`;

interface IconProps {
  name: AnyIconName;
  size?: number;
  className?: string;
  /** Words for a reader; without it the icon is decoration. */
  label?: string;
}

const BUNDLED = new Set<string>(ICON_NAMES.map((name) => `lucide:${name}`));
const NetworkIcon = lazy(async () => ({
  default: (await import('./NetworkIcon.tsx')).NetworkIcon,
}));

export function Icon({ name, size = 16, className, label }: IconProps) {
  const full = name.includes(':') ? name : `lucide:${name}`;
  // Iconify hides its pictures from readers unless told not to.
  const reading = label
    ? ({ role: 'img', 'aria-label': label, 'aria-hidden': false } as const)
    : ({ 'aria-hidden': true } as const);
  if (!BUNDLED.has(full)) {
    return (
      <span className={className} style={{ display: 'inline-flex', width: size, height: size }} {...reading}>
        <Suspense>
          <NetworkIcon key={full} name={full} size={size} />
        </Suspense>
      </span>
    );
  }
  return (
    <IconifyIcon
      icon={full}
      width={size}
      height={size}
      className={className}
      style={{ flexShrink: 0 }}
      {...reading}
    />
  );
}
