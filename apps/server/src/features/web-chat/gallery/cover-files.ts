import type { AccountId } from '@hanasu/contract/ids';

/** What the key of a cover looks like; nothing else is looked for among the files. */
export const COVER_KEY = /^[\w-]{32}$/;

/** Under the account's own folder, which goes when the account is erased. */
export const coverFile = (accountId: AccountId, key: string): string => `${accountId}/covers/${key}`;

export const coverUrl = (key: string | null): string | null => key && `/api/public/cover/${key}`;
