import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import { lossesOf } from '@hanasu/channels/spec/losses';
import type { ConversationId, CustomerId, MessageTemplateId, UserId } from '@hanasu/contract/ids';
import type { MessageContent } from '@hanasu/contract/message-content';
import type { ChannelPreview } from '@hanasu/contract/message-templates';
import * as contract from '@hanasu/contract/message-templates';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { recordAudit } from '../accounts/public.ts';
import type { KeptMediaStore } from '../conversations/public.ts';
import type { BuiltMessage } from './compose/build-message.ts';
import { referencesOf } from './compose/content-parts.ts';
import type { MessageComposer } from './compose/message-composer.ts';
import {
  exampleReader,
  listVariables,
  type MessageReader,
  readerOf,
  readerOfCustomer,
} from './compose/message-values.ts';
import * as store from './templates.store.ts';

export interface TemplateDependencies {
  readonly database: Database;
  readonly composer: MessageComposer;
  readonly keptMedia: KeptMediaStore;
  /** One of each kind of channel. */
  readonly adapters: readonly ChannelAdapter[];
}

export function addTemplateRoutes(implement: Implement, dependencies: TemplateDependencies): void {
  const { database, composer } = dependencies;
  implement(contract.listMessageTemplates, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { rows, total } = await store.listTemplates(transaction, rangeOf(query));
      const items = await viewsOf(transaction, dependencies, rows);
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.createMessageTemplate, ({ body }, { session }) => create(dependencies, session, body));
  implement(contract.getMessageTemplate, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shown(transaction, dependencies, params.uuid)),
  );
  implement(contract.changeMessageTemplate, ({ params, body }, { session }) =>
    change(dependencies, session, { id: params.uuid, ...body }),
  );
  implement(contract.deleteMessageTemplate, async ({ params: { uuid: id } }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      await store.lockTemplate(transaction, id);
      const { name } = orNotFound(await store.findTemplate(transaction, id), 'message template');
      await store.deleteTemplate(transaction, id);
      await audit(transaction, session, { id, action: 'message_template.deleted', name });
    });
    return undefined;
  });
  implement(contract.listMessageTemplateVersions, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await store.findTemplate(transaction, params.uuid), 'message template');
      const { rows, total } = await store.listVersions(transaction, params.uuid, rangeOf(query));
      const items = rows.flatMap(({ number, content, createdBy, createdByName, createdAt }) => {
        const read = store.readContent(content);
        const by = memberOf(createdBy, createdByName);
        return read ? [{ version: number, content: read, by, at: createdAt.toISOString() }] : [];
      });
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.previewMessageContent, async ({ body }, { session }) => {
    await composer.prepare(session.accountId, [body.content]);
    return database.snapshot(session.accountId, async (transaction) => ({
      ...(await previewMessage(transaction, dependencies, { ...body, userId: session.userId })),
      media: await mediaOf(transaction, dependencies.keptMedia, [body.content]),
    }));
  });
  implement(contract.listMessageVariables, (_input, { session }) =>
    database.account(session.accountId, async (transaction) => ({
      items: await listVariables(transaction, session.userId),
    })),
  );
}

const memberOf = (uuid: UserId | null, name: string | null) => uuid && { uuid, name: name ?? '' };

/** Reads the stored content; one of a form that is no longer read counts as an empty message. */
const contentOf = ({ content }: store.TemplateRow): MessageContent =>
  store.readContent(content) ?? { bubbles: [], quickReplies: [], sender: null, variants: {} };

const mediaOf = async (
  transaction: AccountTransaction,
  keptMedia: KeptMediaStore,
  contents: readonly MessageContent[],
) => keptMedia.viewsOf(await keptMedia.find(transaction, referencesOf(contents).mediaIds), transaction.now());

type Shown = Pick<TemplateDependencies, 'composer' | 'keptMedia'>;

async function viewsOf(
  transaction: AccountTransaction,
  { composer, keptMedia }: Shown,
  rows: readonly store.TemplateRow[],
): Promise<contract.MessageTemplateView[]> {
  const contents = rows.map(contentOf);
  const problems = await composer.findProblems(transaction, contents);
  const media = await mediaOf(transaction, keptMedia, contents);
  return rows.map((row, index) => {
    const content = contentOf(row);
    const shownMedia = new Set<string>(referencesOf([content]).mediaIds);
    return {
      uuid: row.id,
      name: row.name,
      content,
      version: row.version,
      problems: [...(problems[index] ?? [])],
      media: media.filter(({ uuid }) => shownMedia.has(uuid)),
      createdBy: memberOf(row.createdBy, row.createdByName),
      changedBy: memberOf(row.changedBy, row.changedByName),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

async function shown(
  transaction: AccountTransaction,
  dependencies: Shown,
  id: MessageTemplateId,
): Promise<contract.MessageTemplateView> {
  const row = orNotFound(await store.findTemplate(transaction, id), 'message template');
  const [view] = await viewsOf(transaction, dependencies, [row]);
  if (!view) throw new Error('a row gave no view');
  return view;
}

const audit = (
  transaction: AccountTransaction,
  session: Actor,
  {
    id,
    action,
    name,
  }: {
    readonly id: MessageTemplateId;
    readonly action: `message_template.${'created' | 'changed' | 'deleted'}`;
    readonly name: string;
  },
) =>
  recordAudit(transaction, {
    userId: session.userId,
    action,
    target: id,
    data: { name },
    address: session.address,
  });

/** Rejects a name that is taken; of two at the same moment the index decides. */
async function named<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (store.isNameTaken(error))
      throw AppError.field('name_taken', 'body.name', 'A message template has this name');
    throw error;
  }
}

async function create(
  dependencies: TemplateDependencies,
  session: Actor,
  { name, content }: z.output<typeof contract.createMessageTemplate.body>,
): Promise<contract.MessageTemplateView> {
  const { database, composer } = dependencies;
  await composer.prepare(session.accountId, [content]);
  const id = newId<MessageTemplateId>();
  const { userId } = session;
  return named(() =>
    database.account(session.accountId, async (transaction) => {
      if ((await store.lockAndCount(transaction)) >= contract.MESSAGE_TEMPLATES_MAX)
        throw new AppError(
          'too_many_message_templates',
          `An account may have ${contract.MESSAGE_TEMPLATES_MAX} message templates`,
        );
      await composer.keep(transaction, [content]);
      await store.insertTemplate(transaction, { id, name, userId });
      await store.insertVersion(transaction, { id, number: 1, content, userId });
      await audit(transaction, session, { id, action: 'message_template.created', name });
      return shown(transaction, dependencies, id);
    }),
  );
}

type Change = z.output<typeof contract.changeMessageTemplate.body> & { readonly id: MessageTemplateId };

async function change(
  dependencies: TemplateDependencies,
  session: Actor,
  { id, name, content, version }: Change,
): Promise<contract.MessageTemplateView> {
  const { database, composer } = dependencies;
  if (content && version === undefined)
    throw AppError.field('validation_failed', 'body.version', 'Send the version it was made from');
  if (content) await composer.prepare(session.accountId, [content]);
  return named(() =>
    database.account(session.accountId, async (transaction) => {
      await store.lockTemplate(transaction, id);
      const before = orNotFound(await store.findTemplate(transaction, id), 'message template');
      if (content && before.version !== version)
        throw new AppError(
          'message_template_changed',
          `The message template is at version ${before.version} now`,
        );
      const number = content ? before.version + 1 : before.version;
      if (content) {
        await composer.keep(transaction, [content]);
        await store.insertVersion(transaction, { id, number, content, userId: session.userId });
      }
      await store.updateTemplate(transaction, { id, name: name ?? null, version: number });
      await audit(transaction, session, {
        id,
        action: 'message_template.changed',
        name: name ?? before.name,
      });
      return shown(transaction, dependencies, id);
    }),
  );
}

interface Preview {
  readonly content: MessageContent;
  readonly conversationUuid?: ConversationId | undefined;
  readonly customerUuid?: CustomerId | undefined;
}

/** How a message looks on each kind of channel, for one reader or with examples. */
async function previewMessage(
  transaction: AccountTransaction,
  {
    composer,
    adapters,
  }: { readonly composer: MessageComposer; readonly adapters: readonly ChannelAdapter[] },
  { content, conversationUuid, customerUuid, userId }: Preview & { readonly userId: UserId },
) {
  const reader = conversationUuid
    ? orNotFound(await readerOf(transaction, conversationUuid, userId), 'conversation')
    : customerUuid
      ? orNotFound(await readerOfCustomer(transaction, customerUuid, userId), 'customer')
      : await exampleReader(transaction, userId);
  const connected = await store.findConnectedKinds(transaction);
  const channels: ChannelPreview[] = [];
  const missing = new Set<string>();
  for (const adapter of adapters) {
    const { kind } = adapter.manifest;
    // Channels other than the conversation's are previewed as a stand-in, for which everything can be fetched.
    const isTheirs = conversationUuid !== undefined && reader.channelKind === kind;
    const of: MessageReader = isTheirs ? reader : { ...reader, channelKind: kind, isSandbox: true };
    const built = await composer.build(transaction, content, of);
    if (!conversationUuid || isTheirs) for (const name of built.missing) missing.add(name);
    const messages = messagesOf(adapter, built);
    channels.push({
      kind,
      isConnected: connected.has(kind),
      messages,
      losses: lossesOf({ manifest: adapter.manifest, ...built, messages }),
    });
  }
  const [problems = []] = await composer.findProblems(transaction, [content]);
  return { channels, problems: [...problems], missing: [...missing] };
}

const messagesOf = (adapter: ChannelAdapter, { parts, options }: BuiltMessage) =>
  parts.length === 0
    ? []
    : adapter.toMessages(
        parts.map(({ part }) => part),
        options,
      );
