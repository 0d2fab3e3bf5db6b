import { uploadMedia } from '@hanasu/contract/media';
import { formOf } from '../test-server.ts';
import { type EndpointRow, row } from './row.ts';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

export const MEDIA_ROWS: readonly EndpointRow[] = [
  row(uploadMedia, () => ({ form: formOf('file', PDF, 'offer.pdf') })),
];
