import { addCollection, Icon as IconifyIcon } from '@iconify/react/offline';
import { ICON_DATA } from './icon-data.ts';
import type { IconName } from './icon-names.ts';

addCollection(ICON_DATA);

interface IconProps {
  name: IconName;
  size?: number;
  className?: string;
  /** Words for a reader; without it the icon is decoration. */
  label?: string;
}

export function Icon({ name, size = 16, className, label }: IconProps) {
  return (
    <IconifyIcon
      icon={`lucide:${name}`}
      width={size}
      height={size}
      className={className}
      style={{ flexShrink: 0 }}
      // Iconify hides its pictures from readers unless told not to.
      {...(label ? { role: 'img', 'aria-label': label, 'aria-hidden': false } : { 'aria-hidden': true })}
    />
  );
}
