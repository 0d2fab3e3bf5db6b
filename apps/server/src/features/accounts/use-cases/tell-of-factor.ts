import type { AccountId, UserId } from '@hanasu/contract/ids';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { type FactorRow, findFactorState } from '../factors.store.ts';
import { type FactorEvent, secondFactorMail } from '../mails/second-factor-mail.ts';
import { recordAudit } from '../record-audit.ts';

const ACTIONS = {
  on: 'second_factor.enabled',
  off: 'second_factor.disabled',
  'recovery-code-used': 'second_factor.recovery_code_used',
} as const satisfies Record<FactorEvent, string>;

interface Happening {
  readonly event: FactorEvent;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly address: string;
}

/** Writes into the audit log, and to the person, what happened to their two-step sign-in. */
export async function tellOfFactor(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  { displayName, locale, mailbox }: FactorRow,
  { event, userId, accountId, address }: Happening,
): Promise<void> {
  const codesLeft = (await findFactorState(transaction, userId))?.recoveryCodesLeft ?? 0;
  await recordAudit(within(transaction, accountId), {
    userId,
    action: ACTIONS[event],
    target: userId,
    data: { recoveryCodesLeft: codesLeft },
    address,
  });
  if (!mailbox) return;
  const facts = { name: displayName, codesLeft, url: `${publicUrl}/Forgot-Password` };
  await mail.write(transaction, { to: mailbox, locale, content: secondFactorMail(locale, event, facts) });
}
