import * as contract from '@hanasu/contract/broadcasts';
import type { BroadcastId, ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { recordAudit } from '../accounts/public.ts';
import type { SendOwn } from '../automations/public.ts';
import { formContacts } from '../contacts/public.ts';
import { conversationCommands, type PublishConversationUpdate, threads } from '../conversations/public.ts';
import { buildComposed } from '../message-templates/public.ts';
import { decideAtOf, winnerOf } from './ab-test.ts';
import * as store from './broadcasts.store.ts';
import { endLinks, withLinks } from './message-links.ts';
import { openLanes, reopenFailed, skipRest } from './recipients.store.ts';
import {
  checkBroadcast,
  contentOf,
  contentsOf,
  type StartDependencies,
  startBroadcast,
} from './start-broadcast.ts';

interface RouteDependencies extends StartDependencies {
  readonly sendOwn: SendOwn;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly notifyDelivery: () => void;
  /** Notifies the worker that there may be something to send. */
  readonly notify: () => void;
}

export function addBroadcastRoutes(implement: Implement, dependencies: RouteDependencies): void {
  const { database, notify } = dependencies;
  implement(contract.listBroadcasts, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { rows, total } = await store.listBroadcasts(transaction, rangeOf(query), query.state ?? null);
      return { items: rows.map(viewOf), total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.createBroadcast, ({ body }, { session }) => create(dependencies, session, body));
  implement(contract.getBroadcast, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shown(transaction, params.uuid)),
  );
  implement(contract.changeBroadcast, ({ params, body }, { session }) =>
    change(dependencies, session, { id: params.uuid, ...body }),
  );
  implement(contract.deleteBroadcast, async ({ params: { uuid: id } }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      const row = await locked(transaction, id, ['draft', 'scheduled', 'stopped', 'sent', 'failed']);
      await endLinks(transaction, dependencies.trackedLinks, id);
      await store.deleteBroadcast(transaction, id);
      await audit(transaction, session, 'broadcast.deleted', row);
    });
    return undefined;
  });
  implement(contract.checkBroadcast, ({ params: { uuid: id } }, { session }) =>
    checkBroadcast(dependencies, { accountId: session.accountId, id }, session.userId),
  );
  implement(contract.scheduleBroadcast, async ({ params: { uuid: id }, body: { startAt } }, { session }) => {
    if (startAt !== null && Date.parse(startAt) <= database.now())
      throw AppError.field('validation_failed', 'body.startAt', 'Choose a time to come');
    const view = await database.account(session.accountId, async (transaction) => {
      const row = await locked(transaction, id, ['draft', 'scheduled']);
      if (startAt !== null) await refuseProblems(transaction, dependencies, row);
      await store.moveBroadcast(transaction, id, {
        state: startAt === null ? 'draft' : 'scheduled',
        startAt: startAt === null ? null : new Date(startAt),
        startedBy: session.userId,
      });
      await audit(transaction, session, 'broadcast.scheduled', row);
      return shown(transaction, id);
    });
    notify();
    return view;
  });
  implement(contract.startBroadcast, async ({ params: { uuid: id } }, { session }) => {
    const { accountId, userId } = session;
    await startBroadcast(
      dependencies,
      { accountId, id },
      {
        userId,
        from: ['draft', 'scheduled', 'paused'],
        note: (transaction, row) => audit(transaction, session, 'broadcast.started', row),
      },
    );
    notify();
    return database.account(accountId, (transaction) => shown(transaction, id));
  });
  implement(contract.pauseBroadcast, ({ params: { uuid: id } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const row = await locked(transaction, id, ['sending']);
      await store.moveBroadcast(transaction, id, { state: 'paused', reason: 'by_person' });
      await audit(transaction, session, 'broadcast.paused', row);
      return shown(transaction, id);
    }),
  );
  implement(contract.stopBroadcast, async ({ params: { uuid: id } }, { session }) => {
    const view = await database.account(session.accountId, async (transaction) => {
      const row = await locked(transaction, id, ['sending', 'waiting', 'paused']);
      await store.moveBroadcast(transaction, id, { state: 'stopped', reason: 'by_person' });
      await skipRest(transaction, id, { reason: 'stopped' });
      await audit(transaction, session, 'broadcast.stopped', row);
      return shown(transaction, id);
    });
    notify();
    return view;
  });
  implement(contract.retryBroadcast, async ({ params: { uuid: id } }, { session }) => {
    const view = await database.account(session.accountId, async (transaction) => {
      const row = await locked(transaction, id, ['sent', 'failed', 'paused', 'waiting']);
      if ((await reopenFailed(transaction, id)) === 0)
        throw new AppError('broadcast_state', 'No recipient was refused; there is nothing to retry');
      await store.moveBroadcast(transaction, id, { state: 'sending', startedBy: session.userId });
      await openLanes(transaction, id, new Map());
      await audit(transaction, session, 'broadcast.started', row);
      return shown(transaction, id);
    });
    notify();
    return view;
  });
  implement(contract.testBroadcast, ({ params, body }, { session }) =>
    sendTest(dependencies, session, { id: params.uuid, friendId: body.friendUuid, variant: body.variant }),
  );
}

function viewOf(row: store.BroadcastRow): contract.BroadcastView {
  const {
    id,
    channelIds,
    createdBy,
    createdByName,
    startedBy: _,
    winnerBy: __,
    winnerAt: ___,
    ...rest
  } = row;
  return {
    ...rest,
    uuid: id,
    content: contentOf(row),
    audience: store.audienceOf(row),
    abTest: store.abTestOf(row),
    winner: winnerOf(row),
    decideAt: decideAtOf(row),
    channelUuids: [...channelIds],
    createdBy: createdBy && { uuid: createdBy, name: createdByName ?? '' },
    startAt: row.startAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

const shown = async (transaction: AccountTransaction, id: BroadcastId): Promise<contract.BroadcastView> =>
  viewOf(orNotFound(await store.findBroadcast(transaction, id), 'broadcast'));

/** Locks the broadcast until the transaction ends. */
async function locked(
  transaction: AccountTransaction,
  id: BroadcastId,
  states: readonly contract.BroadcastState[],
): Promise<store.BroadcastRow> {
  const row = orNotFound(await store.findBroadcast(transaction, id, { isLocked: true }), 'broadcast');
  if (!states.includes(row.state)) throw new AppError('broadcast_state', `The broadcast is ${row.state}`);
  return row;
}

const audit = (
  transaction: AccountTransaction,
  session: Actor,
  action: `broadcast.${'created' | 'changed' | 'deleted' | 'scheduled' | 'started' | 'paused' | 'stopped'}`,
  { id, name }: Pick<store.BroadcastRow, 'id' | 'name'>,
) =>
  recordAudit(transaction, {
    userId: session.userId,
    action,
    target: id,
    data: { name },
    address: session.address,
  });

async function refuseProblems(
  transaction: AccountTransaction,
  { composer }: Pick<StartDependencies, 'composer'>,
  row: store.BroadcastRow,
): Promise<void> {
  const problems = (await composer.findProblems(transaction, contentsOf(row))).flat();
  if (problems.length > 0) throw new AppError('broadcast_not_ready', 'The message lacks something');
}

/** Sets channels of the account, in the order in which they were chosen. */
async function setChannels(
  transaction: AccountTransaction,
  id: BroadcastId,
  channelIds: store.BroadcastRow['channelIds'],
): Promise<void> {
  const found = new Set((await store.findChannels(transaction, channelIds)).map((channel) => channel.id));
  if (channelIds.some((channelId) => !found.has(channelId)))
    throw AppError.field('validation_failed', 'body.channelUuids', 'There is no such channel');
  await store.setChannels(transaction, id, channelIds);
}

/** The person behind a click has to be known where the variants are compared by clicks. */
const trackingFor = (
  abTest: contract.BroadcastView['abTest'],
  chosen: contract.BroadcastView['linkTracking'],
): contract.BroadcastView['linkTracking'] => (abTest?.metric === 'clicked' ? 'person' : chosen);

async function create(
  { database, composer }: RouteDependencies,
  session: Actor,
  { channelUuids, ...values }: z.output<typeof contract.createBroadcast.body>,
): Promise<contract.BroadcastView> {
  const { accountId, userId } = session;
  const contents = [values.content, ...(values.abTest?.others ?? [])];
  await composer.prepare(accountId, contents);
  const id = newId<BroadcastId>();
  return database.account(accountId, async (transaction) => {
    if ((await store.lockAndCount(transaction)) >= contract.BROADCASTS_MAX)
      throw new AppError('too_many_broadcasts', `An account may have ${contract.BROADCASTS_MAX} broadcasts`);
    await composer.keep(transaction, contents);
    const linkTracking = trackingFor(values.abTest, values.linkTracking);
    await store.insertBroadcast(transaction, { ...values, linkTracking, id, userId });
    await setChannels(transaction, id, channelUuids);
    await audit(transaction, session, 'broadcast.created', { id, name: values.name });
    return shown(transaction, id);
  });
}

type Change = z.output<typeof contract.changeBroadcast.body> & { readonly id: BroadcastId };

async function change(
  { database, composer }: RouteDependencies,
  session: Actor,
  { id, version, channelUuids, ...given }: Change,
): Promise<contract.BroadcastView> {
  const contents = [...(given.content ? [given.content] : []), ...(given.abTest?.others ?? [])];
  await composer.prepare(session.accountId, contents);
  return database.account(session.accountId, async (transaction) => {
    const before = await locked(transaction, id, ['draft', 'scheduled']);
    if (before.version !== version)
      throw new AppError('broadcast_changed', `The broadcast is at version ${before.version} now`);
    await composer.keep(transaction, contents);
    const abTest = given.abTest === undefined ? store.abTestOf(before) : given.abTest;
    await store.updateBroadcast(transaction, id, {
      name: given.name ?? before.name,
      content: given.content ?? contentOf(before),
      audience: given.audience ?? store.audienceOf(before),
      peoplePerHour: given.peoplePerHour === undefined ? before.peoplePerHour : given.peoplePerHour,
      later: given.later ?? before.later,
      linkTracking: trackingFor(abTest, given.linkTracking ?? before.linkTracking),
      utm: given.utm === undefined ? before.utm : given.utm,
      abTest,
    });
    if (channelUuids) await setChannels(transaction, id, channelUuids);
    const changed = orNotFound(await store.findBroadcast(transaction, id), 'broadcast');
    if (changed.state === 'scheduled') await refuseProblems(transaction, { composer }, changed);
    await audit(transaction, session, 'broadcast.changed', changed);
    return viewOf(changed);
  });
}

/** Sends its message to one friend; the assignment of the conversation stays. */
async function sendTest(
  { database, composer, trackedLinks, sendOwn, notifyDelivery, publishConversationUpdate }: RouteDependencies,
  session: Actor,
  {
    id,
    friendId,
    variant,
  }: { readonly id: BroadcastId; readonly friendId: FriendId; readonly variant: number },
): Promise<{ messageUuid: MessageId }> {
  const { accountId, userId } = session;
  const row = orNotFound(
    await database.account(accountId, (transaction) => store.findBroadcast(transaction, id)),
    'broadcast',
  );
  const content = contentsOf(row)[variant];
  if (!content) throw AppError.field('validation_failed', 'body.variant', 'There is no such variant');
  // Test messages hold the real targets: their clicks are not counted.
  const links = { linkTracking: 'off' as const, utm: row.utm, kept: [] };
  await composer.prepare(accountId, [content]);
  const sending = async (transaction: AccountTransaction) => {
    const { channelId, externalId } = orNotFound(
      await formContacts.findVendorId(transaction, friendId),
      'friend',
    );
    const thread = { channelId, threadExternalId: externalId, friendId, isGroup: false };
    const opened = await threads.openThread(transaction, newId<ConversationId>(), thread);
    const conversation = await conversationCommands.lockExisting(transaction, opened.id);
    conversationCommands.refuseIfTaken(conversation, userId, { takeOver: false });
    const built = await buildComposed(transaction, composer, { content, conversationId: opened.id });
    if (!built || built.problems.length > 0)
      throw new AppError('broadcast_not_ready', 'The message lacks something');
    const result = await sendOwn(transaction, conversation, {
      part: withLinks(built.parts, { links, trackedLinks, personId: null, variant, channel: null }),
      text: built.text,
      data: { bubbles: built.bubbles },
      operatorId: userId,
    });
    if ('obstacle' in result) throw new AppError(result.obstacle.code, result.obstacle.detail);
    return { messageUuid: result.messageId, conversationId: opened.id };
  };
  const sent = await database.inQueue({ accountId, key: friendId }, () =>
    database.account(accountId, sending),
  );
  notifyDelivery();
  publishConversationUpdate(accountId, 'operator_chat', sent.conversationId, [sent.messageUuid]);
  return { messageUuid: sent.messageUuid };
}
