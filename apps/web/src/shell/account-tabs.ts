/** Parts of the account page, as its address names them. */
export const ACCOUNT_TABS = ['profile', 'security', 'team', 'log', 'export'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];
