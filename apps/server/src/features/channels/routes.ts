import * as contract from '@hanasu/contract/channels';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { recordAudit } from '../accounts/public.ts';
import {
  botExists,
  channelView,
  deleteChannel,
  findChannel,
  listPage,
  updateChannel,
} from './channels.store.ts';
import type { Sandboxes } from './sandboxes.ts';
import { type ConnectDependencies, connectChannel, setUpWebhook } from './use-cases/connect-channel.ts';

export interface ChannelRouteDependencies extends ConnectDependencies {
  readonly sandboxes: Sandboxes;
}

const missing = () => new AppError('not_found', 'There is no such channel');

export function addChannelRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  addReadingRoutes(implement, dependencies);
  addChangingRoutes(implement, dependencies);
  const { sandboxes } = dependencies;
  implement(contract.connectLine, ({ body }, { session }) => {
    const { name, botUuid, ...credentials } = body;
    return connectChannel(dependencies, session, {
      kind: 'line',
      name,
      botUuid,
      credentials,
      sandbox: false,
    });
  });
  implement(contract.createSandboxChannel, async ({ body }, { session }) => {
    const credentials = await sandboxes.newAccount(body.kind, body.name);
    if (!credentials) throw AppError.field('validation_failed', 'body.kind', 'has no sandbox');
    return connectChannel(dependencies, session, { ...body, credentials, sandbox: true });
  });
  implement(contract.getSimulator, ({ params }, { session }) =>
    sandboxes.state(session.accountId, params.uuid, params.friend),
  );
  implement(contract.actAsSimulatorFriend, ({ params, body }, { session }) =>
    sandboxes.act(session.accountId, params.uuid, params.friend, body),
  );
}

function addReadingRoutes(implement: Implement, { database, webhookUrl }: ChannelRouteDependencies): void {
  implement(contract.listChannels, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { page, pageSize } = query;
      const rows = await listPage(transaction, {
        q: query.q,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      const items = rows.map((row) => channelView(row, webhookUrl(session.accountId, row.id, row)));
      return { items, total: rows[0]?.total ?? 0, page, pageSize };
    }),
  );
  implement(contract.getChannel, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const row = await findChannel(transaction, params.uuid);
      if (!row) throw missing();
      return channelView(row, webhookUrl(session.accountId, row.id, row));
    }),
  );
}

function addChangingRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  const { database, directory, webhookUrl } = dependencies;
  implement(contract.updateChannel, async ({ params, body }, { session }) => {
    const view = await database.account(session.accountId, async (transaction) => {
      if (!(await findChannel(transaction, params.uuid))) throw missing();
      if (body.botUuid && !(await botExists(transaction, body.botUuid))) {
        throw AppError.field('validation_failed', 'body.botUuid', 'there is no such bot');
      }
      const { botUuid: botId, name, paused, batchingDelay } = body;
      await updateChannel(transaction, params.uuid, { botId, name, paused, batchingDelay });
      const row = await findChannel(transaction, params.uuid);
      if (!row) throw missing();
      return channelView(row, webhookUrl(session.accountId, row.id, row));
    });
    directory.forget(params.uuid);
    return view;
  });
  implement(contract.testChannel, ({ params }, { session }) =>
    setUpWebhook(dependencies, session, params.uuid),
  );
  implement(contract.deleteChannel, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await deleteChannel(transaction, params.uuid))) throw missing();
      await recordAudit(transaction, {
        userId: session.userId,
        action: 'channel.disconnected',
        target: params.uuid,
        data: {},
      });
    });
    directory.forget(params.uuid);
    return undefined;
  });
}
