import { randomBytes } from 'node:crypto';
import { type Fields, list, object, oneOf, type Rule, text, yesOrNo } from '../rules/rules.ts';
import {
  bodyErrors,
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  ok,
  refuse,
} from './answer.ts';
import { isAllowedEndpoint } from './routes-account.ts';
import type { FakeChannel, FakeLiffApp } from './state.ts';
import { checkBody } from './validate-messages.ts';

const MOST_APPS = 30;
const APPS = /^\/liff\/v1\/apps$/;
const ONE_APP = /^\/liff\/v1\/apps\/([^/]+)$/;

const shared = { host: 'api', auth: 'login' } as const;

/** LIFF apps of a LINE Login channel, as a program makes them. The reference gives their codes, and no sentences. */
export const liffAppRoutes: readonly ChannelRoute[] = [
  { ...shared, method: 'POST', path: APPS, accepts: 'json', handle: addApp },
  {
    ...shared,
    method: 'GET',
    path: APPS,
    handle(world, channel) {
      const apps = appsOf(world, channel);
      return apps.length > 0 ? ok({ apps: apps.map(describe) }) : refuse(404, 'Not found');
    },
  },
  { ...shared, method: 'PUT', path: ONE_APP, accepts: 'json', handle: changeApp },
  {
    ...shared,
    method: 'DELETE',
    path: ONE_APP,
    handle(world, channel, { params: [id = ''] }) {
      if (!findApp(world, channel, id)) return refuse(404, 'Not found');
      world.state.liffApps.delete(id);
      return ok();
    },
  },
];

const size = oneOf('compact', 'tall', 'full');
const endpoint: Rule = text(10_000);
const SETTINGS: Fields = {
  'description?': text(100, 0),
  'features?': object({ 'ble?': yesOrNo, 'qrCode?': yesOrNo }),
  'permanentLinkPattern?': oneOf('concat'),
  'scope?': list(oneOf('openid', 'email', 'profile', 'chat_message.write'), 4, 0),
  'botPrompt?': oneOf('normal', 'aggressive', 'none'),
};
const ADDED: Fields = {
  ...SETTINGS,
  view: object({ type: size, url: endpoint, 'moduleMode?': yesOrNo }),
};
const CHANGED: Fields = {
  ...SETTINGS,
  'view?': object({ 'type?': size, 'url?': endpoint, 'moduleMode?': yesOrNo }),
};

/** What an app has that its maker did not say. */
const USUAL_SETTINGS = {
  features: { qrCode: false },
  permanentLinkPattern: 'concat',
  scope: ['profile', 'chat_message.write'],
  botPrompt: 'none',
} as const;

const appsOf = ({ state }: FakeWorld, { channelId }: FakeChannel): FakeLiffApp[] =>
  [...state.liffApps.values()].filter(({ loginChannelId }) => loginChannelId === channelId);

/** An app of another channel is none. */
const findApp = (world: FakeWorld, channel: FakeChannel, id: string): FakeLiffApp | null =>
  appsOf(world, channel).find(({ liffId }) => liffId === id) ?? null;

const describe = ({ liffId, endpoint, settings = {} }: FakeLiffApp): object => ({
  liffId,
  ...USUAL_SETTINGS,
  ...settings,
  view: { type: 'full', ...fields(settings.view), url: endpoint },
});

/** The address of an app has https and no fragment, and its name does not pretend to be the vendor's. */
function checkSettings(body: unknown): FakeAnswer | null {
  const { view, description } = fields(body);
  const { url } = fields(view);
  if (typeof url === 'string' && (!isAllowedEndpoint(url) || url.includes('#')))
    return bodyErrors([{ message: 'invalid url', property: 'view.url' }]);
  return typeof description === 'string' && /LINE|\bline\b/.test(description.normalize('NFKC'))
    ? bodyErrors([{ message: 'invalid value', property: 'description' }])
    : null;
}

function addApp(world: FakeWorld, channel: FakeChannel, { body }: FakeRequest): FakeAnswer {
  const wrong = checkBody(body, ADDED) ?? checkSettings(body);
  if (wrong) return wrong;
  if (appsOf(world, channel).length >= MOST_APPS)
    return refuse(400, `The number of LIFF apps exceeds the limit of ${MOST_APPS}`);
  const { channelId } = channel;
  const liffId = `${channelId}-${randomBytes(4).toString('hex')}`;
  const settings = fields(body);
  const url = String(fields(settings.view).url);
  world.state.liffApps.set(liffId, {
    liffId,
    loginChannelId: channelId,
    endpoint: url,
    userId: null,
    settings,
  });
  return ok({ liffId });
}

/** Only what is given changes. */
function changeApp(
  world: FakeWorld,
  channel: FakeChannel,
  { params: [id = ''], body }: FakeRequest,
): FakeAnswer {
  const wrong = checkBody(body, CHANGED) ?? checkSettings(body);
  if (wrong) return wrong;
  const app = findApp(world, channel, id);
  if (!app) return refuse(404, 'Not found');
  const given = fields(body);
  const view = { ...fields(app.settings?.view), ...fields(given.view) };
  const endpoint = String(view.url ?? app.endpoint);
  world.state.liffApps.set(id, { ...app, endpoint, settings: { ...app.settings, ...given, view } });
  return ok();
}
