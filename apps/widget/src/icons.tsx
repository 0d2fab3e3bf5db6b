/** @jsxImportSource preact */
import { LAUNCHER_PATHS } from './launcher-icons.ts';

const PATHS = {
  close: LAUNCHER_PATHS.close,
  down: LAUNCHER_PATHS.down,
  send: 'M12 19V5M5 12l7-7 7 7',
  fresh: 'M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5',
} as const;
type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
);
