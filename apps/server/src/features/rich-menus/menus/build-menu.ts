import type { ChannelMenu, MenuTap } from '@hanasu/channels/spec/menus';
import type { FormId, RichMenuId } from '@hanasu/contract/ids';
import {
  AREA_SMALLEST,
  isDateRange,
  MENU_SIZES,
  type MenuArea,
  type MenuPage,
  type MenuProblem,
  type RichMenuDefinition,
  type TapAction,
} from '@hanasu/contract/rich-menus';
import { isLinkTooLong } from '@hanasu/contract/typed-words';
import { uploadsIn } from '../pictures/render-picture.ts';
import { aliasOf } from './menu-marks.ts';

/** What the taps of a menu lead to, as it stands now. */
export interface TapTargets {
  /** Forms by their ids: whether they take submissions. */
  readonly forms: ReadonlyMap<FormId, boolean>;
  /** First pages of published menus of the channel. */
  readonly firstPages: ReadonlyMap<RichMenuId, string>;
  /** Indexes of actions that can't be done, by the id of their area. */
  readonly broken: ReadonlySet<string>;
  /** Uploads that are there. */
  readonly uploads: ReadonlySet<string>;
}

type Found = Pick<MenuProblem, 'reason' | 'areaId'>;

/** What keeps a definition from being published, in the order of its parts. */
export function findProblems(definition: RichMenuDefinition, targets: TapTargets): MenuProblem[] {
  const { chatBarText, pages, size } = definition;
  const whole: MenuProblem[] =
    chatBarText === '' ? [{ reason: 'no_chat_bar_text', pageId: null, areaId: null, detail: null }] : [];
  return [
    ...whole,
    ...pages.flatMap((page) =>
      [
        ...findPictureProblems(page, targets).map((reason) => ({ reason, areaId: null })),
        ...(page.areas.length > 0 ? [] : [{ reason: 'no_areas' as const, areaId: null }]),
        ...page.areas.flatMap((area): Found[] =>
          [...findPlaceProblems(area, MENU_SIZES[size]), ...findTapProblems(area, pages, targets)].map(
            (reason) => ({ reason, areaId: area.id }),
          ),
        ),
      ].map((found): MenuProblem => ({ ...found, pageId: page.id, detail: null })),
    ),
  ];
}

function findPictureProblems(
  { picture }: MenuPage,
  { uploads }: Pick<TapTargets, 'uploads'>,
): MenuProblem['reason'][] {
  if (!picture) return ['no_picture'];
  return uploadsIn(picture).every((id) => uploads.has(id)) ? [] : ['picture_missing'];
}

function findPlaceProblems(
  { x, y, width, height, label }: MenuArea,
  size: { readonly width: number; readonly height: number },
): MenuProblem['reason'][] {
  const isOutside = x + width > size.width || y + height > size.height;
  const least = AREA_SMALLEST / 100;
  const isSmall = width < size.width * least || height < size.height * least;
  return [
    ...(isOutside ? ['area_outside' as const] : []),
    ...(isSmall ? ['area_too_small' as const] : []),
    ...(label === '' ? ['no_label' as const] : []),
  ];
}

function findTapProblems(
  { id, action }: MenuArea,
  pages: readonly MenuPage[],
  { forms, firstPages, broken }: TapTargets,
): MenuProblem['reason'][] {
  switch (action?.kind) {
    case undefined:
      return ['no_action'];
    case 'form': {
      const isOpen = forms.get(action.formUuid);
      if (isOpen === undefined) return ['form_missing'];
      return isOpen ? [] : ['form_closed'];
    }
    case 'page':
      return pages.some((page) => page.id === action.pageId) ? [] : ['page_missing'];
    case 'menu':
      return firstPages.has(action.menuUuid) ? [] : ['menu_missing'];
    case 'actions':
      return broken.has(id) ? ['action_broken'] : [];
    case 'date':
      return isDateRange(action) ? [] : ['date_range'];
    case 'link':
      return !action.counted && isLinkTooLong(action.url) ? ['link_too_long'] : [];
    default:
      return [];
  }
}

/** Which area of which page was tapped. Comes back in postbacks. */
export interface TapMark {
  readonly menuId: RichMenuId;
  readonly pageId: string;
  readonly areaId: string;
}

const TAP = /^hanasu\/tap\/([0-9a-f-]{36})\/([a-z0-9]{1,12})\/([a-z0-9]{1,12})$/;
const writeTap = ({ menuId, pageId, areaId }: TapMark): string => `hanasu/tap/${menuId}/${pageId}/${areaId}`;
/** Null: not a tap on a menu of ours. */
export function readTap(data: string): TapMark | null {
  const [, menuId, pageId, areaId] = TAP.exec(data) ?? [];
  if (menuId === undefined || pageId === undefined || areaId === undefined) return null;
  return { menuId: menuId as RichMenuId, pageId, areaId };
}

/** One page in the words of channels. The definition has no problems. `name`: the mark. */
export function toChannelMenu(
  { size, chatBarText, selected }: RichMenuDefinition,
  page: MenuPage,
  {
    menuId,
    name,
    firstPages,
  }: { readonly menuId: RichMenuId; readonly name: string } & Pick<TapTargets, 'firstPages'>,
): ChannelMenu {
  return {
    name,
    chatBarText,
    selected,
    size: MENU_SIZES[size],
    areas: page.areas.flatMap(({ id, x, y, width, height, label, action }) => {
      if (!action) return [];
      const data = writeTap({ menuId, pageId: page.id, areaId: id });
      return [{ x, y, width, height, label, tap: toTap(action, data, { menuId, firstPages }) }];
    }),
  };
}

function toTap(
  action: TapAction,
  data: string,
  { menuId, firstPages }: { readonly menuId: RichMenuId } & Pick<TapTargets, 'firstPages'>,
): MenuTap {
  switch (action.kind) {
    case 'message':
      return { kind: 'message', text: action.text };
    case 'link':
      return { kind: 'link', url: action.url };
    case 'phone':
      return { kind: 'link', url: `tel:${action.number.replaceAll(/[^+0-9]/g, '')}` };
    case 'copy':
      return { kind: 'copy', text: action.text };
    case 'page':
      return { kind: 'switch', alias: aliasOf(menuId, action.pageId), data };
    case 'menu':
      return {
        kind: 'switch',
        alias: aliasOf(action.menuUuid, firstPages.get(action.menuUuid) ?? ''),
        data,
      };
    case 'date':
      return {
        kind: 'date',
        mode: action.mode,
        data,
        ...(action.initial === undefined ? {} : { initial: action.initial }),
        ...(action.min === undefined ? {} : { min: action.min }),
        ...(action.max === undefined ? {} : { max: action.max }),
      };
    case 'ask':
    case 'actions':
      return { kind: 'postback', data, shown: action.shown };
    case 'form':
      return { kind: 'postback', data, shown: null };
  }
}
