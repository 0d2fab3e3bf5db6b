import { credentials as accounts } from './features/accounts/public.ts';
import { SEALED_TOOLS } from './features/bots/public.ts';
import { SEALED_ACCESS } from './features/channels/public.ts';
import { SEALED_OWN_HOOKS } from './features/notify/public.ts';
import { SEALED_RECOVERY_KEYS } from './features/secret-keys/public.ts';
import { SEALED_IDENTITIES } from './features/web-chat/public.ts';
import { SEALED_HOOKS } from './features/web-hooks/public.ts';

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
