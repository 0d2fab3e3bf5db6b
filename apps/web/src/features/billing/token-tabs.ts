/** Parts of the token page, as its address names them. */
export const TOKEN_TABS = ['usage', 'budgets', 'keys', 'hooks'] as const;
export type TokenTab = (typeof TOKEN_TABS)[number];
