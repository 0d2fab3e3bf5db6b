import type { OutboxMail } from '@hanasu/contract/system';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newestKept } from '../../../platform/mail/mail.store.ts';
import { isOutboxOpen, type OutboxRequest } from '../domain/outbox-door.ts';

const SHOWN = 100;

export interface OutboxDependencies {
  readonly database: Database;
  /** New at each start; null: a mail server is set, so that no mail is kept. */
  readonly outboxCode: string | null;
}

/** The newest mails that could not be sent, for whoever has the link that the start printed. */
export async function readOutbox(
  { database, outboxCode }: OutboxDependencies,
  request: OutboxRequest,
): Promise<z.output<typeof OutboxMail>[]> {
  if (outboxCode === null || !isOutboxOpen(request, outboxCode)) {
    throw new AppError(
      'not_found',
      'Unsent emails are behind the link that the server prints when it starts',
    );
  }
  const mails = await database.system((transaction) => newestKept(transaction, SHOWN));
  return mails.map(({ id, recipient, createdAt, ...mail }) => ({
    ...mail,
    uuid: id,
    to: recipient,
    createdAt: createdAt.toISOString(),
  }));
}
