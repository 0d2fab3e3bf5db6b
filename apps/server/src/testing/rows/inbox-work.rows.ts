import type { EndpointRow } from './row.ts';

export const INBOX_WORK_ROWS: readonly EndpointRow[] = [];
