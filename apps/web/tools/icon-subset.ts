import { getIcons } from '@iconify/utils/lib/icon-set/get-icons';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import type { Plugin } from 'vite';
import { ICON_NAMES } from '../src/shell/icon-names.ts';

/** Replaces `src/shell/icon-data.ts` (the whole Lucide set, 1 MB) by the icons that are used. */
export function iconSubset(): Plugin {
  return {
    name: 'hanasu:icon-subset',
    enforce: 'pre',
    load(id) {
      if (!id.split('?')[0]?.endsWith('/src/shell/icon-data.ts')) return null;
      const subset = getIcons(lucide, [...ICON_NAMES]);
      if (!subset || subset.not_found?.length) {
        throw new Error(`No such Lucide icon: ${subset?.not_found?.join(', ') ?? 'all'}`);
      }
      return { code: `export const ICON_DATA = ${JSON.stringify(subset)};`, map: null };
    },
  };
}
