import { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { GivingWay } from '../../platform/jobs/giving-way.ts';
import type { ReceiveWebhook } from './use-cases/receive-webhook.ts';

const Params = z.object({ account: AccountId, channel: ChannelId });
/** Vendors send a few kilobytes; this is room for the largest batch with a margin. */
const BODY_LIMIT = 2 * 1024 * 1024;

export const WEBHOOK_PATH = '/hooks/:account/:channel';

/** Vendors' way in. Its own scope, because here the body stays raw bytes until its signature is checked. */
export async function addWebhookRoute(
  app: FastifyInstance,
  receiveWebhook: ReceiveWebhook,
  givingWay: GivingWay,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) throw new AppError('not_found', 'There is no such channel');
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { account: accountId, channel: channelId } = params.data;
      const call = { accountId, channelId, rawBody, headers: request.headers };
      // Without a database the answer is 503: LINE, Zalo and Telegram redeliver after anything that is not 2xx.
      await givingWay.watch(() => receiveWebhook(call));
      return reply.send({});
    });
  });
}
