import type { PasskeyView } from '@hanasu/contract/sessions';
import type { PasskeyRow } from '../passkeys.store.ts';

/** A passkey as the API shows it. */
export const passkeyView = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView => ({
  uuid: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
