import { createCustomerField } from '@hanasu/contract/customer-fields';
import {
  checkImport,
  getImportColumns,
  listTaskRows,
  readImport,
  runImport,
} from '@hanasu/contract/customer-imports';
import {
  getCustomerTask,
  linkTaskFile,
  stopCustomerTask,
  undoCustomerTask,
} from '@hanasu/contract/customer-tasks';
import { changeCustomer, createCustomer, customerTimeline, listCustomers } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId } from '@hanasu/contract/ids';
import { createTag, listTags } from '@hanasu/contract/tags';
import { encodeLegacy } from '@hanasu/retrieval/extract/testing/encode-legacy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

async function upload(person: SignedIn, bytes: Uint8Array, name = 'customers.csv') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await person.raw('POST', '/api/customers/import', { body: form });
  expect(answer.status).toBe(201);
  return (answer.body as { uuid: CustomerTaskId }).uuid;
}
const utf8 = (text: string) => new TextEncoder().encode(text);

const until = (person: SignedIn, uuid: CustomerTaskId, ...states: readonly string[]) =>
  eventually(`a task that is ${states.join(' or ')}`, async () => {
    const task = await person.call(getCustomerTask, { params: { uuid } });
    if (task.state === 'failed' && !states.includes('failed')) throw new Error(`failed: ${task.failure}`);
    return states.includes(task.state) && task;
  });

async function check(
  person: SignedIn,
  bytes: Uint8Array,
  more: { createTags?: boolean; skipInvalidValues?: boolean } = {},
) {
  const uuid = await upload(person, bytes);
  await until(person, uuid, 'ready');
  const { columns } = await person.call(getImportColumns, { params: { uuid } });
  await person.call(checkImport, { params: { uuid }, body: { columns, ...more } });
  return until(person, uuid, 'checked');
}

async function importAll(person: SignedIn, bytes: Uint8Array) {
  const { uuid } = await check(person, bytes);
  await person.call(runImport, { params: { uuid } });
  return until(person, uuid, 'done');
}
const customers = async (person: SignedIn) =>
  (await person.call(listCustomers, { query: { sort: 'name', pageSize: 100 } })).items;
const rows = async (
  person: SignedIn,
  uuid: CustomerTaskId,
  outcome: 'refused' | 'kept' | 'created' | 'changed',
) => (await person.call(listTaskRows, { params: { uuid }, query: { outcome } })).items;
const codes = (items: readonly { row: number; reasons: readonly { code: string }[] }[]) =>
  items.map(({ row, reasons }) => [row, ...reasons.map(({ code }) => code)]);

test('a Japanese file is read, its columns are guessed, and its people are there with tags and fields', async () => {
  const person = await server.register();
  const rank = await person.call(createCustomerField, {
    body: { label: '会員ランク', kind: 'choice', options: [{ id: 'g', label: 'ゴールド' }] },
  });
  const file = encodeLegacy(
    [
      '氏名,フリガナ,電話番号,メールアドレス,生年月日,郵便番号,住所,タグ,備考,会員ランク',
      '髙橋 一郎,ﾀｶﾊｼ ｲﾁﾛｳ,０９０－１２３４－５６７８,ichiro@example.jp,昭和60年4月1日,〒5300001,大阪府大阪市北区梅田1-1,常連;VIP,窓側,ゴールド',
      '山田 花子,ヤマダ ハナコ,9012345679,,1990/12/5,,,常連,,',
    ].join('\r\n'),
    'shift_jis',
  );
  const { uuid, counts } = await importAll(person, file);
  expect(counts).toMatchObject({ created: 2, changed: 0, refused: 0 });
  const [hanako, ichiro] = (await customers(person)).toSorted((one, other) =>
    one.kana < other.kana ? 1 : -1,
  );
  expect(ichiro).toMatchObject({
    name: '髙橋 一郎',
    kana: 'タカハシ イチロウ',
    birthday: '1985-04-01',
    note: '窓側',
    source: 'import',
    fields: { [rank.uuid]: 'g' },
    phones: [{ normal: '+819012345678' }],
    address: { postalCode: '530-0001', region: '大阪府', line1: '大阪市北区梅田1-1' },
  });
  expect(ichiro?.tags.map(({ name }) => name).toSorted()).toEqual(['VIP', '常連']);
  // A spreadsheet has taken the zero away.
  expect(hanako).toMatchObject({
    phones: [{ value: '09012345679', normal: '+819012345679' }],
    birthday: '1990-12-05',
  });
  const timeline = await person.call(customerTimeline, { params: { uuid: ichiro?.uuid as CustomerId } });
  expect(timeline.items.map(({ kind, by }) => [kind, by.kind])).toContainEqual(['tagged', 'import']);
  expect(
    (await server.sql(`select 1 from customer_tags where by_kind = 'import' and by_id = $1`, [uuid])).length,
  ).toBe(3);
});

test('empty cells keep what is there, known people are changed, and a second time nothing is new', async () => {
  const person = await server.register();
  const known = await person.call(createCustomer, {
    body: { displayName: 'Nguyễn An', phones: ['0912345678'], emails: ['an@example.vn'], note: 'Regular' },
  });
  await server.sql(`update accounts set time_zone = 'Asia/Ho_Chi_Minh' where id = $1`, [
    person.user.account.uuid,
  ]);
  const file = utf8(
    '\ufeffHọ tên;Số điện thoại;Email;Ghi chú\nNguyễn Văn An;0988777666;AN@example.vn;\nTrần Bình;0912 345 670;;\n',
  );
  const first = await check(person, file);
  expect(first.counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
  expect(await customers(person)).toHaveLength(1);
  expect((await rows(person, first.uuid, 'changed'))[0]?.facts).toEqual(['displayName', 'phones']);
  await person.call(runImport, { params: { uuid: first.uuid } });
  await until(person, first.uuid, 'done');
  const after = (await customers(person)).find(({ uuid }) => uuid === known.uuid);
  expect(after).toMatchObject({ name: 'Nguyễn Văn An', note: 'Regular' });
  expect(after?.phones.map(({ value }) => value)).toEqual(['0912345678', '0988777666']);
  const again = await check(person, file);
  expect(again.counts).toMatchObject({ created: 0, changed: 0, same: 2, refused: 0 });
});

test('each row that is refused says why, and the file of them has nothing else', async () => {
  const person = await server.register();
  const one = await person.call(createCustomer, {
    body: { displayName: 'One', phones: ['+81 90 1111 1111'] },
  });
  const two = await person.call(createCustomer, {
    body: { displayName: 'Two', emails: ['two@example.com'] },
  });
  const file = utf8(
    [
      'Customer ID,Name,Phone,Email,Birthday,Tags,Note',
      ',Both,+81 90 1111 1111,two@example.com,,,',
      ',Wrong,12,not an address,2026-02-30,,',
      ',,,,,Gold,only a note',
      '018f0000-0000-7000-8000-000000000000,Unknown,,,,,',
      ',New,+81 90 2222 2222,,,,',
      ',New again,+81 90 2222 2222,,,,',
      `${one.uuid},One,,,,,${'x'.repeat(10_001)}`,
      ',"Fine, thanks",,fine@example.com,,,"=1+1"',
    ].join('\n'),
  );
  const { uuid, counts } = await check(person, file, { createTags: false, skipInvalidValues: false });
  expect(counts).toMatchObject({ created: 2, changed: 0, refused: 6 });
  const refused = await rows(person, uuid, 'refused');
  const reasons = [
    [2, 'several_customers'],
    [3, 'email_invalid', 'date_invalid', 'phone_invalid'],
    [4, 'nothing_known'],
    [5, 'id_unknown'],
    [7, 'repeated'],
    [8, 'too_long'],
  ];
  expect(codes(refused)).toEqual(reasons);
  expect(refused[0]?.reasons[0]?.customers.map((each) => each.uuid).toSorted()).toEqual(
    [one.uuid, two.uuid].toSorted(),
  );
  await person.call(runImport, { params: { uuid } });
  await until(person, uuid, 'done');
  expect(codes(await rows(person, uuid, 'refused'))).toEqual(reasons);
  const { url } = await person.call(linkTaskFile, { params: { uuid }, body: { locale: 'ja' } });
  const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, server.address));
  expect(answer.headers.get('content-disposition')).toContain('refused-rows.csv');
  const text = await answer.text();
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain('Customer ID,Name,Phone,Email,Birthday,Tags,Note,取り込めなかった理由');
  expect(lines).toHaveLength(7);
  expect(text).not.toContain('Fine');
  expect(lines[2]).toContain('Phone: 「12」は有効な電話番号ではありません。');
});

test('an undo takes back what nobody has changed since, and says what it has kept', async () => {
  const person = await server.register();
  const known = await person.call(createCustomer, {
    body: { displayName: 'Old', note: 'old', emails: ['k@example.com'] },
  });
  const file = utf8(
    'Name,Email,Note,Tags\nNew,k@example.com,new,Gold\nGone,gone@example.com,,Gold\nStays,stays@example.com,,Gold\n',
  );
  const { uuid } = await importAll(person, file);
  const stays = (await customers(person)).find(({ name }) => name === 'Stays');
  const vip = await person.call(createTag, { body: { name: 'VIP' } });
  await person.call(changeCustomer, {
    params: { uuid: stays?.uuid as CustomerId },
    body: { addTags: [vip.uuid] },
  });
  await person.call(changeCustomer, { params: { uuid: known.uuid }, body: { note: 'by hand' } });
  await person.call(undoCustomerTask, { params: { uuid } });
  const { counts } = await until(person, uuid, 'undone');
  expect(counts).toMatchObject({ undone: 1, kept: 2 });
  const left = await customers(person);
  expect(left.map(({ name }) => name)).toEqual(['Old', 'Stays']);
  expect(left[0]).toMatchObject({ note: 'by hand', tags: [] });
  expect(codes(await rows(person, uuid, 'kept'))).toEqual([
    [2, 'changed_since'],
    [4, 'tagged_since'],
  ]);
  expect(await person.refused(undoCustomerTask, { params: { uuid } })).toMatchObject({ code: 'task_state' });
});

test('a tag of a group that allows one comes back when the import that replaced it is undone', async () => {
  const person = await server.register();
  const { uuid: group } = (
    await person.raw('POST', '/api/tag-group', { body: { name: 'Rank', exclusive: true } })
  ).body as { uuid: string };
  const [silver] = await Promise.all(
    ['Silver', 'Gold'].map((name) => person.call(createTag, { body: { name, groupUuid: group as never } })),
  );
  const known = await person.call(createCustomer, {
    body: { displayName: 'Kim', emails: ['kim@example.com'] },
  });
  await person.call(changeCustomer, {
    params: { uuid: known.uuid },
    body: { addTags: [silver?.uuid as never] },
  });
  const { uuid } = await importAll(person, utf8('Email,Tags\nkim@example.com,Gold\n'));
  const tagsOf = async () => (await customers(person))[0]?.tags.map(({ name }) => name);
  expect(await tagsOf()).toEqual(['Gold']);
  await person.call(undoCustomerTask, { params: { uuid } });
  await until(person, uuid, 'undone');
  expect(await tagsOf()).toEqual(['Silver']);
});

test('a large import that is stopped goes on where it was, and nobody is there twice', async () => {
  const person = await server.register();
  const people = Array.from({ length: 6_000 }, (_, index) => `Person ${index},p${index}@example.com`);
  const { uuid } = await check(person, utf8(`Name,Email\n${people.join('\n')}\n`));
  await person.call(runImport, { params: { uuid } });
  await eventually('the first rows', async () => {
    const task = await person.call(getCustomerTask, { params: { uuid } });
    return task.done > 0;
  });
  const stopped = await person.call(stopCustomerTask, { params: { uuid } });
  if (stopped.state === 'stopped') {
    const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
      `select count(*)::int as count from customers where account_id = $1`,
      [person.user.account.uuid],
    );
    expect(count).toBe(stopped.done);
    await person.call(runImport, { params: { uuid } });
  }
  const { counts, done } = await until(person, uuid, 'done');
  expect({ ...counts, done }).toMatchObject({ created: 6_000, refused: 0, done: 6_000 });
  expect((await person.call(listCustomers, { query: { pageSize: 1 } })).total).toBe(6_000);
});

test('what was chosen for a head is chosen again, and another encoding reads the file anew', async () => {
  const person = await server.register();
  const bytes = encodeLegacy('なまえ,その他\n花子,花\n太郎,海\n', 'shift_jis');
  const uuid = await upload(person, bytes);
  await until(person, uuid, 'ready');
  expect((await person.call(getImportColumns, { params: { uuid } })).columns).toEqual([null, null]);
  await person.call(checkImport, { params: { uuid }, body: { columns: ['displayName', 'tags'] } });
  await until(person, uuid, 'checked');
  const again = await upload(person, bytes);
  await until(person, again, 'ready');
  expect(await person.call(getImportColumns, { params: { uuid: again } })).toMatchObject({
    columns: ['displayName', 'tags'],
    isRemembered: true,
    encoding: 'shift_jis',
  });
  await person.call(readImport, { params: { uuid: again }, body: { encoding: 'windows-1252' } });
  await until(person, again, 'ready', 'failed');
  expect((await person.call(listTags)).total).toBe(0);
});

test('a file in no known encoding is read in the one that is chosen after it failed', async () => {
  const person = await server.register();
  const uuid = await upload(person, Buffer.from('Name,Note\nAn,Nguy\xd4n V\xa8n \xd0n\n', 'latin1'));
  expect(await until(person, uuid, 'failed', 'ready')).toMatchObject({ failure: 'wrong_type' });
  await person.call(readImport, { params: { uuid }, body: { encoding: 'shift_jis' } });
  await until(person, uuid, 'ready');
  expect((await person.call(getImportColumns, { params: { uuid } })).rows).toEqual([['An', 'Nguyﾔn Vｨn ﾐn']]);
});

test('a picture is no table, and the import says so', async () => {
  const person = await server.register();
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3, 4]);
  const uuid = await upload(person, png, 'people.csv');
  expect(await until(person, uuid, 'failed')).toMatchObject({ failure: 'wrong_type' });
});

test('rows in the letters of an old Vietnamese font are refused with their reason, and names have one line', async () => {
  const person = await server.register();
  await server.sql(`update accounts set time_zone = 'Asia/Ho_Chi_Minh' where id = $1`, [
    person.user.account.uuid,
  ]);
  const file = utf8(
    'Họ tên;Số điện thoại;Ghi chú\nNguyÔn V¨n An;0912345678;\nB×nh;0987654321;\n"Trần\nLan";0909123456;"Khách\nquen"\nLan;0909123457;Kh¸ch hµng\n',
  );
  const { uuid, counts } = await check(person, file);
  expect(counts).toMatchObject({ created: 1, refused: 3 });
  const refused = await rows(person, uuid, 'refused');
  expect(codes(refused)).toEqual([
    [2, 'old_font'],
    [3, 'old_font'],
    [5, 'old_font'],
  ]);
  expect(refused[0]?.reasons[0]).toMatchObject({ column: 'Họ tên' });
  expect(refused[0]?.reasons[0]?.text).toContain('“NguyÔn V¨n An” was written in an old Vietnamese font');
  await person.call(runImport, { params: { uuid } });
  await until(person, uuid, 'done');
  expect((await customers(person)).map(({ name, note }) => [name, note])).toEqual([
    ['Trần Lan', 'Khách\nquen'],
  ]);
});

test('one name in an old font is refused, and names of Europe are not', async () => {
  const person = await server.register();
  await server.sql(`update accounts set time_zone = 'Asia/Ho_Chi_Minh' where id = $1`, [
    person.user.account.uuid,
  ]);
  const file = utf8(
    'Name,Phone\nLª V¨n S¬n,0912345678\nJosé Muñoz,0912345671\nZoë Müller,0912345672\nJoão Magalhães,0912345673\nLoïc Lefèvre,0912345674\n',
  );
  const { uuid, counts } = await check(person, file);
  expect(counts).toMatchObject({ created: 4, refused: 1 });
  expect(codes(await rows(person, uuid, 'refused'))).toEqual([[2, 'old_font']]);
});
