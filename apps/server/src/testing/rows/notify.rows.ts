import type { EndpointRow } from './row.ts';

export const NOTIFY_ROWS: readonly EndpointRow[] = [];
