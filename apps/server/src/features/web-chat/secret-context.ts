import { AccountId, BotId } from '@hanasu/contract/ids';
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts';

/** Bound into the sealed identity secret: copied to another bot it does not open. */
export const secretContext = ({
  accountId,
  botId,
}: {
  readonly accountId: AccountId;
  readonly botId: BotId;
}): string => `embed-identity/${accountId}/${botId}`;

export const SEALED_IDENTITIES: SealedColumn = {
  table: 'embed_settings',
  column: 'identity_secret',
  ids: ['account_id', 'bot_id'],
  contextOf: ([accountId, botId]) =>
    secretContext({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) }),
};
