import type { OutboxMail } from '@hanasu/contract/system';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newestKept } from '../../../platform/mail/mail.store.ts';
import { isOwnMachine, type OutboxRequest } from '../domain/is-own-machine.ts';

const SHOWN = 100;

export interface OutboxDependencies {
  readonly database: Database;
  readonly publicUrl: string;
  readonly hasMailServer: boolean;
}

/** The newest mails that could not be sent, for whoever sits at this machine; for everybody else there is no such page. */
export async function readOutbox(
  { database, publicUrl, hasMailServer }: OutboxDependencies,
  request: Omit<OutboxRequest, 'publicUrl'>,
): Promise<z.output<typeof OutboxMail>[]> {
  if (hasMailServer || !isOwnMachine({ ...request, publicUrl })) {
    throw new AppError('not_found', 'There is no outbox here');
  }
  const mails = await database.system((transaction) => newestKept(transaction, SHOWN));
  return mails.map(({ id, recipient, createdAt, ...mail }) => ({
    ...mail,
    uuid: id,
    to: recipient,
    createdAt: createdAt.toISOString(),
  }));
}
