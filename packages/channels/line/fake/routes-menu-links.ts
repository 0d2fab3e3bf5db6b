import {
  bodyErrors,
  type ChannelRoute,
  type ErrorDetail,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  invalidProperty,
  ok,
  refuse,
} from './answer.ts';
import {
  addMenuJob,
  BATCH,
  BULK_LINK,
  BULK_UNLINK,
  FOREIGN_MENU,
  findMenu,
  linkMenu,
  settleMenuJobs,
} from './menu-rules.ts';
import { MENU_ID } from './routes-menus.ts';
import { listOf } from './sending.ts';
import { type FakeChannel, type FakeMenuOperation, key } from './state.ts';
import { checkBody } from './validate-messages.ts';

const HOUR = 60 * 60 * 1000;
const PROGRESS_KEPT = 14 * 24 * HOUR;
const USER_ID = /^U[0-9a-f]{32}$/;
const ALL = /^\/v2\/bot\/user\/all\/richmenu$/;
const OF_USER = /^\/v2\/bot\/user\/([^/]+)\/richmenu$/;
const BAD_USER = refuse(400, "The value for the 'userId' parameter is invalid");
const NO_PICTURE = refuse(400, 'must upload richmenu image before applying it to user', []);

type Route = Omit<ChannelRoute, 'host' | 'auth'>;
const on = (method: ChannelRoute['method'], path: RegExp, handle: ChannelRoute['handle']): Route => ({
  method,
  path,
  handle,
});
const taking = (path: RegExp, handle: ChannelRoute['handle']): Route => ({
  ...on('POST', path, handle),
  accepts: 'json',
});

/** Whom a menu is shown to: everybody, one person, many at once. */
export const menuLinkRoutes: readonly ChannelRoute[] = [
  on('POST', /^\/v2\/bot\/user\/all\/richmenu\/([^/]+)$/, setDefault),
  on('GET', ALL, (_world, { defaultMenuId }) => {
    if (defaultMenuId === undefined) return refuse(404, 'no default richmenu', []);
    if (defaultMenuId === FOREIGN_MENU) return refuse(403, 'the richmenu is owned by another channel', []);
    return ok({ richMenuId: defaultMenuId });
  }),
  on('DELETE', ALL, (_world, channel) => {
    channel.defaultMenuId = undefined;
    return ok();
  }),
  on('POST', /^\/v2\/bot\/user\/([^/]+)\/richmenu\/([^/]+)$/, linkOne),
  on('GET', OF_USER, getOne),
  on('DELETE', OF_USER, (world, { channelId }, { params: [userId = ''] }) => {
    if (!USER_ID.test(userId)) return BAD_USER;
    settleMenuJobs(world);
    linkMenu(world, channelId, { userId, menuId: null });
    return ok();
  }),
  taking(/^\/v2\/bot\/richmenu\/bulk\/link$/, linkMany),
  taking(/^\/v2\/bot\/richmenu\/bulk\/unlink$/, unlinkMany),
  { ...taking(/^\/v2\/bot\/richmenu\/batch$/, startBatch), rate: [3, HOUR] as const },
  taking(
    /^\/v2\/bot\/richmenu\/validate\/batch$/,
    (world, channel, { body }) => checkBatch(body) ?? checkMenus(world, channel, body) ?? ok(),
  ),
  { ...on('GET', /^\/v2\/bot\/richmenu\/progress\/batch$/, getProgress), rate: [100, HOUR] as const },
].map((route) => ({ host: 'api', auth: 'channel', ...route }));

function setDefault(world: FakeWorld, channel: FakeChannel, { params: [id = ''] }: FakeRequest): FakeAnswer {
  const found = findMenu(world, channel, id);
  if (!found) return refuse(404, 'Not found');
  if (!found.image) return NO_PICTURE;
  channel.defaultMenuId = id;
  return ok();
}

function linkOne(world: FakeWorld, channel: FakeChannel, { params }: FakeRequest): FakeAnswer {
  const [userId = '', menuId = ''] = params;
  if (!USER_ID.test(userId)) return BAD_USER;
  const found = findMenu(world, channel, menuId);
  if (!found) return refuse(404, 'Not found');
  if (!found.image) return NO_PICTURE;
  settleMenuJobs(world);
  linkMenu(world, channel.channelId, { userId, menuId });
  return ok();
}

function getOne(world: FakeWorld, { channelId }: FakeChannel, { params }: FakeRequest): FakeAnswer {
  const [userId = ''] = params;
  if (!USER_ID.test(userId)) return BAD_USER;
  settleMenuJobs(world);
  const richMenuId = world.state.menuLinks.get(key(channelId, userId));
  return richMenuId === undefined ? refuse(404, 'the user has no richmenu', []) : ok({ richMenuId });
}

function linkMany(world: FakeWorld, channel: FakeChannel, { body, requestId }: FakeRequest): FakeAnswer {
  const wrong = checkBody(body, BULK_LINK) ?? checkUserIds(body);
  if (wrong) return wrong;
  const to = String(fields(body).richMenuId);
  if (!MENU_ID.test(to)) return bodyErrors([{ message: 'invalid richMenuId', property: 'richMenuId' }]);
  const found = findMenu(world, channel, to);
  if (!found) return refuse(404, 'richmenu not found', []);
  if (!found.image) return NO_PICTURE;
  addMenuJob(world, channel, { requestId, work: { kind: 'users', userIds: userIdsOf(body), to } });
  return ok({}, 202);
}

function unlinkMany(world: FakeWorld, channel: FakeChannel, { body, requestId }: FakeRequest): FakeAnswer {
  const wrong = checkBody(body, BULK_UNLINK) ?? checkUserIds(body);
  if (wrong) return wrong;
  addMenuJob(world, channel, { requestId, work: { kind: 'users', userIds: userIdsOf(body), to: null } });
  return ok({}, 202);
}

const userIdsOf = (body: unknown): string[] => listOf(fields(body).userIds).map(String);

function checkUserIds(body: unknown): FakeAnswer | null {
  const wrong = userIdsOf(body).findIndex((id) => !USER_ID.test(id));
  return wrong === -1 ? null : invalidProperty(`'userIds[${wrong}]'`);
}

const operationsOf = (body: unknown): Record<string, unknown>[] =>
  listOf(fields(body).operations).map(fields);

/** What is wrong in itself, before anybody looks which menus there are. */
function checkBatch(body: unknown): FakeAnswer | null {
  const wrong = checkBody(body, BATCH);
  if (wrong) return wrong;
  const operations = operationsOf(body);
  if (operations.length > 1 && operations.some(({ type }) => type === 'unlinkAll')) {
    const message = "'unlinkAll' type can't be combined with other type";
    return bodyErrors([{ message, property: 'operations[].type' }]);
  }
  const badIds = operations.flatMap((operation, index) =>
    ['from', 'to']
      .filter((name) => operation[name] !== undefined && !MENU_ID.test(String(operation[name])))
      .map(
        (name): ErrorDetail => ({ message: 'invalid richMenuId', property: `operations[${index}].${name}` }),
      ),
  );
  if (badIds.length > 0) return bodyErrors(badIds);
  const froms = operations.map(({ from }) => from);
  const twice = froms.find((from, index) => from !== undefined && froms.indexOf(from) !== index);
  if (twice === undefined) return null;
  return bodyErrors([
    { message: `from richmenu (${String(twice)}) is duplicated`, property: 'operations[].from' },
  ]);
}

function checkMenus(world: FakeWorld, channel: FakeChannel, body: unknown): FakeAnswer | null {
  for (const [index, { to }] of operationsOf(body).entries()) {
    if (to === undefined) continue;
    const found = findMenu(world, channel, String(to));
    const property = `operations[${index}].to`;
    if (!found) {
      const message = `Richmenu (${String(to)}) is not found`;
      return refuse(404, 'The request body has 1 error(s)', [{ message, property }]);
    }
    if (!found.image) {
      const message = `'to' richmenu (${String(to)}) must have image but it doesn't`;
      return bodyErrors([{ message, property }]);
    }
  }
  return null;
}

function startBatch(world: FakeWorld, channel: FakeChannel, { body, requestId }: FakeRequest): FakeAnswer {
  const wrong = checkBatch(body) ?? checkMenus(world, channel, body);
  if (wrong) return wrong;
  const operations = operationsOf(body).map(
    ({ type, from, to }): FakeMenuOperation => ({
      from: type === 'unlinkAll' ? null : String(from),
      to: type === 'link' ? String(to) : null,
    }),
  );
  addMenuJob(world, channel, { requestId, work: { kind: 'batch', operations } });
  return ok({}, 202);
}

function getProgress(world: FakeWorld, { channelId }: FakeChannel, { query }: FakeRequest): FakeAnswer {
  settleMenuJobs(world);
  const job = world.state.menuJobs.get(query.get('requestId') ?? '');
  const isKnown =
    job?.channelId === channelId &&
    job.work.kind === 'batch' &&
    world.now() - job.acceptedAt <= PROGRESS_KEPT;
  if (!isKnown) return refuse(404, 'Not found');
  const acceptedTime = new Date(job.acceptedAt).toISOString();
  if (job.completedAt === null) return ok({ phase: 'ongoing', acceptedTime });
  return ok({ phase: 'succeeded', acceptedTime, completedTime: new Date(job.completedAt).toISOString() });
}
