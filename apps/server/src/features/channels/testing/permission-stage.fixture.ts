import type { BotView } from '@hanasu/contract/bots';
import { type ChannelView, connectChannel, finishConnecting } from '@hanasu/contract/channels';
import { createSecretBox } from '../../../platform/crypto/secret-box.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { deleteOldOauthStates } from '../access/oauth-states.store.ts';
import { createRotatingVendor, type RotatingVendor } from './rotating-channel.fixture.ts';

const SECRET_KEY = 'a secret that is only used in tests of permission';
const publicUrl = 'https://shop.example.com';

/** The whole server with one more kind of channel, which asks for permission. */
export interface PermissionStage {
  readonly server: TestServer;
  readonly vendor: RotatingVendor;
  readonly owner: SignedIn;
  readonly bot: Pick<BotView, 'uuid'>;
  readonly publicUrl: string;
  /** Lines of the server's log from warnings on. */
  readonly warnings: readonly string[];
  newOwner(): Promise<SignedIn>;
  begin(owner: SignedIn, given?: { name?: string }): Promise<{ url: string; state: string }>;
  connect(owner: SignedIn, externalId: string, given?: { name?: string }): Promise<ChannelView>;
  credentialsOf(channelId: string): Promise<unknown>;
  /** What the cleaner does. */
  clean(): Promise<void>;
}

export async function createServerWithVendor(): Promise<PermissionStage> {
  const vendor = createRotatingVendor();
  const warnings: string[] = [];
  const settings = { PUBLIC_URL: publicUrl, SECRET_KEY, LOG_LEVEL: 'warn' };
  let databaseUrl = '';
  const keepUrl = (url: string): string => {
    databaseUrl = url;
    return url;
  };
  const server = await startTestServer(settings, keepUrl, {
    channels: [vendor.adapter],
    log: { write: (line: string) => void warnings.push(line) },
  });
  const owner = await server.register();
  const bots = new Map([[owner, await addBot(owner)]]);
  const botOf = (person: SignedIn): Pick<BotView, 'uuid'> => {
    const bot = bots.get(person);
    if (!bot) throw new Error('they have no bot');
    return bot;
  };

  async function begin(person: SignedIn, { name = 'Shop' } = {}) {
    const input = { appId: '123', appSecret: 'the secret' };
    const outcome = await person.call(connectChannel, {
      body: { kind: 'rotating', name, botUuid: botOf(person).uuid, input },
    });
    if (outcome.kind !== 'permission') throw new Error('no permission was wanted');
    return { url: outcome.url, state: vendor.begun.at(-1)?.state ?? '' };
  }

  return {
    server,
    vendor,
    owner,
    bot: botOf(owner),
    publicUrl,
    warnings,
    begin,
    async newOwner() {
      const person = await server.register();
      bots.set(person, await addBot(person));
      return person;
    },
    async connect(person, externalId, given) {
      const { state } = await begin(person, given);
      const query = { code: vendor.allow(externalId), state };
      return person.call(finishConnecting, { body: { query } });
    },
    async credentialsOf(channelId) {
      const [row] = await server.sql<{ credentials: Buffer }>(
        'select credentials from channels where id = $1',
        [channelId],
      );
      if (!row) throw new Error('the channel is gone');
      return JSON.parse(createSecretBox(SECRET_KEY).open(row.credentials, channelId));
    },
    async clean() {
      const database = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
      await database.system(deleteOldOauthStates);
      await database.close();
    },
  };
}
