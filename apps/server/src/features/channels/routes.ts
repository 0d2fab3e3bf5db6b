import * as contract from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import * as line from '@hanasu/contract/line-channels';
import type { PageQuery } from '@hanasu/contract/page';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { finishOauth } from './access/oauth.ts';
import { channelView, findChannel, listPage } from './channels.store.ts';
import { changeChannel, reconnectChannel, replaceCredentials } from './connect/change-channel.ts';
import { type ConnectRequest, connectChannel, connectSandbox } from './connect/connect-channel.ts';
import { deleteChannel, disconnectChannel } from './connect/disconnect-channel.ts';
import type { Sandboxes } from './connect/sandboxes.ts';
import { setUpWebhook } from './connect/set-up-webhook.ts';
import type { ConnectDependencies } from './connect/store-channel.ts';
import { refreshQuota } from './quota.ts';

export interface ChannelRouteDependencies extends ConnectDependencies {
  readonly sandboxes: Sandboxes;
}

const missing = () => new AppError('not_found', 'Channel not found');

export function addChannelRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  addReadingRoutes(implement, dependencies);
  addChangingRoutes(implement, dependencies);
  addConnectingRoutes(implement, dependencies);
  addReconnectingRoutes(implement, dependencies);
  const { sandboxes } = dependencies;
  implement(contract.getSimulator, ({ params, query }, { session }) =>
    sandboxes.state(session.accountId, params.uuid, { friend: params.friend, menu: query.menu }),
  );
  implement(contract.actAsSimulatorFriend, ({ params, body }, { session }) =>
    sandboxes.act(session.accountId, params.uuid, params.friend, body),
  );
}

/** The specification has addresses of their own for channels of this kind. */
const LINE = 'line';

function addReadingRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  const { database, webhookUrl } = dependencies;
  const list = ({ page, pageSize, q }: PageQuery, session: Actor, kind: string | null) =>
    database.account(session.accountId, async (transaction) => {
      const rows = await listPage(transaction, { q, kind, limit: pageSize, offset: (page - 1) * pageSize });
      const items = rows.map((row) =>
        channelView(row, webhookUrl(session.accountId, row.id, row), transaction.now()),
      );
      return { items, total: rows[0]?.total ?? 0, page, pageSize };
    });
  implement(contract.listChannels, ({ query }, { session }) => list(query, session, null));
  implement(line.listLineChannels, ({ query }, { session }) => list(query, session, LINE));
  const find = (id: ChannelId, session: Actor, kind: string | null) =>
    database.account(session.accountId, async (transaction) => {
      const row = await findChannel(transaction, id);
      if (!row || (kind !== null && row.kind !== kind)) throw missing();
      return channelView(row, webhookUrl(session.accountId, row.id, row), transaction.now());
    });
  implement(contract.getChannel, ({ params }, { session }) => find(params.uuid, session, null));
  implement(line.getLineChannel, ({ params }, { session }) => find(params.uuid, session, LINE));
  implement(line.updateLineChannel, async ({ params, body }, { session }) => {
    await find(params.uuid, session, LINE);
    return changeChannel(dependencies, session, params.uuid, body);
  });
  implement(line.deleteLineChannel, async ({ params }, { session }) => {
    await find(params.uuid, session, LINE);
    await deleteChannel(dependencies, session, params.uuid);
    return undefined;
  });
}

function addChangingRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  implement(contract.updateChannel, ({ params, body }, { session }) =>
    changeChannel(dependencies, session, params.uuid, body),
  );
  implement(contract.testChannel, ({ params }, { session }) =>
    setUpWebhook(dependencies, session, params.uuid),
  );
  implement(contract.refreshQuota, ({ params }, { session }) =>
    refreshQuota(dependencies, session, params.uuid),
  );
  implement(contract.disconnectChannel, ({ params }, { session }) =>
    disconnectChannel(dependencies, session, params.uuid),
  );
  implement(contract.deleteChannel, async ({ params }, { session }) => {
    await deleteChannel(dependencies, session, params.uuid);
    return undefined;
  });
}

/** The kinds that have an address of their own say their fields beside the name; the others in `input`. */
function fieldsOf({
  name,
  botUuid,
  groupUuid,
  ...fields
}: Omit<ConnectRequest, 'kind' | 'input' | 'path'> & Readonly<Record<string, unknown>>) {
  const typed = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { name, botUuid, groupUuid, input: Object.fromEntries(typed), path: 'body' };
}

function addConnectingRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  const connectLine = async (body: z.output<typeof contract.ConnectLineInput>, session: Actor) => {
    const outcome = await connectChannel(dependencies, session, { kind: 'line', ...fieldsOf(body) });
    if (outcome.kind !== 'connected') throw new Error('credentials were typed, yet a permission is wanted');
    return outcome.channel;
  };
  implement(contract.connectLine, ({ body }, { session }) => connectLine(body, session));
  implement(line.connectLineChannel, ({ body }, { session }) => connectLine(body, session));
  implement(contract.connectZalo, async ({ body }, { session }) => {
    const outcome = await connectChannel(dependencies, session, { kind: 'zalo', ...fieldsOf(body) });
    if (outcome.kind !== 'permission') throw new Error('connected without permission');
    return outcome;
  });
  implement(contract.connectChannel, ({ body }, { session }) =>
    connectChannel(dependencies, session, { ...body, path: 'body.input' }),
  );
  implement(contract.createSandboxChannel, async ({ body }, { session }) => {
    const credentials = await dependencies.sandboxes.newAccount(body.kind, body.name);
    if (!credentials) throw AppError.field('validation_failed', 'body.kind', 'has no sandbox');
    return connectSandbox(dependencies, session, body, credentials);
  });
}

function addReconnectingRoutes(implement: Implement, dependencies: ChannelRouteDependencies): void {
  implement(contract.finishConnecting, ({ body }, { session }) =>
    finishOauth(dependencies, session, body.query),
  );
  implement(contract.reconnectChannel, ({ params }, { session }) =>
    reconnectChannel(dependencies, session, params.uuid),
  );
  implement(contract.replaceCredentials, ({ params, body }, { session }) =>
    replaceCredentials(dependencies, session, params.uuid, body.input),
  );
}
