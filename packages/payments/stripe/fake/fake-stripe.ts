import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isStandInAllowed } from '../stripe-script.ts';
import { postEvent } from './fake-client.ts';
import {
  answerChallenge,
  type Books,
  cancelIntent,
  confirmIntent,
  createIntent,
  createRefund,
  dispute,
  type FormFields,
  findIntent,
  type Intent,
  leadBack,
  readForm,
  refuseUnknown,
  StripeRefusal,
} from './fake-intents.ts';
import resources from './fixtures/resources.json' with { type: 'json' };
import { answerStandIn } from './stand-in.ts';

export interface FakeStripeOptions {
  readonly secretKey?: string;
  readonly publishableKey?: string;
  /** Absent: one that is free. */
  readonly port?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Fault {
  readonly path: RegExp;
  readonly how: number | 'cut' | 'cut-after';
}

export interface FakeStripe {
  readonly url: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Every call that was answered, the idempotency key with it. */
  readonly calls: { method: string; path: string; key: string | null; fields: FormFields }[];
  /** Where events go; null: nowhere, as while an endpoint is down. */
  webhook: { url: string; secrets: readonly string[] } | null;
  /** Every event, whether it was sent or not. */
  readonly events: Readonly<Record<string, unknown>>[];
  /** Calls on a path end so until `mend`: a status of HTTP, or the line is cut before or after the call took effect. */
  fault(fault: Fault): void;
  mend(): void;
  /** The payer confirms with a card, as Stripe's script does; answers where the browser goes. */
  pay(clientSecret: string, number: string, returnUrl: string): string;
  /** The page of the challenge is answered; answers where the browser goes. */
  answer(intentId: string, isConfirmed: boolean): string;
  dispute(intentId: string, status: 'needs_response' | 'won' | 'lost'): void;
  /** A header for a body, as Stripe signs it. */
  sign(body: string, secret: string, at?: number): string;
  /** Settles when all events that were to be sent are answered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const API =
  /^\/v1\/(?<resource>payment_intents|refunds|disputes)(?:\/(?<id>[^/]+))?(?:\/(?<verb>confirm|cancel))?$/;

/** Stripe over HTTP, as far as the gateway uses it; it refuses what Stripe refuses. For tests and tries on one machine. */
export async function startFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  const { secretKey = 'sk_test_fake', publishableKey = 'pk_test_fake', port = 0, now = Date.now } = options;
  if (!isStandInAllowed('http://127.0.0.1', { secretKey, publishableKey }))
    throw new Error('The fake takes test keys only');
  const calls: FakeStripe['calls'] = [];
  const events: Readonly<Record<string, unknown>>[] = [];
  const faults: Fault[] = [];
  const answers = new Map<string, { request: string; status: number; body: string }>();
  const sending = new Set<Promise<unknown>>();
  const books: Books = {
    intents: new Map(),
    charges: new Map(),
    disputes: new Map(),
    challenges: new Map(),
    now,
    challengeUrl: (id) => `${fake.url}/fake/3ds/${id}`,
    sendEvent: (type, object) => {
      const event = {
        ...structuredClone(resources.event),
        id: `evt_${randomBytes(12).toString('hex')}`,
        created: Math.floor(now() / 1000),
        type,
        data: { object: structuredClone(object) },
      };
      events.push(event);
      send(JSON.stringify(event));
    },
  };

  const sign: FakeStripe['sign'] = (body, secret, at = now()) => {
    const time = Math.floor(at / 1000);
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  };
  function send(body: string): void {
    const { webhook } = fake;
    const [first, ...others] = webhook?.secrets ?? [];
    if (!webhook || first === undefined) return;
    // While a secret is replaced both sign.
    const further = others.map((secret) => sign(body, secret).replace(/^t=\d+,/, ','));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': sign(body, first) + further.join(''),
    };
    const sent = postEvent(webhook.url, headers, body).finally(() => sending.delete(sent));
    sending.add(sent);
  }

  function act(call: { method: string; path: string; fields: FormFields; isPublic: boolean }): unknown {
    const { resource, id, verb } = API.exec(call.path)?.groups ?? {};
    const { fields, method } = call;
    const isPost = method === 'POST';
    if (resource === 'payment_intents') {
      if (isPost && !id && !call.isPublic) return shown(createIntent(books, fields), fields);
      if (!id) throw unknownUrl(call);
      const intent = findIntent(books, id);
      if (call.isPublic && fields.client_secret !== intent.client_secret)
        throw new StripeRefusal(401, {
          message: 'The client_secret provided does not match any associated PaymentIntent.',
        });
      if (!isPost) return call.isPublic ? publicView(intent) : shown(intent, fields);
      if (verb === 'cancel' && !call.isPublic) return shown(cancelIntent(books, intent, fields), fields);
      if (verb === 'confirm') {
        const [number, returnUrl] = [String(fields.card_number ?? ''), fields.return_url];
        return confirmIntent(books, intent, {
          number,
          returnUrl: typeof returnUrl === 'string' ? returnUrl : undefined,
        });
      }
    }
    if (call.isPublic) throw unknownUrl(call);
    if (resource === 'refunds' && isPost) return createRefund(books, fields);
    if (resource === 'disputes' && !isPost) {
      refuseUnknown(fields, new Set(['payment_intent', 'limit', 'expand']));
      const found = books.disputes.get(String(fields.payment_intent));
      return { object: 'list', url: '/v1/disputes', has_more: false, data: found ? [found] : [] };
    }
    throw unknownUrl(call);
  }

  /** Includes the charge where the request asked for it. */
  function shown(intent: Intent, { expand }: FormFields): unknown {
    const wanted = Array.isArray(expand) && expand.includes('latest_charge');
    return wanted
      ? { ...intent, latest_charge: books.charges.get(intent.latest_charge ?? '') ?? null }
      : intent;
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const method = request.method ?? 'GET';
    const text = await readBody(request);
    const key = request.headers['idempotency-key'];
    const asked = method === 'POST' ? text : url.searchParams.toString();
    const fault = faults.find(({ path }) => path.test(url.pathname));
    if (fault?.how === 'cut') return void response.destroy();
    const reply = (status: number, body: string): void => {
      if (fault?.how === 'cut-after') return void response.destroy();
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${randomBytes(7).toString('hex')}`,
        'stripe-version': String(request.headers['stripe-version'] ?? ''),
        ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      });
      response.end(body);
    };
    if (typeof fault?.how === 'number')
      return reply(fault.how, JSON.stringify({ error: { type: 'api_error', message: 'An error.' } }));
    let status = 200;
    let body: string;
    try {
      const isPublic = authorised(request, { secretKey, publishableKey });
      const before = typeof key === 'string' && method === 'POST' ? answers.get(key) : undefined;
      if (before && before.request !== `${url.pathname}?${asked}`)
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        });
      if (before) return reply(before.status, before.body);
      if (method === 'POST' && text !== '' && !isForm(request))
        throw new StripeRefusal(400, { message: 'Send the body as application/x-www-form-urlencoded.' });
      refuseOldParameters(request, asked);
      const call = { method, path: url.pathname, fields: readForm(asked), isPublic };
      calls.push({
        method,
        path: url.pathname,
        key: typeof key === 'string' ? key : null,
        fields: call.fields,
      });
      body = JSON.stringify(act(call));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      status = error.status;
      body = JSON.stringify({ error: error.error });
    }
    if (typeof key === 'string' && method === 'POST' && status !== 401)
      answers.set(key, { request: `${url.pathname}?${asked}`, status, body });
    reply(status, body);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const challenge = /^\/fake\/3ds\/([^/]+)$/.exec(url.pathname);
    const answered = async (): Promise<void> => {
      if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end();
      if (url.pathname.startsWith('/v1/')) {
        for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
        return answerApi(request, response, url);
      }
      if (challenge?.[1] && request.method === 'POST') {
        const isConfirmed = (await readBody(request)).includes('answer=yes');
        return void response
          .writeHead(303, { location: answerChallenge(books, challenge[1], isConfirmed) })
          .end();
      }
      if (!answerStandIn(response, url.pathname)) response.writeHead(404).end();
    };
    answered().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(error instanceof StripeRefusal ? error.status : 500);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    publishableKey,
    calls,
    webhook: null,
    events,
    fault: (fault) => void faults.push(fault),
    mend: () => void faults.splice(0),
    pay(clientSecret, number, returnUrl) {
      const intent = findIntent(books, clientSecret.replace(/_secret_.*$/, ''));
      const after = confirmIntent(books, intent, { number, returnUrl });
      return after.status === 'requires_action' ? books.challengeUrl(after.id) : leadBack(after, returnUrl);
    },
    answer: (intentId, isConfirmed) => answerChallenge(books, intentId, isConfirmed),
    dispute: (intentId, status) => dispute(books, intentId, status),
    sign,
    async idle() {
      while (sending.size > 0) await Promise.all(sending);
    },
    async close() {
      await this.idle();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
};

const isForm = ({ headers }: IncomingMessage): boolean =>
  String(headers['content-type']).startsWith('application/x-www-form-urlencoded');

/** True: with the key of the browser. */
function authorised(
  { headers }: IncomingMessage,
  { secretKey, publishableKey }: { readonly secretKey: string; readonly publishableKey: string },
): boolean {
  const [, key = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (key === publishableKey) return true;
  if (key === secretKey) return false;
  throw new StripeRefusal(401, {
    message: key === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${key.slice(0, 8)}…`,
  });
}

/** Since `2026-09-30.endive` the methods of a payment can't be set (docs.stripe.com/changelog/endive). */
function refuseOldParameters({ headers }: IncomingMessage, asked: string): void {
  const version = String(headers['stripe-version'] ?? '');
  if (version >= '2026-09-30' && asked.includes('payment_method_types'))
    throw new StripeRefusal(400, {
      code: 'payment_method_types_no_longer_supported',
      param: 'payment_method_types',
      message: 'payment_method_types can no longer be set.',
    });
}

const unknownUrl = ({ method, path }: { readonly method: string; readonly path: string }): StripeRefusal =>
  new StripeRefusal(404, { message: `Unrecognized request URL (${method}: ${path}).` });

/** Fields that a publishable key may see. */
const publicView = ({
  id,
  object,
  amount,
  currency,
  status,
  client_secret,
  next_action,
  last_payment_error,
}: Intent) => ({
  id,
  object,
  amount,
  currency,
  status,
  client_secret,
  next_action,
  last_payment_error,
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += part;
  return text;
}
