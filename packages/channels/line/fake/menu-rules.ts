import { richMenuAction } from './action-rules.ts';
import { type Fields, list, object, type Rule, text, words, yesOrNo } from './rules.ts';

const WIDEST = 1.45;
const whole = (from: number): Rule => ({ is: 'number', from, to: 2_147_483_647, whole: true });

/** Areas may stick out of the menu: one of the vendor's own samples does. */
export const MENU: Fields = {
  size: {
    is: 'agreeing',
    of: object({ width: { is: 'number', from: 800, to: 2500, whole: true }, height: whole(250) }),
    check: ({ width, height }) =>
      Number(width) / Number(height) >= WIDEST
        ? null
        : { message: `width / height must be greater than or equal to ${WIDEST}`, property: '' },
  },
  selected: yesOrNo,
  name: words(300),
  chatBarText: words(14),
  areas: list(
    object({
      bounds: object({ x: whole(0), y: whole(0), width: whole(1), height: whole(1) }),
      action: richMenuAction,
    }),
    20,
    0,
  ),
};

export const aliasId: Rule = { is: 'text', max: 32, matches: /^[a-z0-9_-]{1,32}$/ };
export const ALIAS: Fields = { richMenuAliasId: aliasId, richMenuId: text(100) };
export const ALIAS_TARGET: Fields = { richMenuId: text(100) };
export const BULK_LINK: Fields = { richMenuId: text(100), userIds: list(text(100), 500) };
export const BULK_UNLINK: Fields = { userIds: list(text(100), 500) };
export const BATCH: Fields = {
  operations: list(
    {
      is: 'kind',
      of: () => ({ link: { from: text(100), to: text(100) }, unlink: { from: text(100) }, unlinkAll: {} }),
    },
    1000,
  ),
  'resumeRequestKey?': { is: 'text', max: 100, matches: /^[0-9a-zA-Z_-]{1,100}$/ },
};
