import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AVATAR_KEY, avatarFile } from './avatar-files.ts';

const Params = z.object({ key: z.string().regex(AVATAR_KEY) });
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * People's pictures, for everybody who knows the address, because `<img>` sends no token. The address changes with the
 * picture. Whatever a file might hold, it is shown as a picture and runs nothing.
 */
export function addAvatarRoute(app: FastifyInstance, files: FileStore): void {
  app.get('/api/avatar/:key', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const picture = data && (await files.getStream(avatarFile(data.key)));
    if (!picture) throw new AppError('not_found', 'There is no such picture');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        // The web app may be on another host than the API.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture);
  });
}
