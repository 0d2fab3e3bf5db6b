import type { ExportId } from '@hanasu/contract/ids';
import { createDocument } from '@hanasu/contract/knowledge';
import { cancelExport, createExport, deleteExport, linkExport, listExports } from '@hanasu/contract/privacy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOf, readZip } from '../../../testing/read-zip.ts';
import { eventually, type SignedIn } from '../../../testing/test-server.ts';
import { addKnowledge } from '../../../testing/test-shop.ts';
import { fillAccount, type PrivacyFixture, startPrivacyFixture } from '../testing/privacy.fixture.ts';
import { filesIn } from '../testing/traces.ts';
import { EXPORTED_ENTITIES, LEFT_OUT } from './exported-entities.ts';
import { expireExports } from './exports.ts';
import { type WritingDependencies, writeExport } from './write-export.ts';

let fixture: PrivacyFixture;
beforeAll(async () => {
  fixture = await startPrivacyFixture();
});
afterAll(() => fixture.stop());

const ready = (person: SignedIn, uuid: string) =>
  eventually('the export is ready', async () => {
    const { items } = await person.call(listExports);
    const view = items.find((one) => one.uuid === uuid);
    if (view?.status === 'failed') throw new Error('the export failed');
    return view?.status === 'ready' && view;
  });

/** Where the file of an export is, on this server. */
async function addressOf(person: SignedIn, uuid: ExportId): Promise<string> {
  const { url } = await person.call(linkExport, { params: { uuid } });
  return new URL(url).pathname;
}

const download = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, fixture.server.address), { method, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

async function exported(person: SignedIn) {
  const { uuid } = await person.call(createExport);
  const view = await ready(person, uuid);
  const path = await addressOf(person, uuid);
  const content = await bytesOf(await download(path));
  return { uuid, view, path, content, entries: await readZip(content) };
}

describe('what is in it', () => {
  test('everything of the account, nothing of another, no secret', async () => {
    const { server } = fixture;
    const owner = await server.register({ username: 'exporting-owner' });
    const other = await server.register({ username: 'other-owner' });
    const shop = await fillAccount(fixture, owner);
    const theirs = await fillAccount(fixture, other);
    const { view, content, entries } = await exported(owner);
    expect(view).toMatchObject({ progress: 1, size: content.length });

    const names = EXPORTED_ENTITIES.map(({ name }) => `${name}.ndjson`);
    const file = `files/${shop.document.uuid}-text.md`;
    const note = `files/${shop.attachment}-note.txt`;
    const photo = expect.stringMatching(/^files\/fe[\w-]+-a\.jpg$/);
    const paths = ['README.txt', 'account.json', ...names, file];
    expect([...entries.keys()].slice(0, paths.length)).toEqual(paths);
    expect([...entries.keys()].slice(paths.length, -1).toSorted()).toEqual(
      expect.arrayContaining([note, photo]),
    );
    expect([...entries.keys()].at(-1)).toBe('manifest.json');
    expect(entries.get(file)).toContain('There are 12 parking spaces');
    expect(linesOf(entries.get('bots.ndjson'))).toMatchObject([{ uuid: shop.bot.uuid, name: 'Clerk' }]);
    expect(linesOf(entries.get('messages.ndjson')).map(({ text }) => text)).toContain('Is parking free?');
    expect(linesOf(entries.get('members.ndjson'))).toMatchObject([
      { username: 'exporting-owner', role: 'owner' },
    ]);
    const manifest = JSON.parse(entries.get('manifest.json') ?? '');
    for (const { name } of EXPORTED_ENTITIES) {
      expect(linesOf(entries.get(`${name}.ndjson`))).toHaveLength(manifest.counts[name]);
      expect({ name, count: manifest.counts[name] }).not.toEqual({ name, count: 0 });
    }
    expect(manifest).toMatchObject({ madeBy: 'Hanasu 0.0.0-test', missingFiles: [], counts: { files: 3 } });

    const all = [...entries.values()].join('\n');
    for (const foreign of [other.user.uuid, other.user.account.uuid, theirs.bot.uuid, 'other-owner']) {
      expect(all).not.toContain(foreign);
    }
    for (const secret of await secretsOf(owner)) expect(all).not.toContain(secret);
  });

  const secretsOf = async (owner: SignedIn): Promise<string[]> => {
    const rows = await fixture.server.sql<{ secret: string }>(
      `select password_hash as secret from users where id = $1
       union all select encode(credentials, 'hex') from channels where account_id = $2
       union all select encode(credentials, 'base64') from channels where account_id = $2
       union all select encode(code_hash, 'hex') from one_time_codes where tenant_id = $2
       union all select reply_token from conversations where account_id = $2 and reply_token is not null`,
      [owner.user.uuid, owner.user.account.uuid],
    );
    expect(rows.length).toBeGreaterThan(3);
    return [owner.jwt, owner.password, ...rows.map(({ secret }) => secret)];
  };

  test('no column that could hold a secret is on the list', () => {
    const columns = EXPORTED_ENTITIES.flatMap(({ members }) => Object.entries(members).flat());
    const suspicious = /hash|secret|credential|password|totp|code|key|token(?!s$)/i;
    // The id of a key opens nothing.
    const isId = /(?:_id|Uuid)$/;
    expect(columns.filter((column) => suspicious.test(column) && !isId.test(column))).toEqual([]);
  });

  test('every table of an account is exported, or left out for a reason', async () => {
    // The copy for pgvector is there only where the database has the extension.
    const tables = await fixture.server.sql<{ table: string }>(
      `select distinct table_name as "table" from information_schema.columns
       where table_schema = 'public' and table_name <> 'embedding_vectors_pg' and column_name in ('account_id', 'tenant_id') order by 1`,
    );
    const decided = [
      ...EXPORTED_ENTITIES.map((entity) => entity.tables.split(' ')[0] ?? ''),
      ...Object.keys(LEFT_OUT),
    ];
    expect(decided.toSorted()).toEqual(tables.map(({ table }) => table));
  });

  test('an account that has nothing, in the language of who asked', async () => {
    const person = await fixture.server.register();
    await fixture.server.sql("update users set locale = 'ja' where id = $1", [person.user.uuid]);
    const { entries } = await exported(person);
    expect(entries.get('README.txt')).toContain('すべてのデータ');
    expect(entries.get('bots.ndjson')).toBe('');
    const [mail] = await fixture.server.sql<{ subject: string; text: string }>(
      'select subject, text from mails where recipient = $1 order by created_at desc limit 1',
      [person.user.email],
    );
    expect(mail?.subject).toContain('エクスポートの準備ができました');
    expect(mail?.text).toContain('/Account?tab=export');
    expect(mail?.text).not.toContain('export-file');
  });

  test('a file name cannot lead out of the folder, a lost file does not spoil the rest', async () => {
    const { server, files } = fixture;
    const person = await server.register();
    const { knowledge, document } = await addKnowledge(person);
    const lost = await person.call(createDocument, {
      params: { uuid: knowledge.uuid },
      body: { title: 'Lost', text: 'Soon gone.' },
    });
    await server.sql('update documents set file_name = $2 where id = $1', [
      document.uuid,
      '../../etc\\pass:wd\u202e.md',
    ]);
    const [stored] = await server.sql<{ key: string }>(
      'select file_key as key from documents where id = $1',
      [lost.uuid],
    );
    await files.remove(stored?.key ?? '');
    const { entries } = await exported(person);
    const paths = [...entries.keys()].filter((path) => path.startsWith('files/'));
    expect(paths).toEqual([`files/${document.uuid}-.._.._etc_pass_wd_.md`]);
    expect(JSON.parse(entries.get('manifest.json') ?? '').missingFiles).toEqual([lost.uuid]);
  });

  test('more rows than one page, each once', async () => {
    const { server } = fixture;
    const person = await server.register();
    await server.sql(
      `insert into customers (account_id, id, name)
       select $1, gen_random_uuid(), 'customer ' || n from generate_series(1, 1234) n`,
      [person.user.account.uuid],
    );
    const { entries } = await exported(person);
    const lines = linesOf(entries.get('customers.ndjson'));
    expect(lines).toHaveLength(1234);
    expect(new Set(lines.map(({ uuid }) => uuid)).size).toBe(1234);
  });
});

describe('one at a time', () => {
  test('a second one is refused while the first runs, until it is cancelled', async () => {
    const { server } = fixture;
    const person = await server.register();
    const { uuid } = await person.call(createExport);
    await server.sql("update data_exports set status = 'running' where id = $1", [uuid]);
    await eventually('the job has ended', async () => {
      const [job] = await server.sql<{ state: string }>(
        `select state::text from pgboss.job where data->>'exportId' = $1`,
        [uuid],
      );
      return job?.state === 'completed';
    });
    await server.sql("update data_exports set status = 'running' where id = $1", [uuid]);
    expect((await person.refused(createExport)).code).toBe('export_running');
    expect((await person.refused(linkExport, { params: { uuid } })).code).toBe('export_not_ready');
    const cancelled = await person.call(cancelExport, { params: { uuid } });
    expect(cancelled.status).toBe('cancelled');
    expect((await person.call(cancelExport, { params: { uuid } })).status).toBe('cancelled');
    expect((await person.call(createExport)).status).toBe('queued');
  });

  test('asked for twice at the same moment, one is made', async () => {
    const person = await fixture.server.register();
    const answers = await Promise.all([1, 2, 3].map(() => person.raw('POST', '/api/user/export')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

describe('making it', () => {
  const making = (changes: Partial<WritingDependencies> = {}): WritingDependencies => ({
    database: fixture.database,
    files: fixture.files,
    mail: fixture.mail,
    publicUrl: 'http://shop.example',
    log: { error: () => undefined, info: () => undefined },
    version: '1',
    ...changes,
  });

  async function queued(person: SignedIn) {
    const exportId = crypto.randomUUID() as ExportId;
    await fixture.server.sql(
      `insert into data_exports (account_id, id, requested_by, status) values ($1, $2, $3, 'queued')`,
      [person.user.account.uuid, exportId, person.user.uuid],
    );
    return { accountId: person.user.account.uuid, exportId };
  }
  const statusOf = async (person: SignedIn) => (await person.call(listExports)).items[0]?.status;
  const filesOf = (person: SignedIn) =>
    filesIn(fixture.dataDir).filter((file) => file.includes(`${person.user.account.uuid}/exports`));

  test('cancelled in the middle, it stops and leaves no file', async () => {
    const person = await fixture.server.register();
    await addKnowledge(person);
    const key = await queued(person);
    const files = {
      ...fixture.files,
      // Reached in the middle: all rows are in, the first file is asked for.
      async getStream(fileKey: string) {
        await person.call(cancelExport, { params: { uuid: key.exportId } });
        return fixture.files.getStream(fileKey);
      },
    };
    await writeExport(making({ files }), key, new AbortController().signal);
    expect(await statusOf(person)).toBe('cancelled');
    expect(filesOf(person)).toEqual([]);
  });

  test('deleted in the middle, it stops and leaves no file', async () => {
    const person = await fixture.server.register();
    await addKnowledge(person);
    const key = await queued(person);
    const files = {
      ...fixture.files,
      async getStream(fileKey: string) {
        await person.call(deleteExport, { params: { uuid: key.exportId } });
        return fixture.files.getStream(fileKey);
      },
    };
    await writeExport(making({ files }), key, new AbortController().signal);
    expect(await person.call(listExports)).toEqual({ items: [] });
    expect(filesOf(person)).toEqual([]);
  });

  test('broken off by a restart, it begins again and is whole', async () => {
    const person = await fixture.server.register();
    await addKnowledge(person);
    const key = await queued(person);
    const stop = new AbortController();
    const files = {
      ...fixture.files,
      async getStream(fileKey: string) {
        stop.abort();
        return fixture.files.getStream(fileKey);
      },
    };
    await expect(writeExport(making({ files }), key, stop.signal)).rejects.toThrow();
    expect(await statusOf(person)).toBe('running');
    expect(filesOf(person)).toEqual([]);
    await writeExport(making(), key, new AbortController().signal);
    expect(await statusOf(person)).toBe('ready');
    const path = await addressOf(person, key.exportId);
    expect((await readZip(await bytesOf(await download(path)))).has('manifest.json')).toBe(true);
  });

  test('a fault on the way is told, and leaves no file', async () => {
    const person = await fixture.server.register();
    await addKnowledge(person);
    const key = await queued(person);
    const errors: unknown[] = [];
    const files = { ...fixture.files, getStream: () => Promise.reject(new Error('the disk is gone')) };
    const log = { error: (error: unknown) => errors.push(error), info: () => undefined };
    await writeExport(making({ files, log }), key, new AbortController().signal);
    expect(await statusOf(person)).toBe('failed');
    expect(errors).toHaveLength(1);
    expect(filesOf(person)).toEqual([]);
  });

  test('after a week the file and its line go, others stay', async () => {
    const { server } = fixture;
    const person = await server.register();
    const first = await exported(person);
    const second = await exported(person);
    await server.sql("update data_exports set expires_at = now() - interval '1 second' where id = $1", [
      first.uuid,
    ]);
    await expireExports(fixture);
    expect((await person.call(listExports)).items.map(({ uuid }) => uuid)).toEqual([second.uuid]);
    expect(filesOf(person)).toEqual([`files/${person.user.account.uuid}/exports/${second.uuid}.zip`]);
    expect((await download(first.path)).status).toBe(404);
  });
});

describe('the download', () => {
  test('whole, in parts, and only looked at', async () => {
    const person = await fixture.server.register();
    const { path, content, uuid } = await exported(person);
    const whole = await download(path);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(content.length),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="hanasu-export-\d{4}-\d\d-\d\d\.zip"$/,
      ),
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      etag: `"${uuid}"`,
    });
    expect((await bytesOf(whole)).equals(content)).toBe(true);

    const head = await download(path, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
    const part = await download(path, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${content.length}`]);
    expect((await bytesOf(part)).equals(content.subarray(10, 20))).toBe(true);
    const rest = await download(path, { range: 'bytes=20-', 'if-range': `"${uuid}"` });
    expect((await bytesOf(rest)).equals(content.subarray(20))).toBe(true);
    const other = await download(path, { range: 'bytes=20-', 'if-range': '"another"' });
    expect(other.status).toBe(200);
    expect((await download(path, { range: `bytes=${content.length}-` })).status).toBe(416);

    const log = await fixture.server.sql<{ action: string; user_id: string }>(
      `select action, user_id from audit_events where account_id = $1 and action = 'export.downloaded'`,
      [person.user.account.uuid],
    );
    // In however many parts it was fetched through this link.
    expect(log).toEqual([{ action: 'export.downloaded', user_id: person.user.uuid }]);
  });

  test('a link that is wrong, of another purpose, too old, or whose export is gone', async () => {
    const { server } = fixture;
    const person = await server.register();
    const { path, uuid } = await exported(person);
    expect((await download('/api/export-file/nonsense')).status).toBe(404);
    await server.sql("update one_time_codes set purpose = 'social' where tenant_id = $1", [
      person.user.account.uuid,
    ]);
    expect((await download(path)).status).toBe(404);
    await server.sql(
      "update one_time_codes set purpose = 'export', expires_at = now() where tenant_id = $1",
      [person.user.account.uuid],
    );
    expect((await download(path)).status).toBe(404);
    const fresh = await addressOf(person, uuid);
    expect((await download(fresh)).status).toBe(200);
    await person.call(deleteExport, { params: { uuid } });
    expect((await download(fresh)).status).toBe(404);
  });
});
