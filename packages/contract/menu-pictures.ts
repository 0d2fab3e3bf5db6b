import { z } from 'zod';
import { HexColor } from './colors.ts';
import { endpoint } from './endpoint.ts';
import { LinePictureId } from './ids.ts';
import { shortWords } from './typed-words.ts';

/** What the vendor takes for a menu; 1 MB, with room for how it counts. */
export const MENU_PICTURE_BYTES = 1_000_000;
export const LINE_PICTURE_UPLOAD_BYTES = 20 * 1_048_576;
export const LINE_PICTURE_PIXELS = 50_000_000;
export const CELLS_MAX = 20;
/** Positions and lengths of cells are thousandths of the picture. */
export const CELL_UNITS = 1_000;

const Unit = z.number().int().min(0).max(CELL_UNITS);
const Length = z.number().int().min(1).max(CELL_UNITS);

/** Names of lucide's icons. */
export const PICTURE_ICONS = [
  'calendar-check',
  'clock',
  'map-pin',
  'phone',
  'message-circle',
  'store',
  'utensils',
  'coffee',
  'shopping-bag',
  'shopping-cart',
  'gift',
  'ticket',
  'badge-percent',
  'star',
  'heart',
  'camera',
  'image',
  'video',
  'book-open',
  'newspaper',
  'megaphone',
  'circle-help',
  'info',
  'user',
  'users',
  'credit-card',
  'japanese-yen',
  'truck',
  'car',
  'bus',
  'house',
  'building',
  'bed',
  'scissors',
  'stethoscope',
  'pill',
  'graduation-cap',
  'dumbbell',
  'dog',
  'flower',
  'globe',
  'link',
  'mail',
  'search',
  'settings',
  'list',
  'clipboard-list',
  'arrow-right',
] as const;
export type PictureIcon = (typeof PICTURE_ICONS)[number];

export const PictureCell = z
  .object({
    x: Unit,
    y: Unit,
    width: Length,
    height: Length,
    /** Null: the background shows. */
    fill: HexColor.nullable(),
    color: HexColor,
    icon: z.enum(PICTURE_ICONS).nullable(),
    text: shortWords(40),
    /** A picture that fills the cell, under icon and words. */
    fileUuid: LinePictureId.nullable(),
  })
  .strict()
  .refine(({ x, width }) => x + width <= CELL_UNITS, { path: ['width'], message: 'inside the picture' })
  .refine(({ y, height }) => y + height <= CELL_UNITS, { path: ['height'], message: 'inside the picture' });
export type PictureCell = z.infer<typeof PictureCell>;

/** The part of an upload that is shown, in its own pixels after it was turned upright. */
const Crop = z
  .object({
    x: z.number().int().min(0),
    y: z.number().int().min(0),
    width: z.number().int().min(1),
    height: z.number().int().min(1),
  })
  .strict();

/** What a picture is made of; the server draws it in each size that is wanted. */
export const PictureSource = z
  .discriminatedUnion('kind', [
    /** Null: the middle of the upload, as large as fits. */
    z
      .object({ kind: z.literal('upload'), fileUuid: LinePictureId, crop: Crop.nullable().default(null) })
      .strict(),
    z
      .object({
        kind: z.literal('composed'),
        background: HexColor,
        fileUuid: LinePictureId.nullable(),
        /** Colour of the lines between cells; null: none. */
        line: HexColor.nullable(),
        font: z.enum(['sans', 'serif']).default('sans'),
        cells: z.array(PictureCell).max(CELLS_MAX),
      })
      .strict(),
  ])
  .meta({ id: 'PictureSource' });
export type PictureSource = z.output<typeof PictureSource>;

export const PictureFile = z
  .object({
    uuid: LinePictureId,
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int(),
    contentType: z.string(),
    url: z.string(),
  })
  .meta({ id: 'PictureFile' });
export type PictureFile = z.infer<typeof PictureFile>;

export const DrawnPicture = z
  .object({
    /** `data:` with the very bytes that would be sent. */
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int(),
    /** Characters that the font lacks, each once. */
    missing: z.array(z.string()),
    /** In that size it would be heavier than LINE takes: this one has half of its width and height. */
    tooHeavy: z.boolean(),
  })
  .meta({ id: 'DrawnPicture' });
export type DrawnPicture = z.infer<typeof DrawnPicture>;

const TAG = 'line';

/** JPEG, PNG or WebP; of an animation its first frame. */
export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/user/line/picture',
  summary: 'Upload a picture for rich menus and rich messages; removed after a week when nothing uses it',
  tag: TAG,
  access: 'admin',
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 201,
  output: PictureFile,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'picture_unsupported', 'picture_too_large'],
});
export const drawPicture = endpoint({
  method: 'POST',
  path: '/api/user/line/picture/preview',
  summary:
    'Draws a picture as it would be sent, without keeping it. One of an account is drawn at a time and two wait; more are refused (429)',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      source: PictureSource,
      width: z.number().int().min(240).max(2_500),
      height: z.number().int().min(240).max(2_500),
    })
    .strict(),
  status: 200,
  output: DrawnPicture,
  errors: ['picture_missing', 'rate_limited'],
});
