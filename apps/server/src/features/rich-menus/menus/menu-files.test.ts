import type { ChannelId } from '@hanasu/contract/ids';
import { drawPicture } from '@hanasu/contract/menu-pictures';
import {
  createRichMenu,
  exportRichMenu,
  importRichMenu,
  type RichMenuDefinition,
  type RichMenuFile,
  RichMenuWithDraft,
} from '@hanasu/contract/rich-menus';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, type SignedIn } from '../../../testing/test-server.ts';
import { openShop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';
import { addPicture } from '../testing/rich-menus.fixture.ts';

let stage: Stage;
let channelUuid: ChannelId;
beforeAll(async () => {
  stage = await setStage();
  channelUuid = (await openShop(stage)).channel.uuid;
});
afterAll(() => stage.close());

const photo = (background: string) =>
  sharp({ create: { width: 1_250, height: 843, channels: 3, background } })
    .png()
    .toBuffer();

/** An upload on one page, and on the other a composition with uploads behind it and in a cell. */
async function newDefinition(person: SignedIn): Promise<RichMenuDefinition> {
  const [whole, behind, inCell] = [
    await addPicture(person, await photo('teal')),
    await addPicture(person, await photo('tomato')),
    await addPicture(person, await photo('gold')),
  ];
  const { pages, ...rest } = menuOf({ kind: 'message', text: 'Hours?' });
  const [first, second] = pages;
  if (!first || !second) throw new Error('there are two pages');
  const crop = { x: 10, y: 20, width: 1_000, height: 674 };
  const cell = {
    x: 0,
    y: 0,
    width: 500,
    height: 500,
    fill: null,
    color: '#000000',
    icon: null,
    text: '予約',
    fileUuid: inCell.uuid,
  };
  return {
    ...rest,
    pages: [
      { ...first, picture: { kind: 'upload', fileUuid: whole.uuid, crop } },
      {
        ...second,
        picture: {
          kind: 'composed',
          background: '#ffffff',
          fileUuid: behind.uuid,
          line: null,
          font: 'sans',
          cells: [cell],
        },
      },
    ],
  };
}

const importing = async (person: SignedIn, channel: ChannelId, file: unknown) => {
  const bytes = Buffer.from(typeof file === 'string' ? file : JSON.stringify(file));
  const path = `${importRichMenu.path}?channelUuid=${channel}`;
  return person.raw('POST', path, { body: formOf('file', bytes, 'menu.json') });
};
const drawn = async (person: SignedIn, { pages }: RichMenuDefinition): Promise<string[]> =>
  Promise.all(
    pages.map(async ({ picture }) => {
      if (!picture) throw new Error('each page has a picture');
      const body = { source: picture, width: 2_500, height: 1_686 };
      return (await person.call(drawPicture, { body })).url;
    }),
  );

test('a menu comes back from its file as it was, pictures too, also in another account', async () => {
  const { owner } = stage;
  const definition = await newDefinition(owner);
  const { uuid, name } = await owner.call(createRichMenu, {
    body: { channelUuid, name: '夜のメニュー', definition },
  });
  const file = await owner.call(exportRichMenu, { params: { uuid } });
  expect(file).toMatchObject({ kind: 'hanasu-rich-menu', version: 1, name, definition });
  expect(file.pictures).toHaveLength(3);

  const again = RichMenuWithDraft.parse((await importing(owner, channelUuid, file)).body);
  expect(again).toMatchObject({ name: '夜のメニュー (2)', state: 'draft', problems: [] });
  expect(await drawn(owner, again.draft)).toEqual(await drawn(owner, definition));

  const other = await stage.server.register();
  const { channel } = await openShop({ ...stage, owner: other });
  const there = RichMenuWithDraft.parse((await importing(other, channel.uuid, file)).body);
  expect(there).toMatchObject({ name, problems: [] });
  expect(await drawn(other, there.draft)).toEqual(await drawn(owner, definition));
  const exported = await other.call(exportRichMenu, { params: { uuid: there.uuid } });
  expect(exported.pictures.map(({ data }) => data).toSorted()).toEqual(
    file.pictures.map(({ data }) => data).toSorted(),
  );
});

test('a file that is no menu is refused, and says what is wrong; nothing is kept of it', async () => {
  const { owner } = stage;
  const definition = await newDefinition(owner);
  const { uuid } = await owner.call(createRichMenu, {
    body: { channelUuid, name: crypto.randomUUID(), definition },
  });
  const file: RichMenuFile = await owner.call(exportRichMenu, { params: { uuid } });
  const refused = async (wrong: unknown) => {
    const { status, body } = await importing(owner, channelUuid, wrong);
    expect(status).toBe(422);
    return body as { code: string; errors: { message: string }[] };
  };
  expect(await refused('not JSON {')).toMatchObject({ code: 'rich_menu_file_wrong' });
  expect(await refused({ hello: 'world' })).toMatchObject({ code: 'rich_menu_file_wrong' });
  expect(await refused({ ...file, version: 2 })).toMatchObject({ code: 'rich_menu_file_wrong' });
  const [, ...fewer] = file.pictures;
  expect(await refused({ ...file, pictures: fewer })).toMatchObject({ code: 'rich_menu_file_wrong' });
  const damaged = file.pictures.map((picture, index) =>
    index === 0 ? { ...picture, data: Buffer.from('not a picture').toString('base64') } : picture,
  );
  expect(await refused({ ...file, pictures: damaged })).toMatchObject({ code: 'picture_unsupported' });
  const outside = { ...definition, pages: [{ ...definition.pages[0], areas: [{ x: 1 }] }] };
  const { errors } = await refused({ ...file, definition: outside });
  expect(errors[0]?.message).toContain('definition.pages.0.areas.0');
});

test('a file with more than pictures of a menu leaves the others out', async () => {
  const { owner } = stage;
  const definition = menuOf({ kind: 'message', text: 'Hours?' });
  const { uuid } = await owner.call(createRichMenu, {
    body: { channelUuid, name: crypto.randomUUID(), definition },
  });
  const file = await owner.call(exportRichMenu, { params: { uuid } });
  const stray = { uuid: crypto.randomUUID(), data: (await photo('teal')).toString('base64') };
  const answer = await importing(owner, channelUuid, { ...file, pictures: [stray] });
  const { uuid: imported } = RichMenuWithDraft.parse(answer.body);
  const again = await owner.call(exportRichMenu, { params: { uuid: imported } });
  expect(again.pictures).toEqual([]);
});
