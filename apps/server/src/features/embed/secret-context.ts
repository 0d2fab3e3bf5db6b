import type { AccountId, BotId } from '@hanasu/contract/ids';

/** Bound into the sealed identity secret: copied to another bot it does not open. */
export const secretContext = ({
  accountId,
  botId,
}: {
  readonly accountId: AccountId;
  readonly botId: BotId;
}): string => `embed-identity/${accountId}/${botId}`;
