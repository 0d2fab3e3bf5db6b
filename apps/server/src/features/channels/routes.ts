import * as contract from '@hanasu/contract/channels';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { channelView, findChannel, listPage } from './channels.store.ts';
import type { Sandboxes } from './sandboxes.ts';
import { addSettingsRoutes } from './settings-routes.ts';
import { changeChannel } from './use-cases/change-channel.ts';
import { type ConnectDependencies, connectChannel, setUpWebhook } from './use-cases/connect-channel.ts';
import { deleteChannel } from './use-cases/delete-channel.ts';

export interface ChannelRouteDependencies extends ConnectDependencies {
  readonly sandboxes: Sandboxes;
}

const missing = () => new AppError('not_found', 'There is no such channel');

export function addChannelRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  addReadingRoutes(implement, dependencies);
  addChangingRoutes(implement, dependencies);
  addSettingsRoutes(implement, dependencies);
  const { sandboxes } = dependencies;
  implement(contract.connectLine, ({ body }, { session }) => {
    const { name, botUuid, groupUuid, ...credentials } = body;
    return connectChannel(dependencies, session, {
      kind: 'line',
      name,
      botUuid,
      groupUuid,
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
  implement(contract.updateChannel, ({ params, body }, { session }) =>
    changeChannel(dependencies, session, params.uuid, body),
  );
  implement(contract.testChannel, ({ params }, { session }) =>
    setUpWebhook(dependencies, session, params.uuid),
  );
  implement(contract.deleteChannel, async ({ params }, { session }) => {
    await deleteChannel(dependencies, session, params.uuid);
    return undefined;
  });
}
