import type { N8nWorkflowFile } from '@hanasu/contract/web-hooks';
import { newId } from '../../platform/ids.ts';
import type { WebHookRow } from './web-hooks.store.ts';

/**
 * Runs in n8n's Code node, which has `Buffer` but by default neither `crypto` nor modules: HMAC-SHA256 is written out.
 * The Webhook node before it keeps the raw body.
 */
const CHECK_SIGNATURE = `// Lets only events pass that Hanasu has signed (https://www.standardwebhooks.com).
// Put the secret of the web hook here. Hanasu shows it once: when the web hook is added, or gets a new secret.
const SECRET = 'whsec_PUT_THE_SECRET_HERE';
const MAX_AGE_SECONDS = 300;
// With the text above as its key, anybody could sign.
if (!/^(whsec_)?[A-Za-z0-9+/]{32,}=*$/.test(SECRET)) throw new Error("Put the web hook's secret into this node");

const { headers } = $input.first().json;
const body = await this.helpers.getBinaryDataBuffer(0, 'data');
const id = headers['webhook-id'];
const sentAt = headers['webhook-timestamp'];
if (!(Math.abs($now.toSeconds() - Number(sentAt)) < MAX_AGE_SECONDS)) throw new Error('The event is too old');
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64');
const signed = Buffer.concat([Buffer.from(id + '.' + sentAt + '.'), body]);
const expected = 'v1,' + hmac(key, signed).toString('base64');
const given = String(headers['webhook-signature']).split(' ');
if (!given.some((one) => isEqual(one, expected))) throw new Error('The signature is wrong: check SECRET');
return [{ json: { id, ...JSON.parse(body.toString('utf8')) } }];

function isEqual(one, other) {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

function hmac(key, message) {
  const block = Buffer.alloc(64);
  (key.length > 64 ? sha256(key) : key).copy(block);
  const inner = sha256(Buffer.concat([block.map((byte) => byte ^ 0x36), message]));
  return sha256(Buffer.concat([block.map((byte) => byte ^ 0x5c), inner]));
}

function sha256(bytes) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 4294967296) | 0;
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
  const state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  const padded = Buffer.alloc(Math.ceil((bytes.length + 9) / 64) * 64);
  bytes.copy(padded);
  padded[bytes.length] = 0x80;
  padded.writeUInt32BE(Math.floor(bytes.length / 536870912), padded.length - 8);
  padded.writeUInt32BE((bytes.length << 3) >>> 0, padded.length - 4);
  const words = new Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = padded.readInt32BE(start + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = words[i - 15];
      const b = words[i - 2];
      const one = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const two = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words[i] = (words[i - 16] + one + words[i - 7] + two) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0;
      const two = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = (state[i] + value) | 0;
    });
  }
  const digest = Buffer.alloc(32);
  state.forEach((value, i) => digest.writeInt32BE(value, i * 4));
  return digest;
}
`;

const [RECEIVE, CHECK, SORT, OTHER] = ['Event of Hanasu', 'Check signature', 'Sort by event', 'Other events'];
const COLUMN = 240;
const ROW = 120;

/** Makes a workflow for n8n that receives the events of this web hook. It does not hold the secret. */
export function n8nWorkflow({ id, url, description, events }: WebHookRow): N8nWorkflowFile {
  const host = URL.parse(url)?.host ?? '';
  const ends = [...events, OTHER];
  return {
    name: `Hanasu: ${description || host}`,
    nodes: [
      {
        ...node(RECEIVE, 'n8n-nodes-base.webhook', 2, [0, 0]),
        webhookId: id,
        // Answers at once: an event that takes longer than ten seconds would be sent again.
        parameters: {
          ...{ httpMethod: 'POST', path: `hanasu-${id}`, responseMode: 'onReceived' },
          options: { rawBody: true },
        },
      },
      { ...node(CHECK, 'n8n-nodes-base.code', 2, [COLUMN, 0]), parameters: { jsCode: CHECK_SIGNATURE } },
      {
        ...node(SORT, 'n8n-nodes-base.switch', 3.2, [COLUMN * 2, 0]),
        parameters: {
          rules: { values: events.map(ruleOf) },
          options: { fallbackOutput: 'extra', renameFallbackOutput: OTHER },
        },
      },
      ...ends.map((name, index) => ({
        ...node(name, 'n8n-nodes-base.noOp', 1, [COLUMN * 3, ROW * index]),
        parameters: {},
      })),
    ],
    connections: {
      [RECEIVE]: { main: [[linkTo(CHECK)]] },
      [CHECK]: { main: [[linkTo(SORT)]] },
      [SORT]: { main: ends.map((name) => [linkTo(name)]) },
    },
    settings: { executionOrder: 'v1' },
  };
}

const node = (name: string, type: string, typeVersion: number, position: readonly number[]) => ({
  id: newId<string>(),
  name,
  type,
  typeVersion,
  position,
});

const linkTo = (name: string) => ({ node: name, type: 'main', index: 0 });

const ruleOf = (event: string) => ({
  conditions: {
    options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
    conditions: [
      {
        id: newId<string>(),
        leftValue: '={{ $json.type }}',
        rightValue: event,
        operator: { type: 'string', operation: 'equals' },
      },
    ],
    combinator: 'and',
  },
  renameOutput: true,
  outputKey: event,
});
