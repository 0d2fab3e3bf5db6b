import { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { GivingWay } from '../../platform/jobs/giving-way.ts';
import type { ReceiveWebhook } from './use-cases/receive-webhook.ts';

const Params = z.object({ account: AccountId, channel: ChannelId });
/** Vendors send a few kilobytes; this is room for the largest batch with a margin. */
const BODY_LIMIT = 2 * 1024 * 1024;

const AppParams = z.object({ account: AccountId, app: z.uuid() });
export const WEBHOOK_PATH = '/hooks/:account/:channel';
/** Vendors with one address for all official accounts of an app. */
export const APP_WEBHOOK_PATH = '/hooks/:account/app/:app';

/** Vendors' way in. Its own scope, because here the body stays raw bytes until its signature is checked. */
export async function addWebhookRoute(
  app: FastifyInstance,
  receiveWebhook: ReceiveWebhook,
  givingWay: GivingWay,
): Promise<void> {
  // Without a database the answer is 503: LINE, Zalo and Telegram redeliver after anything that is not 2xx.
  const stored = (receive: () => Promise<void>): Promise<void> => givingWay.watch(receive);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) throw new AppError('not_found', 'There is no such channel');
      const { account: accountId, channel: channelId } = params.data;
      const call = { accountId, channelId, rawBody: bodyOf(request), headers: request.headers };
      await stored(() => receiveWebhook.ofChannel(call));
      return reply.send({});
    });
    scope.post(APP_WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const params = AppParams.safeParse(request.params);
      if (!params.success) throw new AppError('not_found', 'There is no such webhook');
      const { account: accountId, app: appHookId } = params.data;
      const call = { accountId, appHookId, rawBody: bodyOf(request), headers: request.headers };
      await stored(() => receiveWebhook.ofApp(call));
      return reply.send({});
    });
  });
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
