import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { AccountId, RichMessageId } from '@hanasu/contract/ids';
import {
  RICH_MESSAGE_WIDTH,
  RICH_MESSAGE_WIDTHS,
  RichMessageDefinition,
  type RichMessageView,
} from '@hanasu/contract/rich-messages';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { findUploads } from '../pictures/pictures.store.ts';
import { createDraw, type Uploads, uploadsIn } from '../pictures/render-picture.ts';
import { findRichMessage, keepPicture, markPictureSent, type RichMessageRow } from './rich-messages.store.ts';

type Problem = RichMessageView['problems'][number];

interface Facts {
  /** Uploads that are there. */
  readonly uploads: ReadonlySet<string>;
  readonly publicUrl: string;
}

const LINK_LENGTH = 1_000;
const isSecure = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';
/** As it is spelled when it is sent. */
const isTooLong = (url: string): boolean => new URL(url).href.length > LINK_LENGTH;

/** What keeps a rich message from being sent, from top to bottom of its form. */
export function problemsOf(definition: RichMessageDefinition, { uploads, publicUrl }: Facts): Problem[] {
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
      ...(action?.kind === 'link' && isTooLong(action.url)
        ? [{ reason: 'link_too_long' as const, areaId }]
        : []),
    ]),
    ...whole('area_outside', video !== null && isOutside(video)),
    ...whole('video_not_secure', video !== null && !(isSecure(video.url) && isSecure(video.previewUrl))),
    ...whole('link_too_long', Boolean(video?.link && isTooLong(video.link.url))),
    ...whole('no_public_url', !isSecure(publicUrl)),
  ];
}

const baseUrlOf = (publicUrl: string, hash: string): string => `${publicUrl}/line/rich-message/${hash}`;

export async function viewsOf(
  transaction: AccountTransaction,
  rows: readonly RichMessageRow[],
  publicUrl: string,
): Promise<RichMessageView[]> {
  const read = rows.map((row) => ({ row, definition: RichMessageDefinition.parse(row.definition) }));
  const wanted = read.flatMap(({ definition: { picture } }) => (picture ? uploadsIn(picture) : []));
  const found = wanted.length === 0 ? [] : await findUploads(transaction, wanted);
  const uploads = new Set<string>(found.map(({ id }) => id));
  return read.map(({ row, definition }) => ({
    uuid: row.id,
    name: row.name,
    definition,
    revision: row.revision,
    problems: problemsOf(definition, { uploads, publicUrl }),
    baseUrl: row.pictureHash && baseUrlOf(publicUrl, row.pictureHash),
    createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

export interface DrawnWidths {
  readonly hash: string;
  readonly bytes: number;
  readonly files: readonly { readonly width: number; readonly content: Buffer }[];
}

/** The five widths that the vendor asks for. */
export async function drawWidths(
  files: FileStore,
  accountId: AccountId,
  {
    picture,
    height,
    uploads,
  }: Pick<RichMessageDefinition, 'height'> & {
    readonly picture: NonNullable<RichMessageDefinition['picture']>;
    readonly uploads: Uploads;
  },
): Promise<DrawnWidths> {
  const draw = createDraw(files, uploads);
  const drawn = [];
  for (const width of RICH_MESSAGE_WIDTHS) {
    const size = { width, height: Math.max(1, Math.round((height * width) / RICH_MESSAGE_WIDTH)) };
    drawn.push({ asked: width, ...(await draw(picture, size)) });
  }
  // Of the account too: two accounts with the same picture don't keep it for each other.
  const hash = createHash('sha256')
    .update([accountId, ...drawn.map((one) => one.hash)].join())
    .digest('hex')
    .slice(0, 40);
  return {
    hash,
    bytes: drawn.reduce((sum, { bytes }) => sum + bytes.length, 0),
    files: drawn.map(({ asked, bytes }) => ({ width: asked, content: bytes })),
  };
}

/** True when the picture that was drawn for one is the other's too. */
export const looksLike = (one: RichMessageDefinition, other: RichMessageDefinition): boolean =>
  one.height === other.height && isDeepStrictEqual(one.picture, other.picture);

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
  for (const { width, content } of drawn.files)
    await files.put(`${pictureFolder(transaction.accountId, drawn.hash)}/${width}`, content);
}

/**
 * A rich message as it goes out, for whoever sends it in this transaction: from then on its picture stays for 90 days,
 * also when it is changed or deleted. Null: there is no such rich message.
 */
export async function sendableRichMessage(
  transaction: AccountTransaction,
  id: RichMessageId,
  publicUrl: string,
): Promise<{ readonly part: OutgoingPart } | { readonly problems: readonly Problem[] } | null> {
  const row = await findRichMessage(transaction, id);
  if (!row) return null;
  const [view] = await viewsOf(transaction, [row], publicUrl);
  if (!view || !row.pictureHash || view.problems.length > 0) return { problems: view?.problems ?? [] };
  await markPictureSent(transaction, row.pictureHash);
  return { part: toPart(view.definition, baseUrlOf(publicUrl, row.pictureHash)) };
}

function toPart({ height, altText, areas, video }: RichMessageDefinition, baseUrl: string): OutgoingPart {
  return {
    kind: 'rich-message',
    baseUrl,
    height,
    altText,
    areas: areas.flatMap(({ label, action, x, y, width, height: tall }) =>
      action ? [{ area: { x, y, width, height: tall }, label, action }] : [],
    ),
    video: video && {
      url: video.url,
      previewUrl: video.previewUrl,
      area: { x: video.x, y: video.y, width: video.width, height: video.height },
      link: video.link,
    },
  };
}
