import { checkImport, getImportColumns, listTaskRows, runImport } from '@hanasu/contract/customer-imports';
import { listDuplicates } from '@hanasu/contract/customer-merges';
import { getCustomerTask, undoCustomerTask } from '@hanasu/contract/customer-tasks';
import { createCustomer, listCustomers } from '@hanasu/contract/customers';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
  await server.sql(`update accounts set time_zone = 'Asia/Tokyo' where id = $1`, [person.user.account.uuid]);
});

type Check = Pick<EndpointInput<typeof checkImport>['body'], 'sharedContacts'>;

const until = (uuid: CustomerTaskId, state: string) =>
  eventually(`an import that is ${state}`, async () => {
    const task = await person.call(getCustomerTask, { params: { uuid } });
    return task.state === state && task;
  });
async function check(lines: readonly string[], more: Check = {}) {
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'customers.csv');
  const { uuid } = (await person.raw('POST', '/api/customers/import', { body: form })).body as {
    uuid: CustomerTaskId;
  };
  await until(uuid, 'ready');
  const { columns } = await person.call(getImportColumns, { params: { uuid } });
  await person.call(checkImport, { params: { uuid }, body: { columns, ...more } });
  return until(uuid, 'checked');
}
async function run(lines: readonly string[], more: Check = {}) {
  const checked = await check(lines, more);
  await person.call(runImport, { params: { uuid: checked.uuid } });
  const done = await until(checked.uuid, 'done');
  // What the check promised is what the run does.
  expect(done.counts).toEqual(checked.counts);
  return done;
}
const add = (body: NonNullable<Parameters<typeof person.call<typeof createCustomer>>[1]>['body']) =>
  person.call(createCustomer, { body });
const customers = async () =>
  (await person.call(listCustomers, { query: { sort: 'createdAt', pageSize: 100 } })).items;
const names = async () => (await customers()).map(({ name }) => name);
const refusals = async (uuid: CustomerTaskId) =>
  (await person.call(listTaskRows, { params: { uuid }, query: { outcome: 'refused' } })).items.map(
    ({ row, reasons }) => [row, ...reasons.map(({ code }) => code)],
  );

describe('rows that say of a customer no more than the name', () => {
  test.each(['山田太郎', '山田 太郎', '山田　太郎', '山田  太郎'])(
    '%s finds the customer in any spelling, and the spelling of staff stays',
    async (displayName) => {
      await add({ displayName, kana: 'ﾔﾏﾀﾞﾀﾛｳ' });
      const { counts } = await run(['姓,名,セイ,メイ,備考', '山田,太郎,ヤマダ,タロウ,窓側']);
      expect(counts).toMatchObject({ created: 0, changed: 1, refused: 0 });
      expect(await customers()).toMatchObject([{ displayName, note: '窓側' }]);
    },
  );

  test('a tone in its other place is the same name, another mark is another one', async () => {
    await add({ displayName: 'Trần Hoà' });
    const { counts } = await run(['Họ tên,Ghi chú', 'TRẦN HÒA,VIP', 'Trần Hoa,mới']);
    expect(counts).toMatchObject({ created: 1, changed: 1 });
    expect(await names()).toEqual(['Trần Hoà', 'Trần Hoa']);
  });

  test('another reading or birthday is another person', async () => {
    await add({ displayName: '中島 一', kana: 'ナカジマ ハジメ', birthday: '1990-01-01' });
    const { counts } = await run([
      '氏名,フリガナ,生年月日',
      '中島一,ナカシマ ハジメ,',
      '中島一,ナカジマ ハジメ,1991-02-03',
    ]);
    expect(counts).toMatchObject({ created: 2, changed: 0, refused: 0 });
  });

  test('a name that several customers have is refused with who they are', async () => {
    for (const displayName of ['山田太郎', '山田 太郎']) await add({ displayName });
    const task = await check(['氏名,備考', '山田　太郎,窓側']);
    expect(await refusals(task.uuid)).toEqual([[2, 'several_customers']]);
  });

  test('two new people of one name in a file are two customers, also in different parts of a long file', async () => {
    const others = Array.from({ length: 600 }, (_, index) => `人${index + 1}番,`);
    const { counts } = await run(['氏名,備考', '鈴木 一,A', ...others, '鈴木一,B']);
    expect(counts).toMatchObject({ created: 602, refused: 0 });
  });
});

describe('a phone that belongs to a customer of another name', () => {
  const FILE = ['氏名,電話番号', '山田 花子,090-1234-5678'];
  beforeEach(() => add({ displayName: '山田 太郎', phones: ['09012345678'] }));

  test('changes that customer by default, and the check says so', async () => {
    const task = await run(FILE);
    expect(task).toMatchObject({ sharedContacts: { rows: 1, choice: 'change' }, counts: { changed: 1 } });
    expect(await names()).toEqual(['山田 花子']);
  });

  test('adds another person when that is chosen after the check, who is no duplicate and is undone', async () => {
    const { uuid } = await check(FILE);
    await person.call(checkImport, { params: { uuid }, body: { sharedContacts: 'add' } });
    const again = await until(uuid, 'checked');
    expect(again).toMatchObject({
      sharedContacts: { rows: 1, choice: 'add' },
      counts: { created: 1, changed: 0 },
    });
    await person.call(runImport, { params: { uuid } });
    await until(uuid, 'done');
    expect(await names()).toEqual(['山田 太郎', '山田 花子']);
    expect((await person.call(listDuplicates, { query: {} })).total).toBe(0);
    await person.call(undoCustomerTask, { params: { uuid } });
    await until(uuid, 'undone');
    expect(await names()).toEqual(['山田 太郎']);
  });

  test('a family in one file is added person by person, and found so by the next file', async () => {
    const family = [...FILE, '山田 次郎,090-1234-5678', '山田太郎,090 1234 5678'];
    const first = await check(family);
    expect(first).toMatchObject({ sharedContacts: { rows: 2 } });
    const { counts } = await run(family, { sharedContacts: 'add' });
    expect(counts).toMatchObject({ created: 2, changed: 1, refused: 0 });
    expect(await names()).toEqual(['山田太郎', '山田 花子', '山田 次郎']);
    expect((await person.call(listDuplicates, { query: {} })).total).toBe(0);
    // By default, too: of several who share a number, the row means the one it names.
    const next = await check(['氏名,電話番号,備考', '山田花子,09012345678,窓側', '山田　次郎,09012345678,']);
    expect(next).toMatchObject({ counts: { changed: 2, refused: 0 }, sharedContacts: { rows: 0 } });
    const nameless = await check(['電話番号,備考', '09012345678,誰か']);
    expect(await refusals(nameless.uuid)).toEqual([[2, 'several_customers']]);
  });

  test('a name without its marks, or in the same reading, is no other name', async () => {
    await add({ displayName: 'Nguyễn Văn An', emails: ['an@example.vn'] });
    await add({ displayName: '髙橋 一郎', kana: 'タカハシ イチロウ', emails: ['ichiro@example.jp'] });
    const task = await check(
      [
        '氏名,フリガナ,メールアドレス',
        'Nguyen Van An,,an@example.vn',
        '高橋一郎,ﾀｶﾊｼ ｲﾁﾛｳ,ichiro@example.jp',
      ],
      { sharedContacts: 'add' },
    );
    expect(task).toMatchObject({ counts: { created: 0, changed: 2 }, sharedContacts: { rows: 0 } });
  });
});

test('numbers of a cell keep their extensions', async () => {
  await run([
    '氏名,電話番号',
    '田中,"03-1234-5678、内線12、090-1234-5678"',
    '佐藤,"03-1234-5678（代表）、（内）34"',
  ]);
  expect((await customers()).map(({ phones }) => phones.map(({ normal }) => normal))).toEqual([
    ['+81312345678;ext=12', '+819012345678'],
    ['+81312345678;ext=34'],
  ]);
});

test('a first check has to say what the columns are', async () => {
  const form = new FormData();
  form.set('file', new Blob(['氏名\n山田']), 'customers.csv');
  const { uuid } = (await person.raw('POST', '/api/customers/import', { body: form })).body as {
    uuid: CustomerTaskId;
  };
  await until(uuid, 'ready');
  const refused = await person.refused(checkImport, { params: { uuid }, body: { sharedContacts: 'add' } });
  expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.columns' }] });
});
