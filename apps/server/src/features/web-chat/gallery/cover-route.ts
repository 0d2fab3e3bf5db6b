import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { COVER_KEY, coverFile } from './cover-files.ts';
import type { GalleryDependencies } from './dependencies.ts';
import { findCover } from './gallery.store.ts';

const Params = z.object({ key: z.string().regex(COVER_KEY) });
const DAY_SECONDS = 24 * 60 * 60;

/** Pictures of listed bots, for everybody; the address changes with the picture. It is a picture and runs nothing. */
export function addCoverRoute(
  app: FastifyInstance,
  { database, files }: Pick<GalleryDependencies, 'database' | 'files'>,
): void {
  app.get('/api/public/cover/:key', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const found = data && (await database.system((transaction) => findCover(transaction, data.key)));
    const picture = found && (await files.getStream(coverFile(found.accountId, data.key)));
    if (!picture) throw new AppError('not_found', 'There is no such picture');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `public, max-age=${DAY_SECONDS}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture);
  });
}
