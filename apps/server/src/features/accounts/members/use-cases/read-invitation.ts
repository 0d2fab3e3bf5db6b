import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { readInvitation as contract } from '@hanasu/contract/team';
import type { Database } from '../../../../platform/database/database.ts';
import { readCode } from './join-invitation.ts';

/** Only who holds the code of the mail learns this much. */
export const readInvitation = (database: Database, code: string): Promise<EndpointOutput<typeof contract>> =>
  database.system(async (transaction) => {
    const { account, invitation } = await readCode(transaction, code);
    return {
      accountName: account.name,
      role: invitation.role,
      email: invitation.email,
      invitedBy: invitation.invitedBy,
      expiresAt: invitation.expiresAt.toISOString(),
    };
  });
