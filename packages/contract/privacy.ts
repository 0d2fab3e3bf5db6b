import { z } from 'zod';
import { OneTimeCode } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { CustomerId, ExportId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

export const DELETE_GRACE_DAYS = 7;

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/user/delete-account',
  summary: 'Erases this person and the accounts only they own, after seven days',
  tag: 'privacy',
  access: 'viewer',
  /** `name`: the own user name, typed. */
  body: z.object({ name: z.string().trim().max(80), password: z.string().max(200).optional() }).strict(),
  status: 200,
  output: z.object({ deleteAt: Time }),
  errors: ['name_differs', 'wrong_password', 'transfer_first'],
});
export const keepAccount = endpoint({
  method: 'POST',
  path: '/api/user/delete-account/cancel',
  summary: 'Takes the wish to be erased back',
  tag: 'privacy',
  access: 'viewer',
  status: 204,
});

export const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed', 'cancelled'] as const;
export const ExportView = z
  .object({
    uuid: ExportId,
    status: z.enum(EXPORT_STATUSES),
    /** 0 to 1. */
    progress: z.number(),
    /** Bytes; null until ready. */
    size: z.number().int().nullable(),
    createdAt: Time,
    /** When the file goes; null until ready. */
    expiresAt: Time.nullable(),
  })
  .meta({ id: 'Export' });
export type ExportView = z.infer<typeof ExportView>;

export const listExports = endpoint({
  method: 'GET',
  path: '/api/user/exports',
  summary: 'Exports of the account, newest first',
  tag: 'privacy',
  access: 'owner',
  status: 200,
  output: z.object({ items: z.array(ExportView) }),
});
export const createExport = endpoint({
  method: 'POST',
  path: '/api/user/export',
  summary: 'Packs everything of the account into a zip; a mail tells when it is ready',
  tag: 'privacy',
  access: 'owner',
  status: 201,
  output: ExportView,
  errors: ['export_running', 'storage_quota_reached'],
});
export const cancelExport = endpoint({
  method: 'POST',
  path: '/api/user/export/{uuid}/cancel',
  summary: 'Stops an export',
  tag: 'privacy',
  access: 'owner',
  params: uuidParams(ExportId),
  status: 200,
  output: ExportView,
  errors: ['not_found'],
});
export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/user/export/{uuid}',
  summary: 'Deletes an export and its file',
  tag: 'privacy',
  access: 'owner',
  params: uuidParams(ExportId),
  status: 204,
  errors: ['not_found'],
});
export const linkExport = endpoint({
  method: 'POST',
  path: '/api/user/export/{uuid}/link',
  summary: 'An address that gives the file, for ten minutes',
  tag: 'privacy',
  access: 'owner',
  params: uuidParams(ExportId),
  status: 200,
  output: z.object({ url: z.string() }),
  errors: ['not_found', 'export_not_ready'],
});
/** Answers with `application/zip`, not JSON. */
export const exportCustomer = endpoint({
  method: 'GET',
  path: '/api/customer/{uuid}/export',
  summary: 'Everything that is known of one customer (application/zip)',
  tag: 'privacy',
  access: 'admin',
  params: uuidParams(CustomerId),
  status: 200,
});
/** Answers with `application/zip`, not JSON. */
export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/export-file/{code}',
  summary: 'The zip of an export (application/zip)',
  tag: 'privacy',
  access: 'public',
  params: z.object({ code: OneTimeCode }),
  status: 200,
  errors: ['not_found'],
});
