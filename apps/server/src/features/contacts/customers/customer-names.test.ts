import { listDuplicates } from '@hanasu/contract/customer-merges';
import { createCustomer, listCustomers } from '@hanasu/contract/customers';
import { listFriends } from '@hanasu/contract/friends';
import { listConversations } from '@hanasu/contract/inbox';
import { foldName, nameKey } from '@hanasu/contract/text';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

type Facts = NonNullable<Parameters<typeof person.call<typeof createCustomer>>[1]>['body'];
const add = (body: Facts) => person.call(createCustomer, { body });
const find = async (q: string) =>
  (await person.call(listCustomers, { query: { q, sort: 'createdAt' } })).items.map(({ name }) => name);
const pairs = async () =>
  (await person.call(listDuplicates, { query: {} })).items.map(({ customers, same }) => [
    ...customers.map(({ name }) => name),
    ...same.map(({ kind }) => kind),
  ]);

/** Spellings of a name with and without its space: EC-CUBE/ec-cube#4716. */
const TARO = ['山田太郎', '山田 太郎', '山田　太郎', '山田\u00a0太郎', '山田  太郎'];

describe('the keys of names in the database', () => {
  const keysOf = async (text: string) => {
    const [row] = await server.sql<{ search: string; key: string }>(
      'select search_name($1) as search, name_key($1) as key',
      [text],
    );
    return row;
  };

  test.each([
    ...TARO,
    'ﾔﾏﾀﾞ ﾀﾛｳ',
    'ヤマダ・タロー',
    'ジャン＝ポール',
    'Nguyễn Văn An',
    'Đặng Thủy'.normalize('NFD'),
    'HOÀ Hòa Ngòai',
    'O´Neil-Smith, J.',
    '葛\u{e0100}城',
    '\ufa19田',
    '・',
    '',
    'ﷺ'.repeat(100),
  ])('%s has the key that the server computes', async (text) => {
    expect(await keysOf(text)).toEqual({ search: foldName(text), key: nameKey(text) });
  });

  test('any text of letters of Japan and Vietnam has the key that the server computes', async () => {
    const letters = [
      ...'あアｱゞ゛ーｰ・＝-. 　山ăâđêôơưaeiouyAEOU',
      '\u0300',
      '\u0301',
      '\u0323',
      '\u0302',
      '\u031b',
      '\u200b',
    ];
    const texts = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await keysOf(text)).toEqual({ search: foldName(text), key: nameKey(text) });
      }),
      { numRuns: 200 },
    );
  });
});

describe('search', () => {
  test.each([...TARO, '太郎', 'ヤマダ　タロウ', 'やまだたろう', 'ﾔﾏﾀﾞﾀﾛｳ', 'やまだ たろう'])(
    '"%s" finds each spelling of a name and of its reading',
    async (q) => {
      const readings = ['ヤマダ　タロウ', 'ﾔﾏﾀﾞﾀﾛｳ', 'やまだ たろう', 'ヤマダタロウ', 'ヤマダ タロウ'];
      for (const [index, displayName] of TARO.entries())
        await add({ displayName, kana: readings[index] ?? '' });
      await add({ displayName: '山本 太一', kana: 'ヤマモト タイチ' });
      expect(await find(q)).toHaveLength(TARO.length);
    },
  );

  test.each([
    'nguyenvanan',
    'nguyen  van an',
    'NGUYỄN VĂN AN',
    'Nguyễn Văn An'.normalize('NFD'),
    'văn\u00a0an',
  ])('"%s" finds a name of Vietnam', async (q) => {
    await add({ displayName: 'Nguyễn Văn An' });
    await add({ displayName: 'Nguyễn Văn Bình' });
    expect(await find(q)).toEqual(['Nguyễn Văn An']);
  });

  test.each(['hoà', 'hòa', 'hoa', 'Hoà'.normalize('NFD')])('"%s" finds both places of a tone', async (q) => {
    for (const displayName of ['Trần Hoà', 'Trần Hòa']) await add({ displayName });
    expect(await find(q)).toEqual(['Trần Hoà', 'Trần Hòa']);
  });

  test.each(['ジャンポール', 'ジャン＝ポール', 'ｼﾞｬﾝ･ﾎﾟｰﾙ', 'じゃん ぽーる'])(
    '"%s" finds a foreign name in kana',
    async (q) => {
      await add({ displayName: 'ジャン・ポール' });
      expect(await find(q)).toEqual(['ジャン・ポール']);
    },
  );

  test('a number finds customers who have it with an extension', async () => {
    await server.sql(`update accounts set time_zone = 'Asia/Tokyo' where id = $1`, [
      person.user.account.uuid,
    ]);
    await add({ displayName: '田中', phones: ['０３（１２３４）５６７８ 内線１２'] });
    expect(await find('03-1234-5678')).toEqual(['田中']);
    expect(await find('03-1234-5678 内線12')).toEqual(['田中']);
    expect(await find('03-1234-5678 内線13')).toEqual([]);
  });

  test('lists of friends and conversations find a person by the name of the channel and the one of staff', async () => {
    const bot = await addBot(person);
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'hanako', 'こんにちは');
    await conversationOf(person, channel.uuid);
    await eventually(
      'the profile of the friend is read',
      async () => (await person.call(listFriends)).items[0]?.name,
    );
    await server.sql(`update friends set name = 'ﾔﾏﾀﾞ ﾀﾛｳ' where account_id = $1`, [person.user.account.uuid]);
    await server.sql(`update customers set display_name = '山田　太郎' where account_id = $1`, [
      person.user.account.uuid,
    ]);
    for (const q of ['やまだたろう', 'ヤマダ　タロウ'])
      expect((await person.call(listFriends, { query: { q } })).items).toHaveLength(1);
    for (const q of ['やまだたろう', 'ヤマダ　タロウ', '山田太郎', '山田 太郎', '太郎 山田'])
      expect((await person.call(listConversations, { query: { q } })).items, q).toHaveLength(1);
    expect((await person.call(listConversations, { query: { q: '山田花子' } })).items).toEqual([]);
  });
});

describe('duplicates by name', () => {
  test('each spelling of a name is listed, whatever its width, case, spaces and place of a tone', async () => {
    for (const displayName of ['山田太郎', '山田　太郎', 'TRẦN HOÀ', 'Trần Hòa', 'Trần Hoa'])
      await add({ displayName });
    expect((await pairs()).toSorted()).toEqual([
      ['TRẦN HOÀ', 'Trần Hòa', 'name'],
      ['山田太郎', '山田　太郎', 'name'],
    ]);
  });

  test('people whose reading or birthday contradicts are not listed', async () => {
    await add({ displayName: '中島 一', kana: 'ナカジマ ハジメ' });
    await add({ displayName: '中島一', kana: 'ﾅｶｼﾏ ﾊｼﾞﾒ' });
    await add({ displayName: 'An', birthday: '1990-01-01' });
    await add({ displayName: 'an', birthday: '1991-01-01' });
    expect(await pairs()).toEqual([]);
    await add({ displayName: '中島　一', kana: 'なかじま はじめ' });
    expect(await pairs()).toEqual([['中島 一', '中島　一', 'name']]);
  });

  test('nicknames of two channels are not listed', async () => {
    await server.sql(
      `insert into customers (account_id, id, name) select $1, gen_random_uuid(), 'ゆき' from generate_series(1, 2)`,
      [person.user.account.uuid],
    );
    expect(await pairs()).toEqual([]);
    await add({ displayName: 'ユキ' });
    expect(await pairs()).toHaveLength(2);
  });
});

describe('a phone that several people share', () => {
  const body = { phones: ['+81 90 1234 5678'], emails: ['home@example.jp'] };

  test('the one who has it is named, and the other is added all the same as another person', async () => {
    await add({ ...body, displayName: '山田 太郎' });
    const hanako = { ...body, displayName: '山田 花子' };
    const refused = await person.refused(createCustomer, { body: { ...hanako, ifKnown: 'refuse' } });
    expect(refused).toMatchObject({
      code: 'customer_known',
      errors: [{ path: 'body.emails', code: 'customer_known', message: '山田 太郎' }],
    });
    expect(await find('山田')).toHaveLength(1);
    await add({ ...hanako, ifKnown: 'add' });
    expect(await find('山田')).toHaveLength(2);
    expect(await pairs()).toEqual([]);
  });

  test('a number that no other customer has is added without a question, and a program is not asked', async () => {
    await add({ ...body, displayName: 'An', ifKnown: 'refuse' });
    await add({ ...body, displayName: 'Bình' });
    expect(await pairs()).toEqual([['An', 'Bình', 'phone', 'email']]);
  });
});
