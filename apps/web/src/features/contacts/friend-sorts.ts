/** Orders of the list, the usual one first. By itself, because the address is read before the page is fetched. */
export const SORTS = ['-createdAt', '-lastWroteAt', 'lastWroteAt', 'name', '-name', 'createdAt'] as const;
