import type { openEmbedSession } from '@hanasu/contract/embed';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { BotId, VisitorId } from '@hanasu/contract/ids';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { type EmbedRow, findEmbed } from '../settings/embed.store.ts';
import { secretContext } from '../settings/embed-settings.ts';
import { isSiteAllowed } from '../settings/sites.ts';
import { isSignedBy } from './visitor-tokens.ts';
import { isKnownVisitor, knowVisitor } from './visitors.store.ts';

type Body = EndpointRequest<typeof openEmbedSession>['body'];
type Session = EndpointOutput<typeof openEmbedSession>;

/** Who is visiting. A visitor whom no site has signed is stored when they first write, not before. */
export async function createVisitorSession(
  { tokens, box }: Pick<EmbedDependencies, 'tokens' | 'box'>,
  transaction: SystemTransaction,
  { embed, body }: { readonly embed: EmbedRow; readonly body: Body },
): Promise<Session> {
  const { accountId, botId } = embed;
  const known = body.visitor ? tokens.read(botId, body.visitor) : null;
  if (body.userId !== undefined) {
    refuseUnsigned(box, { embed, userId: body.userId, hash: body.hash ?? '' });
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
    throw new AppError('identity_needed', 'Only visitors signed in by the web site may chat');
  return { visitor: tokens.issue(botId, known ?? newId<VisitorId>()), identified };
}

function refuseUnsigned(
  box: EmbedDependencies['box'],
  { embed, userId, hash }: { readonly embed: EmbedRow; readonly userId: string; readonly hash: string },
): void {
  const secret = embed.identitySecret ? box.tryOpen(embed.identitySecret, secretContext(embed)) : null;
  if (secret === null || !isSignedBy(secret, userId, hash))
    throw new AppError(
      'identity_invalid',
      'The hash is not the HMAC-SHA256 of userId under the identity secret',
    );
}

/** A bot that may be shown, on a site that may show it. Throws `not_found` and `site_not_allowed`. */
export async function findOpenEmbed(
  transaction: SystemTransaction,
  { publicUrl }: Pick<EmbedDependencies, 'publicUrl'>,
  botId: BotId,
  request: FastifyRequest,
): Promise<EmbedRow> {
  const embed = await findEmbed(transaction, botId);
  if (!embed?.config.enabled || !embed.isPublished) throw new AppError('not_found', 'Chat not found');
  refuseForeignSite(request, publicUrl, embed.config.sites);
  return embed;
}

/**
 * Browsers say where a call to another site comes from, and no page can change that. Without the header it is not
 * such a call; `frame-ancestors` keeps our own page off other sites.
 */
function refuseForeignSite(request: FastifyRequest, publicUrl: string, sites: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || isOwn(origin, publicUrl, request)) return;
  if (!isSiteAllowed(origin, sites))
    throw new AppError('site_not_allowed', `${origin} may not show this chat`);
}

/** Our own page; a proxy before us may speak another scheme than we do, and call us by another name. */
const isOwn = (origin: string, publicUrl: string, request: FastifyRequest): boolean =>
  URL.canParse(origin) &&
  (new URL(origin).host === request.host || new URL(origin).origin === new URL(publicUrl).origin);
