import type { AccountId } from '@hanasu/contract/ids';
import { SEAL_PREFIX_BYTES } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import { markUnreadable } from '../access/access.store.ts';
import type { OnChannelTrouble } from '../access/renew-access.ts';
import type { TrafficRow } from '../channels.store.ts';

interface Noticing {
  readonly database: Database;
  readonly onTrouble: OnChannelTrouble;
  readonly onError: (error: unknown) => void;
}

/** Says once that a channel needs its credentials again: on its page and list, on Home, and to those who look after it. */
export function createUnreadableNotice({ database, onTrouble, onError }: Noticing) {
  const told = new Set<string>();

  async function tell(accountId: AccountId, row: TrafficRow): Promise<void> {
    const prefix = row.credentials.subarray(0, SEAL_PREFIX_BYTES);
    const outcome = await database.system((transaction) =>
      markUnreadable(transaction, { accountId, ...row, keyId: prefix.subarray(SEAL_PREFIX_BYTES - 8) }),
    );
    if (outcome === 'marked') onTrouble(accountId, row.id, 'lost');
    if (outcome === 'key-elsewhere')
      onError(
        new Error(
          `channel ${row.id} is sealed with a key that this server was not given; restart it with both`,
        ),
      );
  }

  return {
    found(accountId: AccountId, row: TrafficRow): void {
      const name = `${row.id}/${row.credentialsVersion}`;
      if (row.accessLost || told.has(name)) return;
      told.add(name);
      tell(accountId, row).catch((error: unknown) => {
        told.delete(name);
        onError(error);
      });
    },
  };
}
