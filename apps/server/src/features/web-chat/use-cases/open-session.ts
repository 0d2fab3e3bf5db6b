import type { openEmbedSession } from '@hanasu/contract/embed';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { VisitorId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import type { EmbedRow } from '../embed.store.ts';
import { secretContext } from '../secret-context.ts';
import { isSignedBy } from '../visitor-tokens.ts';
import { isKnownVisitor, knowVisitor } from '../visitors.store.ts';

type Body = EndpointRequest<typeof openEmbedSession>['body'];
type Session = EndpointOutput<typeof openEmbedSession>;

/** Who is visiting. A visitor whom no site has signed is stored when they first write, not before. */
export async function openSession(
  { tokens, box }: Pick<EmbedDependencies, 'tokens' | 'box'>,
  transaction: SystemTransaction,
  embed: EmbedRow,
  body: Body,
): Promise<Session> {
  const { accountId, botId } = embed;
  const known = body.visitor ? tokens.read(botId, body.visitor) : null;
  if (body.userId !== undefined) {
    refuseUnsigned(box, embed, body.userId, body.hash ?? '');
    const visitorId = await knowVisitor(transaction, {
      accountId,
      botId,
      visitorId: newId<VisitorId>(),
      externalId: body.userId,
      name: body.name || null,
    });
    return { visitor: tokens.issue(botId, visitorId), identified: true };
  }
  const identified =
    known !== null && (await isKnownVisitor(transaction, { accountId, botId, visitorId: known }));
  if (embed.config.identityRequired && !identified)
    throw new AppError('identity_needed', 'Only visitors whom the site has signed in may chat');
  return { visitor: tokens.issue(botId, known ?? newId<VisitorId>()), identified };
}

function refuseUnsigned(box: EmbedDependencies['box'], embed: EmbedRow, userId: string, hash: string): void {
  const secret = embed.identitySecret ? box.tryOpen(embed.identitySecret, secretContext(embed)) : null;
  if (secret === null || !isSignedBy(secret, userId, hash))
    throw new AppError(
      'identity_invalid',
      'The hash is not the HMAC-SHA256 of userId under the identity secret',
    );
}
