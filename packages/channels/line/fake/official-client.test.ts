import { HTTPFetchError, insight, liff, manageAudience, messagingApi } from '@line/bot-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, type Stage, setStage } from '../testing.ts';
import { isRouted } from './serve.ts';

const { channelId, channelAccessToken } = CREDENTIALS;
const SOON = 2_000;

let stage: Stage;
let client: messagingApi.MessagingApiClient;
let files: messagingApi.MessagingApiBlobClient;
beforeEach(async () => {
  stage = await setStage();
  client = new messagingApi.MessagingApiClient({ channelAccessToken, baseURL: stage.fake.hosts.api });
  files = new messagingApi.MessagingApiBlobClient({ channelAccessToken, baseURL: stage.fake.hosts.data });
});
afterEach(() => stage.close());

function png(width: number, height: number): Blob {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Blob([bytes], { type: 'image/png' });
}

const menuWith = (alias: string): messagingApi.RichMenuRequest => ({
  size: { width: 2500, height: 843 },
  selected: true,
  name: 'Menu',
  chatBarText: 'メニュー',
  areas: [
    {
      bounds: { x: 0, y: 0, width: 2500, height: 843 },
      action: { type: 'richmenuswitch', richMenuAliasId: alias, data: `to=${alias}`, label: 'Tab' },
    },
  ],
});

async function makeMenu(alias: string): Promise<string> {
  const { richMenuId } = await client.createRichMenu(menuWith(alias));
  await files.setRichMenuImage(richMenuId, png(2500, 843));
  return richMenuId;
}

const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HTTPFetchError)) throw new Error('the call was not refused');
  return { status: error.status, body: JSON.parse(error.body) };
};

it('takes the official client through the whole life of a menu', async () => {
  await client.validateRichMenuObject(menuWith('tab-b'));
  const [first, second] = [await makeMenu('tab-b'), await makeMenu('tab-a')];
  expect((await client.getRichMenuList()).richmenus.map(({ richMenuId }) => richMenuId).sort()).toEqual(
    [first, second].sort(),
  );
  expect(await client.getRichMenu(first)).toMatchObject({ chatBarText: 'メニュー' });
  expect((await files.getRichMenuImage(first)).readable).toBe(true);

  // Tabs.
  await client.createRichMenuAlias({ richMenuAliasId: 'tab-a', richMenuId: first });
  await client.createRichMenuAlias({ richMenuAliasId: 'tab-b', richMenuId: second });
  expect(await client.getRichMenuAlias('tab-b')).toEqual({ richMenuAliasId: 'tab-b', richMenuId: second });
  expect((await client.getRichMenuAliasList()).aliases).toHaveLength(2);
  await client.updateRichMenuAlias('tab-b', { richMenuId: first });
  await client.deleteRichMenuAlias('tab-b');

  // The default, and menus of one friend.
  await client.setDefaultRichMenu(first);
  expect(await client.getDefaultRichMenuId()).toEqual({ richMenuId: first });
  await client.linkRichMenuIdToUser(stage.hanako, second);
  expect(await client.getRichMenuIdOfUser(stage.hanako)).toEqual({ richMenuId: second });
  await client.unlinkRichMenuIdFromUser(stage.hanako);
  expect(await refusalOf(client.getRichMenuIdOfUser(stage.hanako))).toMatchObject({
    status: 404,
    body: { message: 'the user has no richmenu' },
  });

  // Many friends at once, which is done a little later.
  const others = ['Minh', 'Alex'].map((displayName) => stage.fake.addFriend(channelId, { displayName }));
  await client.linkRichMenuIdToUsers({ richMenuId: second, userIds: others });
  stage.clock.advance(SOON);
  const ofFirst = await client.getRichMenuIdOfUser(others[0] ?? '');
  expect(ofFirst).toEqual({ richMenuId: second });
  await client.unlinkRichMenuIdFromUsers({ userIds: others });
  stage.clock.advance(SOON);

  // Batches.
  const batch = { operations: [{ type: 'unlinkAll' as const }], resumeRequestKey: 'evening' };
  await client.validateRichMenuBatchRequest(batch);
  const { httpResponse } = await client.richMenuBatchWithHttpInfo(batch);
  stage.clock.advance(SOON);
  const requestId = httpResponse.headers.get('x-line-request-id') ?? '';
  expect(await client.getRichMenuBatchProgress(requestId)).toMatchObject({ phase: 'succeeded' });
  await client.cancelDefaultRichMenu();
  for (const id of [first, second]) await client.deleteRichMenu(id);
  expect((await client.getRichMenuList()).richmenus).toEqual([]);
  expect((await refusalOf(client.getRichMenu(first))).status).toBe(404);
});

it('refuses the official client what the vendor refuses: a default without a picture, a second picture', async () => {
  const { richMenuId } = await client.createRichMenu(menuWith('tab-a'));
  expect(await refusalOf(client.setDefaultRichMenu(richMenuId))).toMatchObject({
    status: 400,
    body: { message: 'must upload richmenu image before applying it to user' },
  });
  await files.setRichMenuImage(richMenuId, png(2500, 843));
  expect((await refusalOf(files.setRichMenuImage(richMenuId, png(2500, 843)))).status).toBe(400);
});

describe('every method of the official clients', () => {
  /** Deliberately not answered by the fake. */
  const ABSENT: Readonly<Record<string, string>> = {
    createCoupon: 'coupons are made by staff in LINE Official Account Manager; a message only names one',
    listCoupon: 'as createCoupon',
    getCouponDetail: 'as createCoupon',
    closeCoupon: 'as createCoupon',
    pushMessagesByPhone: 'messages to telephone numbers need a contract with LINE',
    getPNPMessageStatistics: 'as pushMessagesByPhone',
  };
  const ARGUMENTS: ReadonlyMap<string, readonly unknown[]> = new Map([
    ['setRichMenuImage', ['1', png(1, 1)]],
    ['testWebhookEndpoint', [{}]],
  ]);
  const CLIENTS = [
    { client: messagingApi.MessagingApiClient, host: 'api' },
    { client: messagingApi.MessagingApiBlobClient, host: 'data' },
    { client: manageAudience.ManageAudienceClient, host: 'api' },
    { client: manageAudience.ManageAudienceBlobClient, host: 'data' },
    { client: insight.InsightClient, host: 'api' },
    { client: liff.LiffClient, host: 'api' },
  ] as const;
  const methods = CLIENTS.flatMap(({ client, host }) =>
    Object.getOwnPropertyNames(client.prototype)
      .filter((name) => name !== 'constructor' && !name.endsWith('WithHttpInfo'))
      .map((method) => ({ method, client, host })),
  );

  it.each(methods)(
    '$method is answered, or is absent for a reason',
    async ({ method, client: Client, host }) => {
      const made = new Client({ channelAccessToken, baseURL: stage.fake.hosts[host] });
      const called: unknown = Reflect.get(made, method);
      if (typeof called !== 'function') throw new Error(`${method} is no method`);
      // Refusals of what the call names are answers, too.
      const args = ARGUMENTS.get(method) ?? ['1', '1', '1'];
      await Promise.resolve(Reflect.apply(called, made, args)).catch((error: unknown) => {
        if (!(error instanceof HTTPFetchError)) throw error;
      });
      const call = stage.fake.calls.at(-1);
      if (!call) throw new Error(`${method} has called nothing`);
      expect({ method, isAnswered: isRouted(call) }).toEqual({ method, isAnswered: !(method in ABSENT) });
    },
  );

  it('stands in the list of absent ones under its right name', () => {
    const names = methods.map(({ method }) => method);
    expect(Object.keys(ABSENT).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(80);
  });
});
