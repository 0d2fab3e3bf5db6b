import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MediaId } from './ids.ts';
import { PageQuery, pageOf } from './page.ts';

/** `waiting`: still being fetched from the vendor. `gone`: taken back or expired. */
export const MEDIA_STATES = ['waiting', 'stored', 'gone', 'failed'] as const;

/** A picture, recording or file of a message. Addresses carry their own permission and end after a while. */
export const MediaView = z
  .object({
    uuid: MediaId,
    state: z.enum(MEDIA_STATES),
    contentType: z.string().nullable(),
    name: z.string(),
    bytes: z.number().int().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    durationMs: z.number().int().nullable(),
    /** Null unless stored. */
    url: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
  })
  .meta({ id: 'Media' });
export type MediaView = z.infer<typeof MediaView>;

/** Fields of the form beside the file. */
export const MediaFields = z.object({
  durationMs: z.coerce.number().int().min(0).max(86_400_000).optional(),
});

/** Pictures (JPEG, PNG, GIF, WebP), MP4, MP3, M4A, PDF and office files. */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/user/media',
  summary: 'Upload something to send; removed after a day when no message has it',
  tag: 'inbox',
  access: 'operator',
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 200,
  output: MediaView,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'media_type_unsupported'],
});

export const KEPT_MEDIA_KINDS = ['image', 'video', 'audio'] as const;
export const listKeptMedia = endpoint({
  method: 'GET',
  path: '/api/user/media',
  summary:
    'Uploads that composed messages have shown, to choose from again, the newest first; `q` searches names',
  tag: 'inbox',
  access: 'operator',
  query: PageQuery.extend({ kind: z.enum(KEPT_MEDIA_KINDS).optional() }),
  status: 200,
  output: pageOf(MediaView),
});
