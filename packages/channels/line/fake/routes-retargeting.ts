import { type Fields, text } from '../rules/rules.ts';
import {
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  refuse,
} from './answer.ts';
import { findSentRequest, interactionsOf } from './interactions.ts';
import {
  addUploaded,
  audiencesOf,
  checkName,
  createAudience,
  findUploaded,
  refuseWith,
} from './routes-audiences.ts';
import type { FakeAudience, FakeChannel } from './state.ts';
import { checkBody } from './validate-messages.ts';

const MINUTE = 60_000;
const CREATED_FOR_MS = 60 * 24 * 60 * MINUTE;
const MOST_LINES = 1_500_000;
const LONGEST_UPLOAD_DESCRIPTION = 300;
const BY_FILE = /^\/v2\/bot\/audienceGroup\/upload\/byFile$/;

const shared = { auth: 'channel', rate: [60, MINUTE] } as const;

/** Audiences of those who saw or clicked a message, and of ids that come as a file. */
export const retargetingRoutes: readonly ChannelRoute[] = [
  {
    ...shared,
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/audienceGroup\/click$/,
    accepts: 'json',
    handle: (world, channel, { body }) => createRetargeting(world, channel, { type: 'CLICK', body }),
  },
  {
    ...shared,
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/audienceGroup\/imp$/,
    accepts: 'json',
    handle: (world, channel, { body }) => createRetargeting(world, channel, { type: 'IMP', body }),
  },
  { ...shared, host: 'data', method: 'POST', path: BY_FILE, accepts: 'multipart', handle: createByFile },
  { ...shared, host: 'data', method: 'PUT', path: BY_FILE, accepts: 'multipart', handle: addByFile },
];

type Retargeting = NonNullable<FakeAudience['retargeting']>;

const SEEN: Fields = { description: text(Number.MAX_SAFE_INTEGER, 0), requestId: text(100) };
const CLICKED: Fields = { ...SEEN, 'clickUrl?': text(2_000, 0) };

/** The reference gives the codes; the sentences before them are the fake's. */
function createRetargeting(
  world: FakeWorld,
  channel: FakeChannel,
  { type, body }: { readonly type: Retargeting['type']; readonly body: unknown },
): FakeAnswer {
  const { description, requestId, clickUrl } = fields(body);
  const wrong = checkBody(body, type === 'CLICK' ? CLICKED : SEEN) ?? checkName(String(description));
  if (wrong) return wrong;
  const retargeting: Retargeting = {
    type,
    requestId: String(requestId),
    clickUrl: clickUrl === undefined || clickUrl === '' ? null : String(clickUrl),
  };
  const sent = findSentRequest(world, channel, retargeting.requestId);
  if (!sent?.userIds) return refuseWith('request is not found', 'REQUEST_NOT_FOUND');
  if (world.now() - sent.at > CREATED_FOR_MS) return refuseWith('too old messages', 'TOO_OLD_MESSAGES');
  const isThere = audiencesOf(world, channel).some(
    (each) =>
      each.retargeting?.type === type &&
      each.retargeting.requestId === retargeting.requestId &&
      each.retargeting.clickUrl === retargeting.clickUrl,
  );
  if (isThere) return refuseWith('requestId is duplicated', 'AUDIENCE_GROUP_REQUESTID_DUPLICATE');
  const userIds = peopleOf(world, channel, retargeting);
  return createAudience(world, channel, { description: String(description), retargeting, userIds });
}

function peopleOf(
  world: FakeWorld,
  channel: FakeChannel,
  { type, requestId, clickUrl }: Retargeting,
): readonly string[] {
  const isMeant = (url: string | null): boolean =>
    type === 'IMP' || (clickUrl === null ? url !== null : url === clickUrl);
  const looks = interactionsOf(world, channel, requestId).filter(({ url }) => isMeant(url));
  return [...new Set(looks.map(({ userId }) => userId))];
}

interface Upload {
  readonly description: string;
  readonly isIfaAudience: boolean;
  readonly audienceGroupId: string;
  readonly uploadDescription: string;
  readonly userIds: readonly string[];
}

async function createByFile(
  world: FakeWorld,
  channel: FakeChannel,
  request: FakeRequest,
): Promise<FakeAnswer> {
  const upload = await readUpload(request);
  if ('status' in upload) return upload;
  const wrong = checkName(upload.description) ?? checkLines(upload, upload.isIfaAudience);
  return wrong ?? createAudience(world, channel, upload);
}

async function addByFile(world: FakeWorld, channel: FakeChannel, request: FakeRequest): Promise<FakeAnswer> {
  const upload = await readUpload(request);
  if ('status' in upload) return upload;
  const audience = findUploaded(world, channel, upload.audienceGroupId);
  if ('status' in audience) return audience;
  return checkLines(upload, audience.isIfaAudience) ?? addUploaded(world, audience, upload);
}

const USER_ID = /^U[0-9a-f]{32}$/;

function checkLines({ userIds, uploadDescription }: Upload, isIfaAudience: boolean): FakeAnswer | null {
  const refuseFile = (code: string): FakeAnswer => refuseWith(code, code, 'file');
  if (userIds.length === 0) return refuseFile('UPLOAD_AUDIENCE_GROUP_NO_VALID_AUDIENCE_IDS');
  if (userIds.length > MOST_LINES) return refuseFile('UPLOAD_AUDIENCE_GROUP_TOO_MANY_AUDIENCE_IDS');
  if (!isIfaAudience && !userIds.every((id) => USER_ID.test(id)))
    return refuseFile('UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT');
  return uploadDescription.length > LONGEST_UPLOAD_DESCRIPTION
    ? refuseWith('size over uploadDescription', 'AUDIENCE_GROUP_UPLOAD_DESCRIPTION_SIZE_OVER')
    : null;
}

/** The fields of a form and the lines of its one file, which has to be plain text. */
async function readUpload({ body, headers }: FakeRequest): Promise<Upload | FakeAnswer> {
  const bytes = new Uint8Array(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  const contentType = String(headers['content-type']);
  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (!form) return refuse(400, 'The request body could not be parsed');
  const file = form.get('file');
  const type = file instanceof File ? file.type.split(';')[0] : '';
  if (!(file instanceof File) || type !== 'text/plain')
    return refuse(415, `The content type, ${type}, is not supported`);
  const lines = (await file.text()).split(/\r?\n/).filter((line) => line !== '');
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    description: textOf('description'),
    isIfaAudience: textOf('isIfaAudience') === 'true',
    audienceGroupId: textOf('audienceGroupId'),
    uploadDescription: textOf('uploadDescription'),
    userIds: lines,
  };
}
