import type { MenuRefusal } from '@hanasu/contract/menus-at-line';
import { z } from 'zod';
import type { ChannelMenu, ChannelMenus, MenuFailure, MenuOutcome, MenuTap } from '../../spec/menus.ts';
import type { LineCredentials } from '../credentials.ts';
import { linkUri } from '../outbound/draft.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer, type LineAnswer, type LineCall, vendorSentence } from './line-client.ts';

const MENUS = '/v2/bot/richmenu';
const ALIASES = `${MENUS}/alias`;
const OF_ALL = '/v2/bot/user/all/richmenu';
const DONE: MenuOutcome = { kind: 'done' };

/** Rich menus of the Messaging API. */
export function createLineMenus(client: AuthorisedClient): ChannelMenus<LineCredentials> {
  const done = async (credentials: LineCredentials, made: LineCall): Promise<MenuOutcome> => {
    const answer = await client.call(credentials, made);
    return isOk(answer) ? DONE : failureOf(answer);
  };
  return {
    limits: { linkedAtOnce: 500, madeInAnHour: 100, deletedInAnHour: 100, menus: 1_000 },
    async find({ credentials }) {
      const [menus, aliases, all] = await Promise.all([
        client.call(credentials, { method: 'GET', path: `${MENUS}/list` }),
        client.call(credentials, { method: 'GET', path: `${ALIASES}/list` }),
        client.call(credentials, { method: 'GET', path: OF_ALL }),
      ]);
      if (!isOk(menus)) return failureOf(menus);
      if (!isOk(aliases)) return failureOf(aliases);
      const foundMenus = MenuList.safeParse(bodyOf(menus));
      const foundAliases = AliasList.safeParse(bodyOf(aliases));
      const defaultMenu = readDefault(all);
      if (!foundMenus.success || !foundAliases.success || defaultMenu === undefined) return failureOf(all);
      return {
        kind: 'found',
        menus: foundMenus.data.richmenus.map(({ richMenuId, name }) => ({ id: richMenuId, name })),
        aliases: foundAliases.data.aliases.map(({ richMenuAliasId, richMenuId }) => ({
          alias: richMenuAliasId,
          menuId: richMenuId,
        })),
        defaultMenu,
      };
    },
    validate: ({ credentials }, menu) =>
      done(credentials, { method: 'POST', path: `${MENUS}/validate`, json: toRichMenu(menu) }),
    async create({ credentials }, menu) {
      const answer = await client.call(credentials, { method: 'POST', path: MENUS, json: toRichMenu(menu) });
      const made = isOk(answer) ? Made.safeParse(bodyOf(answer)) : null;
      return made?.success ? { kind: 'made', id: made.data.richMenuId } : failureOf(answer);
    },
    async setPicture({ credentials }, id, file) {
      const path = `${MENUS}/${id}/content`;
      const answer = await client.call(credentials, { method: 'POST', host: 'data', path, file });
      if (isOk(answer)) return DONE;
      // The answer to the call that brought it was lost.
      return sentenceOf(answer).startsWith(HAS_PICTURE) ? DONE : failureOf(answer);
    },
    async remove({ credentials }, id) {
      const outcome = await done(credentials, { method: 'DELETE', path: `${MENUS}/${id}` });
      return outcome.kind === 'missing' ? DONE : outcome;
    },
    async setAlias({ credentials }, alias, richMenuId) {
      const json = { richMenuId };
      const changed = await client.call(credentials, { method: 'POST', path: `${ALIASES}/${alias}`, json });
      if (isOk(changed)) return DONE;
      if (!isStatus(changed, 404)) return failureOf(changed);
      return done(credentials, {
        method: 'POST',
        path: ALIASES,
        json: { richMenuAliasId: alias, richMenuId },
      });
    },
    async removeAlias({ credentials }, alias) {
      const outcome = await done(credentials, { method: 'DELETE', path: `${ALIASES}/${alias}` });
      return outcome.kind === 'missing' ? DONE : outcome;
    },
    setDefault: ({ credentials }, id) =>
      done(
        credentials,
        id === null ? { method: 'DELETE', path: OF_ALL } : { method: 'POST', path: `${OF_ALL}/${id}` },
      ),
    async link({ credentials }, id, externalIds) {
      let userIds = externalIds.filter((one) => USER_ID.test(one));
      while (userIds.length > 0) {
        const answer = await client.call(
          credentials,
          id === null
            ? { method: 'POST', path: `${MENUS}/bulk/unlink`, json: { userIds } }
            : { method: 'POST', path: `${MENUS}/bulk/link`, json: { richMenuId: id, userIds } },
        );
        if (isOk(answer)) return DONE;
        // One id that is malformed for LINE makes it refuse all of them.
        const wrong = wrongIdOf(answer);
        if (wrong === null || wrong >= userIds.length) return failureOf(answer);
        userIds = userIds.filter((_, index) => index !== wrong);
      }
      return DONE;
    },
    async findLink({ credentials }, externalId) {
      if (!USER_ID.test(externalId)) return { kind: 'linked', id: null };
      const path = `/v2/bot/user/${externalId}/richmenu`;
      const answer = await client.call(credentials, { method: 'GET', path });
      if (isStatus(answer, 404)) return { kind: 'linked', id: null };
      const found = isOk(answer) ? Made.safeParse(bodyOf(answer)) : null;
      return found?.success ? { kind: 'linked', id: found.data.richMenuId } : failureOf(answer);
    },
    unlinkAll: ({ credentials }, ids) =>
      done(credentials, {
        method: 'POST',
        path: `${MENUS}/batch`,
        json: { operations: ids.map((from) => ({ type: 'unlink', from })) },
      }),
  };
}

const Made = z.object({ richMenuId: z.string() });
const MenuList = z.object({ richmenus: z.array(z.object({ richMenuId: z.string(), name: z.string() })) });
const AliasList = z.object({
  aliases: z.array(z.object({ richMenuAliasId: z.string(), richMenuId: z.string() })),
});
const HAS_PICTURE = 'An image has already been uploaded';
const OF_OTHERS = 'the richmenu is owned by another channel';

const USER_ID = /^U[0-9a-f]{32}$/;

const isStatus = (answer: LineAnswer, status: number): boolean =>
  answer.kind === 'answered' && answer.status === status;
const isOk = (answer: LineAnswer): boolean => isStatus(answer, 200) || isStatus(answer, 202);
const bodyOf = (answer: LineAnswer): unknown => (answer.kind === 'answered' ? answer.body : null);
const sentenceOf = (answer: LineAnswer): string =>
  answer.kind === 'answered' ? vendorSentence(answer.body) : '';

/** Undefined: the vendor could not be asked. */
function readDefault(answer: LineAnswer): { readonly id: string } | 'other' | null | undefined {
  if (isStatus(answer, 404)) return null;
  if (isStatus(answer, 403) && sentenceOf(answer).startsWith(OF_OTHERS)) return 'other';
  const found = isOk(answer) ? Made.safeParse(bodyOf(answer)) : null;
  return found?.success ? { id: found.data.richMenuId } : undefined;
}

const WRONG_ID = /^The property, '?userIds\[(\d+)\]/;
/** The index of the user id that made LINE refuse the whole call; null: it was refused for another reason. */
function wrongIdOf(answer: LineAnswer): number | null {
  const index = isStatus(answer, 400) ? WRONG_ID.exec(sentenceOf(answer))?.[1] : undefined;
  return index === undefined ? null : Number(index);
}

/** By parts of LINE's sentences; the reference of the Messaging API gives them for each call. */
const REFUSALS: readonly (readonly [RegExp, MenuRefusal])[] = [
  [/invalid uri/i, 'invalid_link'],
  [/must be specified|may not be (empty|null)/i, 'value_missing'],
  [/length must be|size must be|too long|must be (less|between|at most)/i, 'value_too_long'],
  [/number of rich menus|number of aliases/i, 'too_many_menus'],
  [/image size|upload richmenu image|image/i, 'picture'],
  [/not found/i, 'not_found'],
];

const Details = z.object({ details: z.array(z.object({ property: z.string().optional() })).min(1) });

function failureOf(answer: LineAnswer): MenuFailure {
  const detail = describeAnswer(answer);
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail };
  const { status } = answer;
  if (status === 429) return { kind: 'limited', retryAfterMs: answer.retryAfterMs ?? null };
  if (status === 401 || status === 403) return { kind: 'no-access', detail };
  if (status === 404) return { kind: 'missing', detail };
  if (status < 400 || status >= 500) return { kind: 'unreachable', detail };
  const property = Details.safeParse(answer.body).data?.details[0]?.property ?? null;
  const sentence = sentenceOf(answer);
  const reason = REFUSALS.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'other';
  return { kind: 'refused', reason, detail, property };
}

/** The vendor's own object. */
function toRichMenu({ size, selected, name, chatBarText, areas }: ChannelMenu) {
  return {
    size,
    selected,
    name,
    chatBarText,
    areas: areas.map(({ x, y, width, height, label, tap }) => ({
      bounds: { x, y, width, height },
      action: { ...toAction(tap), ...(label === '' ? {} : { label }) },
    })),
  };
}

function toAction(tap: MenuTap): Record<string, unknown> {
  switch (tap.kind) {
    case 'message':
      return { type: 'message', text: tap.text };
    case 'postback':
      return {
        type: 'postback',
        data: tap.data,
        ...(tap.shown === null ? {} : { displayText: tap.shown }),
      };
    case 'link':
      // The vendor refuses letters beyond ASCII. Too long a link is sent as it is, so that the refusal names its area.
      return { type: 'uri', uri: /^https?:/i.test(tap.url) ? (linkUri(tap.url) ?? tap.url) : tap.url };
    case 'switch':
      return { type: 'richmenuswitch', richMenuAliasId: tap.alias, data: tap.data };
    case 'date': {
      const { kind: _, ...picker } = tap;
      return { type: 'datetimepicker', ...picker };
    }
    case 'copy':
      return { type: 'clipboard', clipboardText: tap.text };
  }
}
