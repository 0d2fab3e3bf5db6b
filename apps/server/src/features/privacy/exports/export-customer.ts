import type { CustomerId } from '@hanasu/contract/ids';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import { isCustomer } from './exports.store.ts';
import { exportEntries, type WritingDependencies, zipStream } from './write-export.ts';

/** Everything that is known of one customer as a zip, which is made while it is sent. */
export async function exportCustomer(
  { database, files, version }: Pick<WritingDependencies, 'database' | 'files' | 'version'>,
  { actor, id, reply }: { readonly actor: Actor; readonly id: CustomerId; readonly reply: FastifyReply },
): Promise<HandledReply> {
  const { accountId } = actor;
  const startedAt = await database.account(accountId, async (transaction) => {
    if (!(await isCustomer(transaction, id))) throw new AppError('not_found', 'There is no such customer');
    await recordAudit(transaction, {
      userId: actor.userId,
      action: 'customer.exported',
      target: id,
      data: {},
      address: actor.address,
    });
    return new Date(transaction.now());
  });
  const requestedBy = { id: actor.userId, locale: 'en' } as const;
  const entries = exportEntries({
    database,
    files,
    accountId,
    requestedBy,
    startedAt,
    version,
    customerId: id,
    advance: async () => undefined,
  });
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="customer-${id}.zip"`,
    'cache-control': 'no-store',
  });
  await reply.send(zipStream(entries));
  return HANDLED;
}
