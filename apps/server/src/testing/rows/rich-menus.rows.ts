import { listFriends } from '@hanasu/contract/friends';
import * as lineChannels from '@hanasu/contract/line-channels';
import { listLinks } from '@hanasu/contract/links';
import { compareMenus, getMenuReport } from '@hanasu/contract/menu-reports';
import * as atLine from '@hanasu/contract/menus-at-line';
import * as menus from '@hanasu/contract/rich-menus';
import type { EndpointWorld } from '../endpoint-world.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const unique = () => crypto.randomUUID();
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const area = {
  id: 'a',
  x: 0,
  y: 0,
  width: 2500,
  height: 1686,
  label: 'Hours',
  action: { kind: 'message' as const, text: 'Hours?' },
};
const definition: menus.RichMenuDefinition = {
  size: 'large',
  chatBarText: 'Menu',
  selected: true,
  pages: [
    {
      id: 'p1',
      name: 'First',
      picture: {
        kind: 'composed',
        background: '#ffffff',
        fileUuid: null,
        line: null,
        font: 'sans',
        cells: [],
      },
      areas: [area],
    },
  ],
};
const settings: menus.RichMenuSettings = {
  segmentUuid: null,
  from: null,
  until: null,
  weekdays: [],
  hours: 'always',
};
const menuFile: menus.RichMenuFile = {
  kind: 'hanasu-rich-menu',
  version: 1,
  name: 'Imported',
  definition,
  pictures: [],
};
const newMenu = async ({ person, newChannel }: EndpointWorld) =>
  person.call(menus.createRichMenu, {
    body: { channelUuid: await newChannel(), name: unique(), definition },
  });
const menuParams = async (world: EndpointWorld) => ({ uuid: (await newMenu(world)).uuid });
const wrongDefinition = (change: object) => ({ ...definition, ...change });
const newLineChannel = async (world: EndpointWorld) => ({ uuid: await world.newChannel() });

export const RICH_MENU_ROWS: readonly EndpointRow[] = [
  row(lineChannels.listLineChannels, nothing, WRONG_PAGES),
  row(
    lineChannels.connectLineChannel,
    (world) => ({ body: { name: 'Shop', botUuid: world.bot.uuid, ...world.newLineAccount() } }),
    wrongBodies({ channelId: { name: 'Shop', channelId: 'x', channelSecret: '0'.repeat(32), botUuid: id } }),
  ),
  row(lineChannels.getLineChannel, async (world) => ({ params: await newLineChannel(world) })),
  row(
    lineChannels.updateLineChannel,
    async (world) => ({ params: await newLineChannel(world), body: { name: 'Renamed' } }),
    wrongBodies({ name: { name: ' ' } }),
  ),
  row(lineChannels.deleteLineChannel, async (world) => ({ params: await newLineChannel(world) })),
  row(menus.listRichMenus, nothing, [
    ...WRONG_PAGES,
    { query: { channelUuid: 'shop' }, path: 'query.channelUuid' },
  ]),
  row(
    menus.createRichMenu,
    async (world) => ({ body: { channelUuid: await world.newChannel(), name: unique() } }),
    wrongBodies({
      channelUuid: { channelUuid: 'shop', name: 'New' },
      name: { channelUuid: id, name: ' ' },
      'definition.pages': { channelUuid: id, name: 'New', definition: wrongDefinition({ pages: [] }) },
      'definition.chatBarText': {
        channelUuid: id,
        name: 'New',
        definition: wrongDefinition({ chatBarText: 'x'.repeat(15) }),
      },
      'definition.pages.0.areas.0.action.url': {
        channelUuid: id,
        name: 'New',
        definition: wrongDefinition({
          pages: [
            {
              ...definition.pages[0],
              areas: [{ ...area, action: { kind: 'link', url: 'javascript:alert(1)' } }],
            },
          ],
        }),
      },
    }),
  ),
  row(menus.getRichMenu, async (world) => ({ params: await menuParams(world) })),
  row(
    menus.replaceRichMenu,
    async (world) => ({
      params: await menuParams(world),
      body: { name: unique(), draft: definition, revision: 1, settings },
    }),
    wrongBodies({
      revision: { name: 'New', draft: definition, settings },
      'settings.weekdays.0': {
        name: 'New',
        draft: definition,
        revision: 1,
        settings: { ...settings, weekdays: [7] },
      },
    }),
  ),
  row(
    menus.changeRichMenu,
    async (world) => ({ params: await menuParams(world), body: { draft: definition, revision: 1 } }),
    wrongBodies({
      position: { position: -1 },
      'settings.hours': { settings: { ...settings, hours: 'late' } },
    }),
  ),
  row(menus.listRichMenuVersions, async (world) => ({ params: await menuParams(world) })),
  row(menus.exportRichMenu, async (world) => ({ params: await menuParams(world) })),
  row(
    menus.importRichMenu,
    async (world) => ({
      query: { channelUuid: await world.newChannel() },
      form: formOf('file', Buffer.from(JSON.stringify(menuFile))),
    }),
    [{ query: { channelUuid: 'shop' }, path: 'query.channelUuid' }],
  ),
  row(menus.deleteRichMenu, async (world) => ({ params: await menuParams(world) })),
  row(atLine.getMenusAtLine, async (world) => ({ query: { channelUuid: await world.newChannel() } }), [
    { query: { channelUuid: 'shop' }, path: 'query.channelUuid' },
  ]),
  row(
    atLine.changeMenusAtLine,
    async (world) => ({ body: { do: 'publish' as const, menuUuid: (await newMenu(world)).uuid } }),
    wrongBodies({ do: { do: 'dance' }, menuUuid: { do: 'publish', menuUuid: 'x' } }),
  ),
  row(atLine.getFriendMenu, async ({ person }) => {
    const { items } = await person.call(listFriends);
    const first = items.find(({ channel }) => channel.sandbox);
    if (!first) throw new Error('nobody has written');
    return { params: { uuid: first.uuid } };
  }),
  row(listLinks, nothing, [...WRONG_PAGES, { query: { ownerUuid: 'menu' }, path: 'query.ownerUuid' }]),
  row(getMenuReport, async (world) => ({ params: await menuParams(world) }), [
    { query: { days: 366 }, path: 'query.days' },
    { query: { segmentUuid: 'everybody' }, path: 'query.segmentUuid' },
  ]),
  row(compareMenus, async (world) => ({ query: { channelUuid: await world.newChannel() } }), [
    { query: { channelUuid: 'shop' }, path: 'query.channelUuid' },
  ]),
  row(atLine.getMenuTaps, async (world) => ({ params: await menuParams(world) }), [
    { query: { days: 0 }, path: 'query.days' },
  ]),
];
