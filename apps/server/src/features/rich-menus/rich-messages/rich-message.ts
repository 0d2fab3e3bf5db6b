import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RichMessage } from '@hanasu/channels/spec/outgoing';
import type { AccountId, MediaId, RichMessageId } from '@hanasu/contract/ids';
import {
  RICH_MESSAGE_WIDTH,
  RICH_MESSAGE_WIDTHS,
  RichMessageDefinition,
  type RichMessageView,
} from '@hanasu/contract/rich-messages';
import { isLinkTooLong } from '@hanasu/contract/typed-words';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { KeptMedia, KeptMediaStore } from '../../conversations/public.ts';
import type { BubbleSources } from '../../message-templates/public.ts';
import { findUploads } from '../pictures/pictures.store.ts';
import { createDraw, cutOut, type PictureBox, type Uploads, uploadsIn } from '../pictures/render-picture.ts';
import { VIDEO_BYTES } from './check-video.ts';
import { findRichMessages, keepPicture, markSent, type RichMessageRow } from './rich-messages.store.ts';

type Problem = RichMessageView['problems'][number];

interface Facts {
  /** Uploads that are there. */
  readonly uploads: ReadonlySet<string>;
  readonly media: MediaById;
  readonly publicUrl: string;
}

type MediaById = ReadonlyMap<MediaId, KeptMedia>;
type Video = NonNullable<RichMessageDefinition['video']>;

/** Uploads that stand in their videos. */
export const mediaIdsOf = (definitions: readonly RichMessageDefinition[]): MediaId[] =>
  definitions.flatMap(({ video }) => [video?.mediaUuid, video?.previewMediaUuid].filter((id) => id != null));

const readDefinition = ({ definition }: RichMessageRow): RichMessageDefinition =>
  RichMessageDefinition.parse(definition);

async function mediaOf(
  transaction: AccountTransaction,
  rows: readonly RichMessageRow[],
  keptMedia: KeptMediaStore,
): Promise<MediaById> {
  const found = await keptMedia.find(transaction, mediaIdsOf(rows.map(readDefinition)));
  return new Map(found.map((row) => [row.id, row]));
}

/** Whether its uploads are there, and what they should be. */
function lacksUpload({ mediaUuid, previewMediaUuid }: Video, media: MediaById): boolean {
  const film = mediaUuid && media.get(mediaUuid);
  const still = previewMediaUuid && media.get(previewMediaUuid);
  const isFilm = film && film.contentType === 'video/mp4' && film.bytes <= VIDEO_BYTES;
  return (
    (mediaUuid !== null && !isFilm) || (previewMediaUuid !== null && !still?.contentType.startsWith('image/'))
  );
}

const isSecure = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';
/** As it is spelled when it is sent. */

/** What keeps a rich message from being sent, from top to bottom of its form. */
export function problemsOf(
  definition: RichMessageDefinition,
  { uploads, media, publicUrl }: Facts,
): Problem[] {
  const { picture, altText, areas, video, height } = definition;
  const isOutside = (area: { x: number; y: number; width: number; height: number }): boolean =>
    area.x + area.width > RICH_MESSAGE_WIDTH || area.y + area.height > height;
  const whole = (reason: Problem['reason'], is: boolean): Problem[] => (is ? [{ reason, areaId: null }] : []);
  return [
    ...whole('no_picture', picture === null),
    ...whole('picture_missing', picture !== null && uploadsIn(picture).some((id) => !uploads.has(id))),
    ...whole('no_alt_text', altText === ''),
    ...areas.flatMap(({ id: areaId, action, ...area }): Problem[] => [
      ...(isOutside(area) ? [{ reason: 'area_outside' as const, areaId }] : []),
      ...(action === null ? [{ reason: 'no_action' as const, areaId }] : []),
      ...(action?.kind === 'link' && isLinkTooLong(action.url)
        ? [{ reason: 'link_too_long' as const, areaId }]
        : []),
    ]),
    ...whole('area_outside', video !== null && isOutside(video)),
    ...whole(
      'video_not_secure',
      [video?.mediaUuid ? null : video?.url, video?.previewMediaUuid ? null : video?.previewUrl].some(
        (url) => url && !isSecure(url),
      ),
    ),
    ...whole('video_missing', video !== null && lacksUpload(video, media)),
    ...whole('link_too_long', Boolean(video?.link && isLinkTooLong(video.link.url))),
    ...whole('no_public_url', !isSecure(publicUrl)),
  ];
}

const baseUrlOf = (publicUrl: string, hash: string): string => `${publicUrl}/line/rich-message/${hash}`;

export async function viewsOf(
  transaction: AccountTransaction,
  rows: readonly RichMessageRow[],
  { publicUrl, keptMedia }: { readonly publicUrl: string; readonly keptMedia: KeptMediaStore },
): Promise<RichMessageView[]> {
  const read = rows.map((row) => ({ row, definition: readDefinition(row) }));
  const media = await mediaOf(transaction, rows, keptMedia);
  const wanted = read.flatMap(({ definition: { picture } }) => (picture ? uploadsIn(picture) : []));
  const found = wanted.length === 0 ? [] : await findUploads(transaction, wanted);
  const uploads = new Set<string>(found.map(({ id }) => id));
  return read.map(({ row, definition }) => ({
    uuid: row.id,
    name: row.name,
    definition,
    revision: row.revision,
    problems: problemsOf(definition, { uploads, media, publicUrl }),
    media: keptMedia.viewsOf(
      mediaIdsOf([definition]).flatMap((id) => media.get(id) ?? []),
      transaction.now(),
    ),
    baseUrl: row.pictureHash && baseUrlOf(publicUrl, row.pictureHash),
    sentAt: row.sentAt?.toISOString() ?? null,
    createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

export interface DrawnWidths {
  readonly hash: string;
  readonly bytes: number;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

/** Name of a video's still without a picture of its own: cut out of the picture in that place. */
export const STILL = 'video';
const stillOf = ({ video }: Pick<RichMessageDefinition, 'video'>) =>
  video && video.previewUrl === null && video.previewMediaUuid === null ? video : null;

/** The five widths that the vendor asks for. */
export async function drawWidths(
  files: FileStore,
  accountId: AccountId,
  {
    picture,
    height,
    video,
    uploads,
  }: Pick<RichMessageDefinition, 'height' | 'video'> & {
    readonly picture: NonNullable<RichMessageDefinition['picture']>;
    readonly uploads: Uploads;
  },
): Promise<DrawnWidths> {
  const sizes = RICH_MESSAGE_WIDTHS.map((width) => ({
    width,
    height: Math.max(1, Math.round((height * width) / RICH_MESSAGE_WIDTH)),
  }));
  const widths = await createDraw(files, uploads)(picture, sizes);
  const drawn = widths.map((one, index) => ({ name: String(RICH_MESSAGE_WIDTHS[index]), ...one }));
  const [still, largest] = [stillOf({ video }), drawn.at(-1)];
  if (largest && still) drawn.push({ name: STILL, ...(await cutOut(largest, still, RICH_MESSAGE_WIDTH)) });
  // Of the account too: two accounts with the same picture don't keep it for each other.
  const hash = createHash('sha256')
    .update([accountId, ...drawn.map((one) => one.hash)].join())
    .digest('hex')
    .slice(0, 40);
  return {
    hash,
    bytes: drawn.reduce((sum, { bytes }) => sum + bytes.length, 0),
    files: drawn.map(({ name, bytes }) => ({ name, content: bytes })),
  };
}

/** True when the picture that was drawn for one is the other's too. */
export const looksLike = (one: RichMessageDefinition, other: RichMessageDefinition): boolean =>
  one.height === other.height &&
  isDeepStrictEqual(one.picture, other.picture) &&
  isDeepStrictEqual(placeOf(stillOf(one)), placeOf(stillOf(other)));
const placeOf = (box: PictureBox | null) => box && [box.x, box.y, box.width, box.height];

export const pictureFolder = (accountId: string, hash: string): string =>
  `${accountId}/line/rich-messages/${hash}`;

interface Keeping {
  readonly files: FileStore;
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
}

/** The last thing that a transaction does: what is written is forgotten by nobody but the job that also takes the row. */
export async function keepWidths(
  transaction: AccountTransaction,
  { files, requireQuota }: Keeping,
  drawn: DrawnWidths,
): Promise<void> {
  await requireQuota(transaction, drawn.bytes);
  if (!(await keepPicture(transaction, drawn))) return;
  for (const { name, content } of drawn.files)
    await files.put(`${pictureFolder(transaction.accountId, drawn.hash)}/${name}`, content);
}

interface Place {
  readonly publicUrl: string;
  readonly keptMedia: KeptMediaStore;
  readonly now: number;
  readonly media: MediaById;
}

/** Addresses that a phone loads them from; an upload goes before an address. */
function addressesOf(video: Video, baseUrl: string, { publicUrl, keptMedia, now, media }: Place) {
  const film = video.mediaUuid && media.get(video.mediaUuid);
  const still = video.previewMediaUuid && media.get(video.previewMediaUuid);
  const stillPath = still && keptMedia.cardPicturePath(still, now);
  return {
    url: (film && keptMedia.partOf(film, {}, { publicUrl, now })?.part.url) ?? video.url ?? '',
    previewUrl: stillPath ? publicUrl + stillPath : (video.previewUrl ?? `${baseUrl}/${STILL}`),
  };
}

function toPart(
  { height, altText, areas, video }: RichMessageDefinition,
  baseUrl: string,
  place: Place,
): RichMessage {
  return {
    kind: 'rich-message',
    baseUrl,
    height,
    altText,
    areas: areas.flatMap(({ label, action, x, y, width, height: tall }) =>
      action ? [{ area: { x, y, width, height: tall }, label, action }] : [],
    ),
    video: video && {
      ...addressesOf(video, baseUrl, place),
      area: { x: video.x, y: video.y, width: video.width, height: video.height },
      link: video.link,
    },
  };
}

/** Rich messages as bubbles of composed messages: from when they are sent, what they show stays for 90 days. */
export const createRichMessageBubbles = (
  keptMedia: KeptMediaStore,
): Pick<BubbleSources, 'richMessages' | 'markRichMessagesSent'> => ({
  async richMessages(transaction, ids, publicUrl) {
    const rows = await findRichMessages(transaction, ids);
    const place = { publicUrl, keptMedia, now: transaction.now() };
    const media = await mediaOf(transaction, rows, keptMedia);
    const views = await viewsOf(transaction, rows, place);
    const bubbles = new Map<RichMessageId, { part: RichMessage } | { reason: 'rich_message_unfinished' }>();
    for (const [index, { uuid, definition, problems }] of views.entries()) {
      const hash = rows[index]?.pictureHash;
      const isReady = hash && problems.length === 0;
      bubbles.set(
        uuid,
        isReady
          ? { part: toPart(definition, baseUrlOf(publicUrl, hash), { ...place, media }) }
          : { reason: 'rich_message_unfinished' },
      );
    }
    return bubbles;
  },
  async markRichMessagesSent(transaction, ids) {
    const rows = await findRichMessages(transaction, ids);
    for (const { id, pictureHash: hash } of rows) if (hash) await markSent(transaction, { id, hash });
    await keptMedia.markSent(transaction, mediaIdsOf(rows.map(readDefinition)));
  },
});
