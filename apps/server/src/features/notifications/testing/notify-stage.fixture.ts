import { startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { DEFAULT_NOTIFY, type NotifySettings, updateNotify } from '@hanasu/contract/notify';
import { startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { createSecretBox } from '../../../platform/crypto/secret-box.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createMail } from '../../../platform/mail/create-mail.ts';
import { startSmtpServer } from '../../../platform/mail/smtp-server.fixture.ts';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import { ANY_HOST, LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import { eventually, type SignedIn, startTestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';
import { PATIENT_MODELS, PATIENT_VENDOR, type Stage } from '../../channels/testing/channel-stage.fixture.ts';
import { startSite } from '../../webhooks/testing/site.fixture.ts';
import { createNotifySender } from '../delivery/send-notifications.ts';

const SECRET_KEY = 'a secret that is only used in tests';
const NOTHING: NotifySettings['rules'] = { desktop: [], email: [], channel: [], web_hook: [] };

export interface StoredNotification {
  readonly id: string;
  readonly event: string;
  readonly way: string;
  readonly state: string;
  readonly detail: string | null;
  readonly attempts: number;
  readonly body: string;
  readonly path: string;
}

/** The whole server, with a mail server, a vendor and somebody's web hook to tell people by. */
export async function setNotifyStage() {
  const [fake, models, smtp, site] = await Promise.all([
    startFakeLine(PATIENT_VENDOR),
    startFakeProviders(),
    startSmtpServer(),
    startSite(),
  ]);
  let url = '';
  const server = await startTestServer(
    {
      LINE_API_BASE_URL: fake.hosts.api,
      LINE_DATA_API_BASE_URL: fake.hosts.data,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: models.baseUrls.openai,
      ...PATIENT_MODELS,
      SMTP_URL: smtp.url,
      ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS,
      SECRET_KEY,
    },
    (given) => {
      url = given;
      return given;
    },
    { isReachable: true },
  );
  const { publicUrl } = server;
  const database = openDatabase({ url, poolSize: 4, onError: () => undefined });
  const stage: Stage = {
    server,
    owner: await server.register(),
    fake,
    models,
    publicUrl,
    async close() {
      await server.stop();
      await Promise.all([models.close(), fake.close(), smtp.stop(), site.close()]);
    },
  };
  const { account } = stage.owner.user;
  const rowsOf = ({ user }: SignedIn): Promise<StoredNotification[]> =>
    server.sql(
      'select id, event, way, state, detail, attempts, body, path from notifications where user_id = $1 order by id',
      [user.uuid],
    );

  function sender(channels: Parameters<typeof createNotifySender>[0]['channels']): LeasedWorker {
    return createNotifySender({
      database,
      box: createSecretBox(SECRET_KEY),
      publicUrl,
      ask: createGuardedFetch({ privateHosts: ANY_HOST }),
      channels,
      mail: createMail({ hasServer: true }),
      onError: (error) => {
        throw error;
      },
    });
  }
  const quick = sender({ open: async () => null, renewed: async () => null });

  return {
    ...stage,
    smtp,
    site,
    database,
    accountId: account.uuid,
    rowsOf,
    /** A colleague with a confirmed address who is told only what these rules say. */
    async colleague(rules: Partial<NotifySettings['rules']>, changes: Partial<NotifySettings> = {}) {
      const person = await addMember(server, stage.owner, 'operator');
      await server.sql('update users set email_verified_at = now() where id = $1', [person.user.uuid]);
      const body = { ...DEFAULT_NOTIFY, digestMinutes: 0, ...changes, rules: { ...NOTHING, ...rules } };
      await person.call(updateNotify, { body });
      return person;
    },
    /** Things that are to be told to a person, as if they had happened; not before `inSeconds`. */
    async put({ user }: SignedIn, way: string, bodies: readonly string[], inSeconds = 0): Promise<void> {
      await server.sql(
        `insert into notifications (account_id, id, user_id, event, way, key, subject, body, path, state, due_at)
         select $1, n.id, $2, 'waiting', $3, n.id::text, 'Hanako', n.body, '/Message', 'waiting',
           now() + make_interval(secs => $6)
         from unnest($4::uuid[], $5::text[]) as n(id, body)`,
        [account.uuid, user.uuid, way, bodies.map(() => newId()), bodies, inSeconds],
      );
      // Here and now, instead of when the server looks for it next; a phone is reached by the server alone.
      if (way !== 'channel') await quick.runOnce();
    },
    until: (person: SignedIn, what: string, isSo: (rows: StoredNotification[]) => boolean) =>
      eventually(what, async () => {
        const rows = await rowsOf(person);
        return isSo(rows) && rows;
      }),
    /** As another process on the same database would run it. */
    sender,
    async stop() {
      await database.close();
      await stage.close();
    },
  };
}

export type NotifyStage = Awaited<ReturnType<typeof setNotifyStage>>;
