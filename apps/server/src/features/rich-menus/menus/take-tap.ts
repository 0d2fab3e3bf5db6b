import type { Action } from '@hanasu/contract/actions';
import { type MenuArea, type MenuPage, RichMenuDefinition } from '@hanasu/contract/rich-menus';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ActionKind, CustomerEventListener } from '../../../platform/feature.ts';
import { newId } from '../../../platform/ids.ts';
import type { MenuTaps } from '../../automations/public.ts';
import { formContacts } from '../../contacts/public.ts';
import { findOpenForms } from '../../forms/public.ts';
import { readTap, type TapMark } from './build-menu.ts';
import * as line from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { findDefinitions } from './rich-menus.store.ts';
import { insertTap } from './taps.store.ts';

const UNKNOWN = { label: '', ask: null, isUnknown: true };

/**
 * Taps on areas of rich menus, of whichever version they are: yesterday's menu may still be open on a phone. `actions` are
 * those of all features.
 */
export const createMenuTaps = (actions: readonly ActionKind[]): MenuTaps => ({
  async take(transaction, { data, chosen, isSwitched, friendId, channelId, conversationId, eventId }) {
    const mark = readTap(data);
    if (!mark) return null;
    const found = await findArea(transaction, mark);
    if (!found?.area.action) return UNKNOWN;
    const { label, action } = found.area;
    const isNew = await insertTap(transaction, { id: newId(), ...mark, friendId, eventId });
    const leads = action.kind === 'page' || action.kind === 'menu';
    if (leads && isSwitched && friendId) await noteSwitch(transaction, mark, { found, friendId, channelId });
    const friend = isNew && friendId ? await formContacts.findFriend(transaction, friendId) : null;
    if (friend) {
      const { menuId, pageId, areaId } = mark;
      const tapped = { menuId, tap: `${pageId}/${areaId}`, channelId, conversationId };
      const event = { customerId: friend.customerUuid, kind: 'tapped' as const, data: tapped };
      await formContacts.recordEvents(transaction, { kind: 'customer', id: null }, [event]);
    }
    if (action.kind === 'ask') return { label, ask: action.text, isUnknown: false };
    if (action.kind === 'date') {
      const said = [action.text, chosen].filter((part) => part !== null).join(' ');
      return { label, ask: said, isUnknown: false };
    }
    // A tab that could not be opened leaves the customer with nothing, and so does a form that takes nothing any more.
    const isLost = leads ? !isSwitched : await isBroken(transaction, actions, found.area);
    return { label, ask: null, isUnknown: isLost };
  },
});

/** Whether a part of what the area does can't be done: staff are notified of the rule, and the customer is answered. */
async function isBroken(
  transaction: AccountTransaction,
  kinds: readonly ActionKind[],
  area: MenuArea,
): Promise<boolean> {
  const wanted = actionsOf(area);
  if (wanted.length === 0) return false;
  const forms = wanted.flatMap((action) => (action.kind === 'sendForm' ? [action.formUuid] : []));
  const open = await findOpenForms(transaction, forms);
  if (forms.some((id) => !open.get(id))) return true;
  const reasons = await formContacts.findActionProblems(transaction, kinds, wanted);
  return reasons.some((reason) => reason !== null);
}

interface FoundArea {
  readonly area: MenuArea;
  readonly definition: RichMenuDefinition;
}

async function findArea(
  transaction: AccountTransaction,
  { menuId, pageId, areaId }: TapMark,
): Promise<FoundArea | null> {
  for (const row of await findDefinitions(transaction, menuId)) {
    const definition = RichMenuDefinition.parse(row.definition);
    const page: MenuPage | undefined = definition.pages.find(({ id }) => id === pageId);
    const area = page?.areas.find(({ id }) => id === areaId);
    if (area) return { area, definition };
  }
  return null;
}

interface Switched extends Pick<Parameters<MenuTaps['take']>[1], 'channelId'> {
  readonly found: FoundArea;
  readonly friendId: Parameters<typeof friends.noteSwitched>[1]['friendId'];
}

/** LINE shows them the other page now; it stays until something else is theirs. */
async function noteSwitch(
  transaction: AccountTransaction,
  { menuId }: TapMark,
  { found, friendId, channelId }: Switched,
): Promise<void> {
  const { action } = found.area;
  if (action?.kind === 'page')
    await friends.noteSwitched(transaction, { channelId, friendId, menuId, pageId: action.pageId });
  if (action?.kind === 'menu')
    await friends.noteSwitched(transaction, { channelId, friendId, menuId: action.menuUuid, pageId: null });
}

/** What taps on a definition do beside what they say: a rule for each area. */
export const rulesOf = ({
  pages,
}: RichMenuDefinition): { readonly tap: string; readonly actions: readonly Action[] }[] =>
  pages.flatMap((page) =>
    page.areas.flatMap((area) => {
      const actions = actionsOf(area);
      return actions.length > 0 ? [{ tap: `${page.id}/${area.id}`, actions }] : [];
    }),
  );

function actionsOf({ action }: MenuArea): readonly Action[] {
  if (action?.kind === 'actions') return action.actions;
  return action?.kind === 'form' ? [{ kind: 'sendForm', formUuid: action.formUuid, as: 'link' }] : [];
}

/** Changes that come together are worked out once. */
const GATHER_MS = 2_000;

/** Who is in a segment may have changed: the menus of the channels that have some for segments are shared anew. */
export const listenForMenus =
  (notify: () => void): CustomerEventListener =>
  async (transaction, { kind, customerId }) => {
    // Whether LINE still shows what it was told is not known of somebody who had gone.
    if (kind === 'followed' && customerId) await friends.relinkFriendsOf(transaction, customerId);
    const channels = await friends.listNarrowed(transaction);
    for (const { channelId } of channels)
      await line.wantMenus(transaction, channelId, { delayMs: GATHER_MS });
    return channels.length > 0 ? notify : undefined;
  };
