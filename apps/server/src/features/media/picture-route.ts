import { AccountId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { PICTURE_HASH_LETTERS, PICTURE_KINDS } from '../../platform/database/picture-path.ts';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { createReadPicture } from './use-cases/read-picture.ts';

const Params = z.object({
  kind: z.enum(PICTURE_KINDS),
  account: AccountId,
  id: z.uuid(),
  hash: z.string().regex(new RegExp(`^[0-9a-f]{${PICTURE_HASH_LETTERS}}$`)),
});
const DAY_SECONDS = 24 * 60 * 60;

export interface PictureDependencies {
  readonly database: Database;
  /** Refuses private addresses, and more bytes than a face needs. */
  readonly askForPicture: GuardedFetch;
}

/**
 * Pictures of friends, groups and official accounts, for everybody who knows the address, because `<img>` sends no token:
 * its end is made of the vendor's own address, which cannot be guessed.
 */
export function addPictureRoute(app: FastifyInstance, dependencies: PictureDependencies): void {
  const readPicture = createReadPicture(dependencies);
  app.get('/api/picture/:kind/:account/:id/:hash', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const webp = data && (await readPicture(data.account, data));
    if (!webp) throw new AppError('not_found', 'There is no such picture');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `private, max-age=${DAY_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(webp);
  });
}
