import type { BotId } from '@hanasu/contract/ids';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { isSiteAllowed } from '../domain/sites.ts';
import { type EmbedRow, findEmbed } from '../embed.store.ts';

/** A bot that may be shown, on a site that may show it. Throws `not_found` and `site_not_allowed`. */
export async function enterEmbed(
  transaction: SystemTransaction,
  { publicUrl }: Pick<EmbedDependencies, 'publicUrl'>,
  botId: BotId,
  request: FastifyRequest,
): Promise<EmbedRow> {
  const embed = await findEmbed(transaction, botId);
  if (!embed?.config.enabled || !embed.isPublished) throw new AppError('not_found', 'There is no such chat');
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
