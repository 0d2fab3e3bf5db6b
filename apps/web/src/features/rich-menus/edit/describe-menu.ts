import {
  MENU_SIZES,
  type MenuArea,
  type MenuPage,
  type MenuSize,
  type RichMenuDefinition,
  type TapAction,
} from '@hanasu/contract/rich-menus';
import type { useWords } from '../../../i18n/use-words.ts';
import type { DescribedPart, DescribedText } from '../../../shell/draft/text-changes.ts';
import { scaleBox } from './area-geometry.ts';
import { isHigh } from './menu-draft.ts';
import { cellUnder, composedOf } from './picture-draft.ts';

// Describes a rich menu as text, so that two states can be compared. Pure.

/** Translations that a description needs. */
export interface MenuDescriber {
  readonly t: ReturnType<typeof useWords>['t'];
  /** Says what a tap does. */
  readonly actionText: (action: TapAction | null) => string;
}

export const pageLabel = ({ name }: MenuPage, index: number, t: MenuDescriber['t']): string =>
  name || t('menuEditor.pageNumber', { number: index + 1 });

/** `size`: of the menu in whose pixels tap areas are described. */
export function describeMenu(
  definition: RichMenuDefinition,
  size: MenuSize,
  describer: MenuDescriber,
): DescribedPart[] {
  const { t } = describer;
  return [
    { key: 'menu', label: '', group: '', place: '', texts: menuTexts(definition, t) },
    ...definition.pages.flatMap((page, index) => {
      const label = pageLabel(page, index, t);
      return [
        {
          key: `page ${page.id}`,
          label,
          group: 'pages',
          place: t('menuEditor.pageNumber', { number: index + 1 }),
          texts: pageTexts(page, t),
        },
        ...page.areas.map((area, at) => {
          const areaNumber = t('menuEditor.areaNumber', { number: at + 1 });
          const box = scaleBox(area, definition.size, size);
          return {
            key: `area ${area.id}`,
            label: area.label || areaNumber,
            group: page.id,
            owner: `page ${page.id}`,
            place: t('menuVersion.area', { page: label, area: areaNumber }),
            texts: [
              { key: 'label', label: t('menuEditor.label'), text: area.label },
              ...actionTexts(area.action, describer),
              ...cellTexts(area, { page, size: definition.size }, t),
              {
                key: 'place',
                label: t('shell.versions.place'),
                text: t('menuEditor.placed', {
                  x: box.x,
                  y: box.y,
                  width: box.width,
                  height: box.height,
                }),
              },
            ],
          };
        }),
      ];
    }),
  ];
}

const yesNo = (value: boolean, t: MenuDescriber['t']): string => t(value ? 'contact.yes' : 'contact.no');

function menuTexts(
  { chatBarText, selected, size }: RichMenuDefinition,
  t: MenuDescriber['t'],
): DescribedText[] {
  const { width, height } = MENU_SIZES[size];
  const name = t(isHigh(size) ? 'menuEditor.sizes.high' : 'menuEditor.sizes.low');
  return [
    { key: 'chatBarText', label: t('menuEditor.chatBarText'), text: chatBarText },
    { key: 'selected', label: t('menuEditor.selected'), text: yesNo(selected, t) },
    { key: 'size', label: t('menuEditor.size'), text: `${name} · ${width} × ${height}` },
  ];
}

function pageTexts({ name, picture }: MenuPage, t: MenuDescriber['t']): DescribedText[] {
  const kinds = { composed: 'menuVersion.drawn', upload: 'menuVersion.uploaded' } as const;
  return [
    { key: 'name', label: t('menuEditor.pageName'), text: name },
    {
      key: 'picture',
      label: t('menuVersion.picture'),
      text: t(picture ? kinds[picture.kind] : 'menuVersion.noPicture'),
      value: canonicalJson(picture),
    },
  ];
}

/** JSON that does not depend on the order of keys. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** Differs where two actions have the same text: of other forms with the same name, of other actions. */
function actionValue(action: TapAction): string {
  if (action.kind === 'form') return action.formUuid;
  if (action.kind === 'menu') return action.menuUuid;
  if (action.kind === 'page') return action.pageId;
  return action.kind === 'actions' ? canonicalJson(action.actions) : '';
}

function actionTexts(action: TapAction | null, { t, actionText }: MenuDescriber): DescribedText[] {
  const label = t('menuEditor.onTap');
  const text = actionText(action);
  if (action === null) return [{ key: 'action', label, text }];
  const kind = t(`menuEditor.kinds.${action.kind}`);
  return [
    {
      key: 'action',
      label,
      // A message and a question to the bot have the same text otherwise.
      text: action.kind === 'ask' ? t('shell.versions.fact', { label: kind, value: text }) : text,
      value: actionValue(action),
    },
    ...('shown' in action && action.shown
      ? [{ key: 'shown', label: t('menuEditor.shown'), text: action.shown }]
      : []),
    ...(action.kind === 'link' && action.counted
      ? [{ key: 'counted', label: t('menuEditor.counted'), text: yesNo(true, t) }]
      : []),
    ...(action.kind === 'date' ? dateTexts(action, t) : []),
  ];
}

const LIMITS = ['initial', 'min', 'max'] as const;
const dateTexts = (action: Extract<TapAction, { kind: 'date' }>, t: MenuDescriber['t']): DescribedText[] => [
  { key: 'mode', label: t('menuEditor.dateMode'), text: t(`menuEditor.dateModes.${action.mode}`) },
  { key: 'dateText', label: t('menuEditor.dateText'), text: action.text },
  ...LIMITS.flatMap((limit) => {
    const text = action[limit];
    return text
      ? [{ key: limit, label: t(`menuEditor.dateLimits.${limit}`), text: text.replace('T', ' ') }]
      : [];
  }),
];

/** Text and icon of the cell under an area. */
function cellTexts(
  { id }: MenuArea,
  { page, size }: { page: MenuPage; size: MenuSize },
  t: MenuDescriber['t'],
): DescribedText[] {
  const index = cellUnder(page, id, MENU_SIZES[size]);
  const cell = index === null ? undefined : composedOf(page)?.cells[index];
  return [
    ...(cell?.text ? [{ key: 'cellText', label: t('menuEditor.cellText'), text: cell.text }] : []),
    ...(cell?.icon
      ? [{ key: 'icon', label: t('menuEditor.icon'), text: t(`menuEditor.icons.${cell.icon}`) }]
      : []),
  ];
}
