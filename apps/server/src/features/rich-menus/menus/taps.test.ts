import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { customerTimeline, getCustomer } from '@hanasu/contract/customers';
import { changeForm, createForm, publishForm } from '@hanasu/contract/forms';
import { changeMenusAtLine, getMenusAtLine, getMenuTaps } from '@hanasu/contract/menus-at-line';
import { createRichMenu, type TapAction } from '@hanasu/contract/rich-menus';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

async function publish(shop: Shop, ...actions: readonly TapAction[]): Promise<string> {
  const body = {
    channelUuid: shop.channel.uuid,
    name: `Menu of ${shop.channel.uuid}`,
    definition: menuOf(...actions),
  };
  const { uuid } = await stage.owner.call(createRichMenu, { body });
  await stage.owner.call(changeMenusAtLine, { body: { do: 'publish', menuUuid: uuid } });
  await eventually('LINE has the menu', async () => {
    const { job } = await stage.owner.call(getMenusAtLine, { query: { channelUuid: shop.channel.uuid } });
    return job.state === 'idle';
  });
  return uuid;
}

/** What LINE says when an area is tapped. */
const tap = (shop: Shop, menuUuid: string, area: string, params?: Readonly<Record<string, string>>) =>
  stage.fake.friendSays(shop.credentials.channelId, shop.friend, {
    type: 'postback',
    data: `hanasu/tap/${menuUuid}/${area}`,
    ...(params ? { params } : {}),
  });
const answered = (shop: Shop, count: number) =>
  eventually('an answer came', async () => shop.received().length >= count);

test('a question behind an area is answered by the bot, and a date that was picked goes along', async () => {
  const shop = await openShop(stage);
  const menuUuid = await publish(
    shop,
    { kind: 'ask', text: 'When are you open?', shown: null },
    { kind: 'date', mode: 'date', text: 'I want to come on' },
  );
  await tap(shop, menuUuid, 'p1/a0');
  await answered(shop, 1);
  await tap(shop, menuUuid, 'p1/a1', { date: '2026-12-24' });
  await answered(shop, 2);
  const said = (await shop.messages()).filter(({ sender }) => sender === 'customer').map(({ text }) => text);
  expect(said.sort()).toEqual(['I want to come on 2026-12-24', 'When are you open?']);
});

test('a form behind an area is sent, and actions are done; both are counted', async () => {
  const shop = await openShop(stage);
  const form = await stage.owner.call(createForm, {
    body: { name: crypto.randomUUID(), template: 'contact' },
  });
  await stage.owner.call(publishForm, { params: { uuid: form.uuid } });
  const tag = await stage.owner.call(createTag, { body: { name: crypto.randomUUID() } as never });
  const menuUuid = await publish(
    shop,
    { kind: 'form', formUuid: form.uuid },
    { kind: 'actions', actions: [{ kind: 'tag', tagUuid: tag.uuid }], shown: null },
  );
  await tap(shop, menuUuid, 'p1/a0');
  const chat = () => stage.fake.chat(shop.credentials.channelId, shop.friend);
  await eventually('the form came', async () => JSON.stringify(chat()).includes(form.slug));
  await tap(shop, menuUuid, 'p1/a1');
  const { customerUuid } = await shop.conversation();
  if (!customerUuid) throw new Error('the friend is a customer');
  await eventually('the tag is there', async () => {
    const { tags } = await stage.owner.call(getCustomer, { params: { uuid: customerUuid } });
    return tags.some(({ uuid }) => uuid === tag.uuid);
  });
  const name = `Menu of ${shop.channel.uuid}`;
  const { areas } = await stage.owner.call(getMenuTaps, { params: { uuid: menuUuid as never } });
  expect(areas).toEqual([
    { pageId: 'p1', areaId: 'a0', taps: 1, people: 1 },
    { pageId: 'p1', areaId: 'a1', taps: 1, people: 1 },
  ]);
  const { items } = await stage.owner.call(customerTimeline, { params: { uuid: customerUuid } });
  expect(items.filter(({ kind }) => kind === 'tapped').map(({ text }) => text)).toEqual([name, name]);
  expect(items.find(({ kind }) => kind === 'tagged')?.by).toEqual({ kind: 'rule', name });
  // Neither of them is a question for the bot.
  expect((await shop.messages()).filter(({ sender }) => sender === 'customer')).toEqual([]);
});

test('what can not be done any more is answered: a form that was closed, a tag that is gone', async () => {
  const shop = await openShop(stage);
  const form = await stage.owner.call(createForm, {
    body: { name: crypto.randomUUID(), template: 'contact' },
  });
  await stage.owner.call(publishForm, { params: { uuid: form.uuid } });
  const tag = await stage.owner.call(createTag, { body: { name: crypto.randomUUID() } as never });
  const menuUuid = await publish(
    shop,
    { kind: 'form', formUuid: form.uuid },
    { kind: 'actions', actions: [{ kind: 'tag', tagUuid: tag.uuid }], shown: null },
  );
  await stage.owner.call(changeForm, { params: { uuid: form.uuid }, body: { closed: true } });
  await stage.owner.call(deleteTag, { params: { uuid: tag.uuid } });
  await tap(shop, menuUuid, 'p1/a0');
  await answered(shop, 1);
  await tap(shop, menuUuid, 'p1/a1');
  await answered(shop, 2);
  // The vendor says a moment later which language the friend has.
  const words = (['en', 'ja'] as const).map((language) => customerWords(language).notOffered);
  for (const received of shop.received()) expect(words).toContain(received);
});

test('a tab that was opened is a line; one that could not be, and an area that is gone, leave nobody alone', async () => {
  const shop = await openShop(stage);
  const menuUuid = await publish(shop, { kind: 'page', pageId: 'p2' });
  await tap(shop, menuUuid, 'p1/a0', { newRichMenuAliasId: 'x', status: 'SUCCESS' });
  const lines = await eventually('it is a line', async () => {
    const all = (await shop.messages()).filter(({ kind }) => kind === 'event');
    return all.length > 0 ? all : null;
  });
  expect(lines.at(-1)?.data).toMatchObject({ event: 'menuTapped', label: 'Area 0' });
  expect(shop.received()).toEqual([]);
  await tap(shop, menuUuid, 'p1/a0', { newRichMenuAliasId: 'x', status: 'FAILED' });
  await answered(shop, 1);
  await tap(shop, menuUuid, 'p1/gone');
  await eventually(
    'the tap is a line',
    async () => (await shop.messages()).filter(({ kind }) => kind === 'event').length >= 3,
  );
});
