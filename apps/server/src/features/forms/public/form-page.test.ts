import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Form</title><script src="/assets/form-1.js"></script></html>';
let folder: string;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-form-page-'));
  writeFileSync(path.join(folder, 'form.html'), PAGE);
  server = await startTestServer({ WEB_DIST: folder });
  person = await server.register();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Published once for each title. */
async function addForm(titles: readonly string[], sites: readonly string[] = []): Promise<string> {
  const [accountId, id] = [person.user.account.uuid, randomUUID()];
  const slug = `form-${id}`;
  const version = titles.length || null;
  await server.sql(
    `insert into forms (account_id, id, name, slug, draft, settings, version) values ($1, $2, $3, $3, '{}', $4, $5)`,
    [accountId, id, slug, JSON.stringify({ sites }), version],
  );
  for (const [index, title] of titles.entries())
    await server.sql(
      `insert into form_versions (account_id, form_id, number, definition) values ($1, $2, $3, $4)`,
      [accountId, id, index + 1, JSON.stringify({ languages: ['ja'], title: { ja: title } })],
    );
  return slug;
}

test('the page has the title that was published last, and nothing in it is taken for markup', async () => {
  const slug = await addForm(['古い題名', '<script>$&"</script>']);
  const { status, body, headers } = await server.anonymous.raw('GET', `/form/${slug}?lang=en`);
  expect(status).toBe(200);
  expect(body).toContain('<html lang="ja">');
  expect(body).toContain('<title>&lt;script&gt;$&amp;&quot;&lt;/script&gt;</title>');
  expect(headers.get('set-cookie')).toBeNull();
  expect(JSON.stringify(body)).not.toContain(slug);
});

test('it loads nothing from elsewhere, and only the sites of the form may frame it', async () => {
  const slug = await addForm(['題名'], ['https://shop.example/a;b', 'http://localhost:8080']);
  const { headers } = await server.anonymous.raw('GET', `/form/${slug}`);
  const policy = String(headers.get('content-security-policy'));
  expect(policy).toContain("frame-ancestors 'self' https://shop.example http://localhost:8080");
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('x-frame-options')).toBeNull();
});

test.each([
  ['unknown', async () => 'nowhere'],
  ['not published', () => addForm([])],
])('a form that is %s answers 404 with the page that says so', async (_, findSlug) => {
  const { status, body, headers } = await server.anonymous.raw('GET', `/form/${await findSlug()}`);
  expect(status).toBe(404);
  expect(body).toBe(PAGE);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
});

test('the page of the preview is there without a form, and only our own pages may frame it', async () => {
  const { status, body, headers } = await server.anonymous.raw('GET', '/form/_preview');
  expect(status).toBe(200);
  expect(body).toBe(PAGE);
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
});
