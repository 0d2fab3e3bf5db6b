import { credentials as accounts } from './features/accounts/public.ts';
import { SEALED_TOOLS } from './features/bots/public.ts';
import { SEALED_ACCESS } from './features/channels/public.ts';
import { SEALED_OWN_HOOKS } from './features/notifications/public.ts';
import { SEALED_RECOVERY_KEYS } from './features/system/public.ts';
import { SEALED_IDENTITIES } from './features/web-chat/public.ts';
import { SEALED_HOOKS } from './features/webhooks/public.ts';

/** Every column that holds sealed values; a test of `secret-keys` finds one that is missing. */
export const SEALED_COLUMNS = [
  ...SEALED_ACCESS,
  SEALED_HOOKS,
  SEALED_OWN_HOOKS,
  SEALED_TOOLS,
  SEALED_IDENTITIES,
  accounts.SEALED_FACTORS,
  SEALED_RECOVERY_KEYS,
];
