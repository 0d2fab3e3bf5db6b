import type { Locale } from '@hanasu/contract/accounts';
import { confirmEmail, me, register } from '@hanasu/contract/accounts';
import type { Endpoint, EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import type { BrowserContext } from '@playwright/test';
import { codeOf, mailsTo } from './outbox.ts';
import { serverUrl } from './server-url.ts';

export interface Person {
  readonly username: string;
  readonly password: string;
  readonly jwt: string;
  call<E extends Endpoint>(endpoint: E, input?: Partial<EndpointInput<E>>): Promise<EndpointOutput<E>>;
}

let people = 0;

/** Somebody with an account of their own, made without the browser, who has confirmed their address. */
export async function newPerson(locale: Locale = 'en', name?: string, email?: string): Promise<Person> {
  const person = await newcomer(locale, name, email);
  const { email: address } = await person.call(me);
  await person.call(confirmEmail, { body: { code: codeOf((await mailsTo(address ?? ''))[0]) } });
  return person;
}

/** The same, before they have looked into their mailbox. */
export async function newcomer(locale: Locale = 'en', name?: string, email?: string): Promise<Person> {
  people += 1;
  const unique = `person-${process.pid}-${people}`;
  const username = name ?? unique;
  const password = 'correct horse battery';
  const body = {
    username,
    email: email ?? `${unique}@example.com`,
    password,
    locale,
    acceptedTerms: true as const,
  };
  const { jwt } = await send(null, register, { body });
  return { username, password, jwt, call: (endpoint, input) => send(jwt, endpoint, input) };
}

/** The browser has this person's session. */
export const signIn = (context: BrowserContext, { jwt }: Person) =>
  context.addCookies([{ name: 'jwt', value: jwt, url: serverUrl() }]);

async function send<E extends Endpoint>(
  jwt: string | null,
  endpoint: E,
  input: Partial<EndpointInput<E>> = {},
): Promise<EndpointOutput<E>> {
  const params = Object.entries(input.params ?? {});
  const path = params.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    endpoint.path,
  );
  const url = new URL(path, serverUrl());
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text || 'null');
}

/** A last resort, far above what a slow and busy machine takes. */
const TIMEOUT_MS = 120_000;

/** Asks again until there is an answer. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > until) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
