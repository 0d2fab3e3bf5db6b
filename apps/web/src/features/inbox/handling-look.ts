import type { Handling } from '@hanasu/contract/inbox';
import type { IconName } from '../../shell/icon-names.ts';

/** Each handling has its own shape; colour only helps. */
export const HANDLING_ICONS = {
  bot: 'bot',
  waiting: 'hand',
  operator: 'user-check',
  closed: 'check-circle-2',
} as const satisfies Record<Handling, IconName>;
