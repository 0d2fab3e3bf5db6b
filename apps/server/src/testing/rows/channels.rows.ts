import type { EndpointRow } from './row.ts';

export const CHANNEL_ROWS: readonly EndpointRow[] = [];
