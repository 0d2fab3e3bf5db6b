import type { LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANY_HOST } from '../../testing/private-hosts.ts';
import { isAllowedAddress, isAllowedUrl } from './address-guard.ts';
import { createGuardedFetch, FetchFailure } from './guarded-fetch.ts';
import { hostKeyOf, NO_PRIVATE_HOSTS, readPrivateHosts } from './private-hosts.ts';

const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/', method = '', headers } = request;
  seen.push({ url, method, headers, body: await text(request) });
  const to = new URL(url, 'http://here').searchParams.get('to') ?? '';
  if (url.startsWith('/redirect')) {
    const status = Number(new URL(url, 'http://here').searchParams.get('status') ?? 302);
    response.writeHead(status, { location: to }).end('moved');
  } else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (url === '/huge') response.end('x'.repeat(200_000));
  else if (url === '/bomb') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('0'.repeat(5_000_000)));
  } else if (url === '/silent') return;
  else if (url === '/stuck') response.writeHead(200).write('half of it');
  else if (url === '/reset') response.socket?.destroy();
  else if (url === '/empty') response.writeHead(204).end();
  else if (url === '/close') response.writeHead(200, { connection: 'close' }).end();
  else response.writeHead(200, { 'x-answer': 'yes' }).end('hello');
}

const listen = async () => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
};
let here: Awaited<ReturnType<typeof listen>>;
let other: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  here = await listen();
  other = await listen();
});
afterAll(() => {
  for (const { server } of [here, other]) {
    server.closeAllConnections();
    server.close();
  }
});

/** A name server that says these, one after the other. */
function nameServer(...answers: readonly string[][]): typeof lookup {
  let asked = 0;
  const say = (_name: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return say as unknown as typeof lookup;
}

const reasonOf = async (asked: Promise<Response>): Promise<string> => {
  try {
    await (await asked).text();
    return 'answered';
  } catch (error) {
    return error instanceof FetchFailure ? error.reason : `${error}`;
  }
};

const REFUSED = [
  'http://localhost/',
  'http://LOCALHOST./',
  'http://shop.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://168.63.129.16/',
  'http://198.18.0.1/',
  'http://192.0.2.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001::1]/',
  'http://[2001:db8::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'http://user@example.com/',
  'http://user:password@example.com/',
  'http://:password@example.com/',
];
const FINE = [
  'https://example.com/',
  'http://example.com:8080/a?b=c',
  'https://8.8.8.8/',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://[2606:4700::1111]/',
  'https://localhost.example.com/',
  'https://日本.jp/',
];

describe('an address', () => {
  test.each(REFUSED)('%s is refused', async (address) => {
    expect(isAllowedUrl(new URL(address), NO_PRIVATE_HOSTS)).toBe(false);
    expect(await reasonOf(createGuardedFetch({ privateHosts: NO_PRIVATE_HOSTS })(address))).toBe(
      'address_refused',
    );
  });
  test.each(FINE)('%s may be asked', (address) => {
    expect(isAllowedUrl(new URL(address), NO_PRIVATE_HOSTS)).toBe(true);
  });
  test.each(['not an address', '', '/path', 'http://', 'http://[::1'])('%j is none', async (address) => {
    expect(await reasonOf(createGuardedFetch({ privateHosts: ANY_HOST })(address))).toBe('address_refused');
  });

  test.each([
    'http://169.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'file:///etc/passwd',
    'http://user@127.0.0.1/',
  ])('%s is refused even where it is listed', (address) => {
    expect(isAllowedUrl(new URL(address), ANY_HOST)).toBe(false);
  });
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[fd12::1]/',
  ])('%s may be asked where it is listed', (address) => {
    expect(isAllowedUrl(new URL(address), ANY_HOST)).toBe(true);
  });
  test('what is no IP address is no address', () => {
    for (const text of ['', 'example.com', '127.0.0.1.example', '1.2.3']) {
      expect(isAllowedAddress(text, true)).toBe(false);
    }
  });
});

describe('a name', () => {
  const ask = (...answers: string[][]) =>
    createGuardedFetch({ privateHosts: NO_PRIVATE_HOSTS, lookup: nameServer(...answers), timeoutMs: 1500 });

  test.each([['127.0.0.1'], ['10.0.0.8'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1'], ['fd00::1']])(
    'that stands for %s is refused',
    async (address) => {
      expect(await reasonOf(ask([address])('http://shop.example/'))).toBe('address_refused');
    },
  );
  test('is refused when one of what it stands for is private', async () => {
    expect(await reasonOf(ask(['8.8.8.8', '127.0.0.1'])('http://shop.example/'))).toBe('address_refused');
  });
  test('that nobody knows is refused', async () => {
    expect(await reasonOf(ask([])('http://shop.example/'))).toBe('address_refused');
  });
  test('is judged again for each connection: one that changes its mind reaches nothing', async () => {
    const guarded = createGuardedFetch({
      privateHosts: ANY_HOST,
      lookup: nameServer(['127.0.0.1'], ['169.254.169.254']),
    });
    const url = `http://rebind.example:${here.port}/close`;
    expect(await reasonOf(guarded(url))).toBe('answered');
    expect(await reasonOf(guarded(url))).toBe('address_refused');
  });
  test('may stand for this machine where that is allowed', async () => {
    const guarded = createGuardedFetch({ privateHosts: ANY_HOST, lookup: nameServer(['127.0.0.1']) });
    const response = await guarded(`http://shop.example:${here.port}/`);
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('x-answer')).toBe('yes');
    expect(response.url).toBe(`http://shop.example:${here.port}/`);
  });
});

describe('a redirect', () => {
  const guarded = createGuardedFetch({ privateHosts: ANY_HOST });
  const last = () => seen.at(-1);

  test('is followed, and only harmless headers go to another origin', async () => {
    const response = await guarded(`${here.url}/redirect?to=${other.url}/target`, {
      headers: { authorization: 'Bearer secret', 'x-api-key': 'secret', accept: 'text/plain', cookie: 'a=b' },
    });
    expect(await response.text()).toBe('hello');
    expect(last()?.url).toBe('/target');
    expect(last()?.headers.accept).toBe('text/plain');
    expect(JSON.stringify(last()?.headers)).not.toContain('secret');
    expect(last()?.headers.cookie).toBeUndefined();
  });
  test('within one origin keeps the headers', async () => {
    await guarded(`${here.url}/redirect?to=/target`, { headers: { 'x-api-key': 'secret' } });
    expect(last()?.headers['x-api-key']).toBe('secret');
  });
  test.each([
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'order'],
    [308, 'POST', 'order'],
  ])('%i of a POST goes on as %s', async (status, method, body) => {
    await guarded(`${here.url}/redirect?status=${status}&to=/target`, { method: 'POST', body: 'order' });
    expect(last()).toMatchObject({ url: '/target', method, body });
  });
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:169.254.169.254]/',
    'file:///etc/passwd',
    'http://user:password@example.com/',
  ])('to %s is refused', async (to) => {
    expect(await reasonOf(guarded(`${here.url}/redirect?to=${encodeURIComponent(to)}`))).toBe(
      'address_refused',
    );
  });
  test('without an end is given up', async () => {
    const before = seen.length;
    expect(await reasonOf(guarded(`${here.url}/loop`))).toBe('too_many_redirects');
    expect(seen.length - before).toBe(4);
  });
  test('is none of ours when the caller wants to see it or wants none', async () => {
    const url = `${here.url}/redirect?to=/target`;
    expect((await guarded(url, { redirect: 'manual' })).status).toBe(302);
    expect(await reasonOf(guarded(url, { redirect: 'error' }))).toBe('too_many_redirects');
  });
});

describe('an answer', () => {
  const limits = { privateHosts: ANY_HOST, maxBytes: 100_000 };
  const guarded = createGuardedFetch(limits);
  const impatient = createGuardedFetch({ ...limits, timeoutMs: 300 });

  test.each([
    ['/huge', 'too_large'],
    ['/bomb', 'too_large'],
    ['/silent', 'timeout'],
    ['/stuck', 'timeout'],
    ['/reset', 'unreachable'],
    ['/empty', 'answered'],
    ['/', 'answered'],
  ])('%s: %s', async (path, reason) => {
    const ask = reason === 'timeout' ? impatient : guarded;
    expect(await reasonOf(ask(here.url + path))).toBe(reason);
  });
  test('of nobody', async () => {
    expect(await reasonOf(guarded('http://127.0.0.1:9/'))).toBe('unreachable');
  });
  test('is not waited for when the caller gives up', async () => {
    const given = new AbortController();
    const asked = createGuardedFetch({ privateHosts: ANY_HOST })(`${here.url}/silent`, {
      signal: given.signal,
    });
    given.abort(new Error('stopped by the caller'));
    expect(await reasonOf(asked)).toBe('Error: stopped by the caller');
  });
  test('a header with a line break is never sent', async () => {
    const before = seen.length;
    await expect(guarded(here.url, { headers: { 'x-name': 'a\r\nx-other: b' } })).rejects.toThrow();
    expect(seen.length).toBe(before);
  });
});

describe('a listed server', () => {
  const listed = (list: string): ReadonlySet<string> => {
    const outcome = readPrivateHosts(list);
    if (outcome.kind === 'wrong') throw new Error(outcome.problem);
    return outcome.hosts;
  };

  test('is reached at its own port only', async () => {
    const guarded = createGuardedFetch({ privateHosts: listed(`127.0.0.1:${here.port}`) });
    expect(await reasonOf(guarded(here.url))).toBe('answered');
    expect(await reasonOf(guarded(other.url))).toBe('address_refused');
    expect(await reasonOf(guarded('http://127.0.0.1/'))).toBe('address_refused');
  });
  test('is no way to another one: redirects are judged by their own address', async () => {
    const guarded = createGuardedFetch({ privateHosts: listed(`127.0.0.1:${here.port}`) });
    expect(await reasonOf(guarded(`${here.url}/redirect?to=/target`))).toBe('answered');
    expect(await reasonOf(guarded(`${here.url}/redirect?to=${other.url}/target`))).toBe('address_refused');
  });
  test('by name stands for what the name stands for; other names of the same machine do not', async () => {
    const guarded = createGuardedFetch({
      privateHosts: listed(`n8n.local:${here.port}`),
      lookup: nameServer(['127.0.0.1']),
    });
    expect(await reasonOf(guarded(`http://N8N.local.:${here.port}/`))).toBe('answered');
    expect(await reasonOf(guarded(`http://shop.example:${here.port}/`))).toBe('address_refused');
    expect(await reasonOf(guarded(here.url))).toBe('address_refused');
  });
  test('whose name comes to stand for the metadata of a cloud is refused', async () => {
    const guarded = createGuardedFetch({
      privateHosts: listed('n8n.local:80,169.254.169.254:80'),
      lookup: nameServer(['169.254.169.254'], ['169.254.169.254']),
    });
    expect(await reasonOf(guarded('http://n8n.local/'))).toBe('address_refused');
    expect(await reasonOf(guarded('http://169.254.169.254/latest/meta-data'))).toBe('address_refused');
  });

  test.each([
    ['n8n.local:5678', 'http://n8n.local:5678/x'],
    ['N8N.Local:443', 'https://n8n.local/'],
    ['127.0.0.1:80', 'http://127.0.0.1/'],
    ['127.1:8080', 'http://127.0.0.1:8080/'],
    ['[::1]:11434', 'http://[::1]:11434/v1'],
    ['[0:0:0:0:0:0:0:1]:11434', 'http://[::1]:11434/v1'],
    ['日本.local:80', 'http://日本.local/'],
  ])('%s is %s', (pair, url) => {
    expect(listed(`10.0.0.1:1, ${pair} ,`).has(hostKeyOf(new URL(url)))).toBe(true);
  });
  test.each([
    'n8n.local',
    '127.0.0.1',
    '[::1]',
    '::1:80',
    'n8n.local:0',
    'n8n.local:70000',
    'n8n.local:*',
    '*:80',
    '*.local:80',
    'http://n8n.local:5678',
    'n8n.local:5678/path',
    'user@n8n.local:5678',
    'a b:80',
  ])('%s is none', (pair) => {
    expect(readPrivateHosts(`127.0.0.1:80,${pair}`).kind).toBe('wrong');
  });
});
