import type { EndpointRow } from './row.ts';

export const MEDIA_ROWS: readonly EndpointRow[] = [];
