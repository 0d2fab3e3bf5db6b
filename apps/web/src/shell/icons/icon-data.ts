import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };

/** The whole set, for tests and tools; the build replaces this module by the used subset. */
export const ICON_DATA = lucide;
