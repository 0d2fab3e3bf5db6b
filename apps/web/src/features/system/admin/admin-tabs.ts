/** Parts of the administrator's page, as its address names them. */
export const ADMIN_TABS = ['accounts', 'tokens', 'payments', 'reports', 'queues'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];
