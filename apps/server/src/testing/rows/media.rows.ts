import { listKeptMedia, uploadMedia } from '@hanasu/contract/media';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES } from './row.ts';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

export const MEDIA_ROWS: readonly EndpointRow[] = [
  row(listKeptMedia, nothing, [...WRONG_PAGES, { query: { kind: 'file' }, path: 'query.kind' }]),
  row(uploadMedia, () => ({ form: formOf('file', PDF, 'offer.pdf') })),
];
