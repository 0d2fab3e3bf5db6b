import { createCustomerField } from '@hanasu/contract/customer-fields';
import { checkImport, getImportColumns, listTaskRows, runImport } from '@hanasu/contract/customer-imports';
import { checkExport, exportCustomers, getCustomerTask, linkTaskFile } from '@hanasu/contract/customer-tasks';
import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { createTag, listTags } from '@hanasu/contract/tags';
import { buildXlsx, xlsxRows } from '@hanasu/retrieval/extract/testing/office-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

type ExportBody = EndpointInput<typeof exportCustomers>['body'];

const until = (person: SignedIn, uuid: CustomerTaskId, state: string) =>
  eventually(`a task that is ${state}`, async () => {
    const task = await person.call(getCustomerTask, { params: { uuid } });
    if (task.state === 'failed' && state !== 'failed') throw new Error(`failed: ${task.failure}`);
    return task.state === state && task;
  });

async function exported(person: SignedIn, body: ExportBody) {
  const { uuid } = await person.call(exportCustomers, { body });
  const task = await until(person, uuid, 'done');
  const { url } = await person.call(linkTaskFile, { params: { uuid }, body: {} });
  const answer = await fetch(`${server.address}/api/customers/file/${url.slice(url.lastIndexOf('/') + 1)}`);
  return { task, bytes: Buffer.from(await answer.arrayBuffer()) };
}

type Check = Omit<EndpointInput<typeof checkImport>['body'], 'columns'>;

async function checked(
  person: SignedIn,
  bytes: Uint8Array,
  { name = 'a.csv', ...more }: Check & { name?: string } = {},
) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const { body } = await person.raw('POST', '/api/customers/import', { body: form });
  const { uuid } = body as { uuid: CustomerTaskId };
  await until(person, uuid, 'ready');
  const { columns } = await person.call(getImportColumns, { params: { uuid } });
  await person.call(checkImport, { params: { uuid }, body: { columns, ...more } });
  const task = await until(person, uuid, 'checked');
  const { numbers } = await person.call(getImportColumns, { params: { uuid } });
  return { task, uuid, counts: task.counts, numbers };
}

async function imported(person: SignedIn, bytes: Uint8Array, more: Parameters<typeof checked>[2] = {}) {
  const check = await checked(person, bytes, more);
  await person.call(runImport, { params: { uuid: check.uuid } });
  await until(person, check.uuid, 'done');
  return check;
}

const rowsOf = async (person: SignedIn, uuid: CustomerTaskId, outcome: 'incomplete' | 'refused') =>
  (await person.call(listTaskRows, { params: { uuid }, query: { outcome } })).items;
const customers = async (person: SignedIn) =>
  (await person.call(listCustomers, { query: { sort: 'createdAt', pageSize: 100 } })).items;
const facts = async (person: SignedIn) =>
  (await customers(person)).map(({ displayName, name, note, tags, fields, address, phones }) => ({
    name: displayName ?? name,
    note,
    tags: tags.map((tag) => tag.name).toSorted(),
    fields,
    address,
    phones: phones.map(({ value }) => value),
  }));
const inZone = (person: SignedIn, zone: string) =>
  server.sql(`update accounts set time_zone = $2 where id = $1`, [person.user.account.uuid, zone]);

/** Customers with characters that Shift_JIS lacks, or that Windows and JIS read differently (kintone-labs/cli-kintone#41). */
async function addPeople(person: SignedIn) {
  const field = await person.call(createCustomerField, { body: { label: 'Món ưa thích', kind: 'text' } });
  const tags = await Promise.all(
    ['단골', '東京、大阪', '"A;B"'].map((name) => person.call(createTag, { body: { name } })),
  );
  const people = [
    ['Nguyễn Thị Hồng', '¾・～－∥①㈱♡'],
    ['髙橋 﨑子', '一行目\t二行目\n三行目'],
    ['𠮷野家', '〜−‖—¢£¬'],
    ['Zoë', '"quoted", &#7877; comma'],
  ] as const;
  for (const [index, [displayName, note]] of people.entries()) {
    const { uuid } = await person.call(createCustomer, {
      body: {
        displayName,
        note,
        phones: [`090-1111-000${index}`],
        address: {
          country: 'JP',
          postalCode: '',
          region: 'Đồng Tháp',
          city: '',
          line1: 'Ấp 3 𠮷',
          line2: '',
        },
        fields: { [field.uuid]: 'Phở 〜 ♡' },
      },
    });
    await person.call(changeCustomer, { params: { uuid }, body: { addTags: tags.map((tag) => tag.uuid) } });
  }
}

describe('a file of ours in Shift_JIS', () => {
  test.each(['en', 'ja', 'vi'] as const)(
    'with heads in %s is known, and changes the one number that was changed in it',
    async (locale) => {
      const person = await server.register();
      await inZone(person, 'Asia/Tokyo');
      await addPeople(person);
      const before = await facts(person);
      const { bytes, task } = await exported(person, { encoding: 'shift_jis', locale });
      expect(task.unheld).toMatchObject({ customers: 4 });
      expect(bytes.includes('?')).toBe(false);
      const changed = Buffer.from(
        bytes.toString('latin1').replace('090-1111-0000', '090-2222-0000'),
        'latin1',
      );
      const { counts } = await imported(person, changed);
      expect(counts).toMatchObject({ created: 0, changed: 1, same: 3, refused: 0, incomplete: 0 });
      const [first, ...others] = before;
      expect(await facts(person)).toEqual([
        { ...first, phones: ['090-1111-0000', '090-2222-0000'] },
        ...others,
      ]);
      expect((await person.call(listTags)).items).toHaveLength(3);
    },
  );

  test('with the question marks that other programs write keeps the good values, and makes no tag of them', async () => {
    const person = await server.register();
    await inZone(person, 'Asia/Tokyo');
    await addPeople(person);
    const before = await facts(person);
    const { bytes } = await exported(person, { encoding: 'shift_jis', locale: 'en' });
    const text = new TextDecoder('shift_jis').decode(bytes).replaceAll(/&#(?!38;)\d+;/g, '?');
    const { counts } = await imported(person, Buffer.from(text, 'utf8'));
    expect(counts).toMatchObject({ changed: 0, refused: 0, same: 4 });
    expect(await facts(person)).toEqual(before);
    expect((await person.call(listTags)).items).toHaveLength(3);
  });

  test('is checked before it is written: how many customers it cannot hold, which characters, an example', async () => {
    const person = await server.register();
    await addPeople(person);
    await person.call(createCustomer, { body: { displayName: '山田' } });
    const body = { encoding: 'shift_jis', columns: ['name'] } as const;
    const { uuid } = await person.call(checkExport, { body: { ...body, columns: [...body.columns] } });
    const { unheld } = await until(person, uuid, 'checked');
    expect(unheld).toMatchObject({ customers: 3 });
    expect(unheld?.characters.toSorted()).toEqual(['ë', 'ồ', 'ễ', 'ị', '𠮷'].toSorted());
    const other = await person.call(checkExport, { body: { encoding: 'utf-8' } });
    expect((await until(person, other.uuid, 'checked')).unheld).toBeNull();
  });
});

test.each([
  ['utf-8', 'csv'],
  ['utf-8', 'xlsx'],
] as const)(
  'a file of ours in %s as %s changes nothing when it is imported again',
  async (encoding, format) => {
    const person = await server.register();
    await addPeople(person);
    await person.call(createCustomer, { body: { displayName: '_x0041_', note: 'a\u000bb' } });
    const before = await facts(person);
    const { bytes } = await exported(person, { encoding, format, locale: 'vi' });
    const { counts } = await imported(person, bytes, { name: `a.${format}` });
    expect(counts).toMatchObject({ created: 0, changed: 0, same: 5, refused: 0 });
    expect(await facts(person)).toEqual(before);
  },
);

describe('numbers of an import', () => {
  // Aam-Digital/ndb-core#3453
  const WRITTEN = [
    '150.000',
    '1.500.000',
    '150.000 ₫',
    '150.000đ',
    '150.000 VND',
    '1.500,50',
    '12.5',
    '１５００００',
    '-150.000',
    '¥1,500',
    '0,5',
  ];
  const fileOf = (values: readonly string[]) =>
    Buffer.from(`\ufeffTên;Chi\n${values.map((value, index) => `K${index};"${value}"`).join('\n')}\n`);
  const open = async (zone: string) => {
    const person = await server.register();
    await inZone(person, zone);
    const field = await person.call(createCustomerField, { body: { label: 'Chi', kind: 'number' } });
    const values = async () => (await customers(person)).map(({ fields }) => fields[field.uuid] ?? null);
    return { person, target: `field:${field.uuid}` as const, values };
  };

  test('are those of Vietnam in an account of Vietnam', async () => {
    const { person, values } = await open('Asia/Ho_Chi_Minh');
    const { counts, numbers } = await imported(person, fileOf(WRITTEN));
    expect(counts).toMatchObject({ created: 11, incomplete: 0 });
    expect(await values()).toEqual([
      150_000, 1_500_000, 150_000, 150_000, 150_000, 1_500.5, 12.5, 150_000, -150_000, 1_500, 0.5,
    ]);
    expect(numbers).toMatchObject([{ example: '150.000', decimal: ',', rows: 0 }]);
  });

  test('with two readings are asked for elsewhere, and never stored in silence', async () => {
    const { person, target, values } = await open('Asia/Tokyo');
    const file = fileOf(['150.000', '12.500', '7']);
    const first = await imported(person, file);
    expect(first.numbers).toMatchObject([
      { target, example: '150.000', readings: { '.': 150, ',': 150_000 }, decimal: null, rows: 2 },
    ]);
    expect(first.counts).toMatchObject({ created: 3, incomplete: 2 });
    expect(await values()).toEqual([null, null, 7]);
    const [row] = await rowsOf(person, first.uuid, 'incomplete');
    expect(row).toMatchObject({ row: 2, reasons: [{ code: 'number_two_ways', column: 'Chi' }] });
    const other = await open('Asia/Tokyo');
    const chosen = await imported(other.person, file, { decimalMarks: { [other.target]: ',' } });
    expect(chosen.numbers).toMatchObject([{ decimal: ',', rows: 0 }]);
    expect(await other.values()).toEqual([150_000, 12_500, 7]);
  });

  test('are read by the thousands of their own column where the account says nothing', async () => {
    const { person, values } = await open('UTC');
    const { counts } = await imported(person, Buffer.from('Name;Chi\na;150.000\nb;1.500.000\nc;2,500\n'));
    expect(counts).toMatchObject({ created: 3, incomplete: 0 });
    expect(await values()).toEqual([150_000, 1_500_000, 2.5]);
  });

  test('of a workbook are what its cells hold, whatever the account writes', async () => {
    const { person, values } = await open('Asia/Ho_Chi_Minh');
    const xml = xlsxRows([
      ['Name', 'Chi'],
      ['a', 1.234],
      ['b', 150_000],
    ]);
    await imported(person, buildXlsx({ sheets: [{ name: 'S', xml }] }), { name: 'a.xlsx' });
    expect(await values()).toEqual([1.234, 150_000]);
  });

  test.each(['Asia/Ho_Chi_Minh', 'Asia/Tokyo', 'UTC'])(
    'go out of an account in %s and into it unchanged',
    async (zone) => {
      const { person, target, values } = await open(zone);
      const numbers = [1.234, -150.125, 150_000, 1_500.5, 0.125];
      for (const number of numbers)
        await person.call(createCustomer, {
          body: { displayName: `n${number}`, fields: { [target.slice(6)]: number } },
        });
      for (const body of [{ format: 'csv' }, { format: 'xlsx' }, { encoding: 'shift_jis' }] as ExportBody[]) {
        const { bytes } = await exported(person, body);
        const { counts } = await imported(person, bytes);
        expect(counts).toMatchObject({ same: 5, changed: 0, refused: 0, incomplete: 0 });
      }
      expect(await values()).toEqual(numbers);
    },
  );
});

test('the list of customers shows those of an import', async () => {
  const person = await server.register();
  for (const name of ['Known', 'Other'])
    await person.call(createCustomer, { body: { displayName: name, emails: [`${name}@example.com`] } });
  const file = Buffer.from(
    'Name,Email\nRenamed,known@example.com\nOther,other@example.com\nNew,new@example.com\n',
  );
  const { uuid } = await imported(person, file);
  const query = { importUuid: uuid, sort: 'name' as const };
  const { items, total } = await person.call(listCustomers, { query });
  expect([items.map(({ name }) => name), total]).toEqual([['New', 'Renamed'], 2]);
});

test('a row with a value that cannot be read is imported without it, and the report names row, column and reason', async () => {
  const person = await server.register();
  const file = Buffer.from(
    'Name,Phone,Email,Birthday,Tags\nHana,12,hana@example.com,2026-02-30,Gold\nAn,,an@example.com,1990-04-01,\n,12,,,\n',
  );
  const { uuid, counts } = await imported(person, file, { createTags: false });
  expect(counts).toMatchObject({ created: 2, refused: 1, incomplete: 1 });
  const [row] = await rowsOf(person, uuid, 'incomplete');
  expect(row?.row).toBe(2);
  expect(row?.reasons.map(({ column, code }) => [column, code])).toEqual([
    ['Birthday', 'date_invalid'],
    ['Phone', 'phone_invalid'],
    [null, 'tag_unknown'],
  ]);
  expect((await customers(person)).map(({ name, birthday }) => [name, birthday])).toEqual([
    ['Hana', null],
    ['An', '1990-04-01'],
  ]);
  const { url } = await person.call(linkTaskFile, { params: { uuid }, body: {} });
  const answer = await fetch(`${server.address}/api/customers/file/${url.slice(url.lastIndexOf('/') + 1)}`);
  expect((await answer.text()).trim().split('\r\n')).toHaveLength(3);
});
