import { shownTypeOf } from '@hanasu/contract/file-signatures';
import type { RichMessageId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/rich-messages';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { KeptMediaStore } from '../../conversations/public.ts';
import { savingLane, uploadsOf } from '../pictures/render-picture.ts';
import { askForVideo, lookIntoVideo } from './check-video.ts';
import {
  type DrawnWidths,
  drawWidths,
  keepWidths,
  looksLike,
  mediaIdsOf,
  pictureFolder,
  STILL,
  viewsOf,
} from './rich-message.ts';
import * as store from './rich-messages.store.ts';
import { sendTest, type TestDependencies } from './send-test.ts';

export interface RichMessageDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  readonly publicUrl: string;
  readonly keptMedia: KeptMediaStore;
  readonly test: TestDependencies;
  readonly askForVideo: GuardedFetch;
}

export function addRichMessageRoutes(
  implement: Implement,
  { app, ...dependencies }: RichMessageDependencies & { readonly app: FastifyInstance },
): void {
  const { database, keptMedia } = dependencies;
  implement(contract.listRichMessages, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { rows, total } = await store.listRichMessages(transaction, rangeOf(query));
      const items = await viewsOf(transaction, rows, dependencies);
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.createRichMessage, ({ body }, { session }) => create(dependencies, session, body));
  implement(contract.getRichMessage, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shown(transaction, params.uuid, dependencies)),
  );
  implement(contract.replaceRichMessage, ({ params, body }, { session }) =>
    change(dependencies, session, { id: params.uuid, ...body }),
  );
  implement(contract.changeRichMessage, ({ params, body }, { session }) =>
    change(dependencies, session, { id: params.uuid, ...body }),
  );
  implement(contract.deleteRichMessage, async ({ params: { uuid: id } }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      await store.lockRichMessage(transaction, id);
      const { name } = orNotFound(await store.findRichMessage(transaction, id), 'rich message');
      await store.deleteRichMessage(transaction, id);
      await audit(transaction, session, { id, action: 'rich_message.deleted', data: { name } });
    });
    return undefined;
  });
  implement(contract.testRichMessage, ({ params, body }, { session }) =>
    sendTest(dependencies.test, session, { id: params.uuid, to: body }),
  );
  implement(contract.checkVideo, async ({ body: { url, mediaUuid } }, { session }) =>
    mediaUuid
      ? lookIntoVideo(await keptMedia.readVideo(session.accountId, mediaUuid))
      : askForVideo(dependencies.askForVideo, url ?? ''),
  );
  addWidthRoute(app, dependencies);
}

async function shown(
  transaction: AccountTransaction,
  id: RichMessageId,
  place: Parameters<typeof viewsOf>[2],
): Promise<contract.RichMessageView> {
  const row = orNotFound(await store.findRichMessage(transaction, id), 'rich message');
  const [view] = await viewsOf(transaction, [row], place);
  if (!view) throw new Error('a row gave no view');
  return view;
}

const audit = (
  transaction: AccountTransaction,
  session: Actor,
  {
    id,
    action,
    data,
  }: {
    readonly id: RichMessageId;
    readonly action: `rich_message.${'created' | 'changed' | 'deleted'}`;
    readonly data: Record<string, unknown>;
  },
) => recordAudit(transaction, { userId: session.userId, action, target: id, data, address: session.address });

/** Two at the same moment: the index decides. */
async function named<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (store.isNameTaken(error))
      throw AppError.field('name_taken', 'body.name', 'A rich message has this name');
    throw error;
  }
}

const EMPTY: contract.RichMessageDefinition = {
  height: contract.RICH_MESSAGE_WIDTH,
  picture: null,
  altText: '',
  areas: [],
  video: null,
};

/** Draws before the transaction that stores it, which would hold a connection meanwhile. Null: there is nothing to draw. */
async function draw(
  { database, files }: RichMessageDependencies,
  { accountId }: Actor,
  { picture, height, video }: contract.RichMessageDefinition,
): Promise<DrawnWidths | null> {
  if (picture === null) return null;
  const uploads = await database.account(accountId, (transaction) => uploadsOf(transaction, picture));
  if (!uploads) return null;
  return savingLane(accountId)(() => drawWidths(files, accountId, { picture, height, video, uploads }));
}

/** Checks uploads that were not there before; one that is gone is a problem of the message, as others are. */
async function refuseUnplayable(
  { keptMedia }: RichMessageDependencies,
  { accountId }: Actor,
  {
    video,
    before = EMPTY.video,
  }: Pick<contract.RichMessageDefinition, 'video'> & {
    readonly before?: contract.RichMessageDefinition['video'];
  },
): Promise<void> {
  const refuse = (field: string, detail: string): never => {
    throw AppError.field('media_type_unsupported', `body.definition.video.${field}`, detail);
  };
  if (video?.mediaUuid && video.mediaUuid !== before?.mediaUuid) {
    const found = await keptMedia.readVideo(accountId, video.mediaUuid);
    const state = found && lookIntoVideo(found).state;
    if (state && state !== 'fine') refuse('mediaUuid', `LINE can't play it: ${state}`);
  }
  if (video?.previewMediaUuid && video.previewMediaUuid !== before?.previewMediaUuid) {
    const broken = await keptMedia.prepare(accountId, { ids: [video.previewMediaUuid], limits: [] });
    if (broken.length > 0) refuse('previewMediaUuid', 'The picture cannot be read');
  }
}

async function create(
  dependencies: RichMessageDependencies,
  session: Actor,
  { name, definition = EMPTY }: z.output<typeof contract.createRichMessage.body>,
): Promise<contract.RichMessageView> {
  const { database, keptMedia } = dependencies;
  await refuseUnplayable(dependencies, session, definition);
  const drawn = await draw(dependencies, session, definition);
  const id = newId<RichMessageId>();
  return named(() =>
    database.account(session.accountId, async (transaction) => {
      if ((await store.lockAndCount(transaction)) >= contract.RICH_MESSAGES_MAX)
        throw new AppError(
          'too_many_rich_messages',
          `An account may have ${contract.RICH_MESSAGES_MAX} rich messages`,
        );
      const pictureHash = drawn?.hash ?? null;
      await store.insertRichMessage(transaction, {
        id,
        name,
        definition,
        pictureHash,
        userId: session.userId,
      });
      await audit(transaction, session, { id, action: 'rich_message.created', data: { name } });
      await keptMedia.keep(transaction, mediaIdsOf([definition]));
      const view = await shown(transaction, id, dependencies);
      if (drawn) await keepWidths(transaction, dependencies, drawn);
      return view;
    }),
  );
}

type Change = z.output<typeof contract.changeRichMessage.body> & { readonly id: RichMessageId };

async function change(
  dependencies: RichMessageDependencies,
  session: Actor,
  { id, name, definition, revision }: Change,
): Promise<contract.RichMessageView> {
  const { database, keptMedia } = dependencies;
  if (definition && revision === undefined)
    throw AppError.field('validation_failed', 'body.revision', 'Send the revision it was made from');
  const refuseOld = (row: store.RichMessageRow): void => {
    if (definition && row.revision !== revision)
      throw new AppError('rich_message_changed', `The rich message is at revision ${row.revision} now`);
  };
  const before = orNotFound(
    await database.account(session.accountId, (transaction) => store.findRichMessage(transaction, id)),
    'rich message',
  );
  refuseOld(before);
  const old = contract.RichMessageDefinition.parse(before.definition);
  if (definition)
    await refuseUnplayable(dependencies, session, { video: definition.video, before: old.video });
  const isDrawn = definition && before.pictureHash !== null && looksLike(definition, old);
  const drawn = definition && !isDrawn ? await draw(dependencies, session, definition) : null;
  return named(() =>
    database.account(session.accountId, async (transaction) => {
      await store.lockRichMessage(transaction, id);
      refuseOld(orNotFound(await store.findRichMessage(transaction, id), 'rich message'));
      const pictureHash = isDrawn ? before.pictureHash : (drawn?.hash ?? null);
      await store.updateRichMessage(transaction, {
        id,
        name: name ?? null,
        drawn: definition ? { definition, pictureHash } : null,
      });
      if (definition) await keptMedia.keep(transaction, mediaIdsOf([definition]));
      const view = await shown(transaction, id, dependencies);
      // What is in it is saved every few seconds.
      if (view.name !== before.name)
        await audit(transaction, session, { id, action: 'rich_message.changed', data: { name: view.name } });
      if (drawn) await keepWidths(transaction, dependencies, drawn);
      return view;
    }),
  );
}

const DRAWN = [...contract.RICH_MESSAGE_WIDTHS.map(String), STILL];
const Params = z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/), width: z.enum(DRAWN) });
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** For everybody's phone: the vendor's app asks for the width that it needs, without a name's ending. */
function addWidthRoute(app: FastifyInstance, { database, files }: RichMessageDependencies): void {
  app.get('/line/rich-message/:hash/:width', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const owner =
      data && (await database.system((transaction) => store.findPictureOwner(transaction, data.hash)));
    const key = owner ? `${pictureFolder(owner.accountId, data.hash)}/${data.width}` : null;
    if (key === null || (await files.size(key)) === null)
      throw new AppError('not_found', 'There is no such picture');
    const content = await files.get(key);
    return reply
      .type(shownTypeOf(content) ?? 'image/jpeg')
      .headers({
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(content);
  });
}

/** For a schedule. The rows are locked until the files are gone, so that nobody is told meanwhile that they are there. */
export const removeUnusedWidths = ({
  database,
  files,
}: Pick<RichMessageDependencies, 'database' | 'files'>): Promise<void> =>
  database.system(async (transaction) => {
    const unused = await store.lockUnused(transaction);
    for (const { accountId, hash } of unused) await files.removeFolder(pictureFolder(accountId, hash));
    await store.deletePictures(
      transaction,
      unused.map(({ hash }) => hash),
    );
  });
