import { randomBytes } from 'node:crypto';
import type { ChannelAdapter, RenewalOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import { z } from 'zod';

const Credentials = z.object({
  appId: z.string().regex(/^\d+$/, 'digits only'),
  appSecret: z.string(),
  access: z.string(),
  refresh: z.string(),
  dueAt: z.number(),
  lapsesAt: z.number().nullable(),
});
export type RotatingCredentials = z.infer<typeof Credentials>;

const manifest: ChannelManifest = {
  kind: 'rotating',
  name: 'Rotating',
  color: '#000000',
  connect: 'permission',
  connectFields: [
    { name: 'appId', secret: false, required: true },
    { name: 'appSecret', secret: true, required: true },
  ],
  capabilities: {
    replyToken: false,
    typing: false,
    profile: true,
    sandbox: false,
    followers: false,
    quota: true,
    quoting: null,
    readMarks: false,
    senderIdentity: false,
    quickReplies: false,
    groups: false,
    sharedPersonIds: false,
    idempotentSend: false,
    setsWebhook: false,
    acceptsUnsigned: true,
    sends: [],
  },
  limits: {
    replyTokenLifeMs: 0,
    replyTokenAgeMs: 0,
    messagesPerSend: 1,
    textLength: 2000,
    retryKeyLifeMs: 0,
    window: null,
    fileBytes: {},
  },
};

/** How the vendor takes the next renewal. `lost-answer`: it rotates the token and the answer never arrives. */
export type RenewalFault = 'silence' | 'lost-answer' | 'away';

const DAY = 24 * 60 * 60_000;
const PENDING = 'PENDING';

interface Account {
  readonly externalId: string;
  access: string;
  refresh: string;
}

/**
 * A vendor that is asked for permission and whose tokens work once: whoever renews twice with the same one has lost
 * access. What no real vendor's fake can be brought to do stands here.
 */
export function createRotatingVendor() {
  const accounts = new Map<string, Account>();
  const codes = new Map<string, string>();
  const faults: RenewalFault[] = [];
  const vendor = {
    adapter: null as unknown as ChannelAdapter,
    /** Calls to renew that reached the vendor. */
    renewals: 0,
    /** Calls to renew that were made. */
    attempts: 0,
    sends: 0,
    /** Webhook calls that were read. */
    parsed: 0,
    begun: [] as { readonly state: string; readonly codeVerifier: string; readonly redirectUri: string }[],
    verifiers: [] as string[],
    isDown: false,
    quota: { limit: 100, used: 10 },
    quotaReads: 0,
    /** While it is set, renewals wait for it. */
    gate: Promise.resolve(),
    fail(...next: RenewalFault[]): void {
      faults.push(...next);
    },
    /** What the owner's browser comes back with once the account has said yes. */
    allow(externalId: string): string {
      const code = randomBytes(8).toString('hex');
      codes.set(code, externalId);
      return code;
    },
    /** Credentials of an account, as permission would have given them. */
    grant(externalId: string, times: { dueAt?: number; lapsesAt?: number | null } = {}): RotatingCredentials {
      const account = { externalId, ...newPair(externalId) };
      accounts.set(externalId, account);
      return { ...typed, ...pairOf(account), ...later(), ...times };
    },
    isCurrent: (credentials: unknown): boolean => {
      const { access } = Credentials.parse(credentials);
      return accounts.get(ownerOf(access))?.access === access;
    },
  };
  const typed = { appId: '12345', appSecret: 'the secret' };
  const later = () => ({ dueAt: Date.now() + DAY, lapsesAt: Date.now() + 90 * DAY });
  const newPair = (externalId: string) => ({
    access: `${externalId}:${randomBytes(8).toString('hex')}`,
    refresh: `${externalId}:${randomBytes(8).toString('hex')}`,
  });
  const ownerOf = (token: string): string => token.split(':')[0] ?? '';
  const pairOf = ({ access, refresh }: Account) => ({ access, refresh });

  async function renew(given: RotatingCredentials): Promise<RenewalOutcome<RotatingCredentials>> {
    vendor.attempts += 1;
    await vendor.gate;
    const fault = faults.shift();
    if (fault === 'away') return { kind: 'unreachable', detail: 'no way there' };
    if (fault === 'silence') return { kind: 'unknown', detail: 'no answer' };
    vendor.renewals += 1;
    const account = accounts.get(ownerOf(given.refresh));
    if (!account || account.refresh !== given.refresh)
      return { kind: 'refused', detail: 'invalid refresh token' };
    Object.assign(account, newPair(account.externalId));
    if (fault === 'lost-answer') return { kind: 'unknown', detail: 'no answer' };
    return { kind: 'renewed', credentials: { ...given, ...pairOf(account), ...later() } };
  }

  const adapter: ChannelAdapter<RotatingCredentials> = {
    manifest,
    credentialsSchema: Credentials,
    async connect({ credentials }) {
      if (!vendor.isCurrent(credentials)) return { kind: 'rejected', field: 'access', detail: 'not current' };
      const externalId = ownerOf(credentials.access);
      return { kind: 'connected', externalId, displayName: `Account ${externalId}`, pictureUrl: null };
    },
    authorisation: {
      begin(input, way) {
        if (!/^\d+$/.test(input.appId ?? ''))
          return { kind: 'rejected', field: 'appId', detail: 'digits only' };
        vendor.begun.push(way);
        return { kind: 'ok', url: `https://vendor.test/permission?state=${way.state}` };
      },
      async finish(input, { query, codeVerifier }) {
        vendor.verifiers.push(codeVerifier);
        if (vendor.isDown) return { kind: 'unreachable', detail: 'no way there' };
        const externalId = codes.get(query.code ?? '') ?? PENDING;
        codes.delete(query.code ?? '');
        if (externalId === PENDING) return { kind: 'rejected', field: 'permission', detail: 'wrong code' };
        const credentials = { ...vendor.grant(externalId), ...input };
        const displayName = `Account ${externalId}`;
        return { kind: 'connected', externalId, displayName, pictureUrl: null, credentials };
      },
    },
    renewal: {
      dueAt: ({ dueAt }) => dueAt,
      lapsesAt: ({ lapsesAt }) => lapsesAt,
      renew: ({ credentials }) => renew(credentials),
    },
    setWebhook: async () => ({ kind: 'failed', detail: 'it is not ours to set' }),
    verifyWebhook: (_connection, _rawBody, headers) => headers['x-signature'] === 'right',
    parseWebhook() {
      vendor.parsed += 1;
      return { kind: 'events', events: [] };
    },
    profile: async () => ({ kind: 'unavailable', detail: 'nobody' }),
    async quota() {
      vendor.quotaReads += 1;
      return vendor.isDown
        ? { kind: 'unavailable', detail: 'no way there' }
        : { kind: 'known', ...vendor.quota };
    },
    showTyping: async () => undefined,
    toMessages: () => [],
    async send({ credentials }) {
      vendor.sends += 1;
      return vendor.isCurrent(credentials)
        ? { kind: 'sent', vendorMessageIds: ['m'], requestId: null }
        : {
            kind: 'rejected',
            reason: 'credentials_rejected',
            detail: 'expired',
            retryable: false,
            renewable: true,
            requestId: null,
          };
    },
  };
  vendor.adapter = adapter as ChannelAdapter;
  return vendor;
}
export type RotatingVendor = ReturnType<typeof createRotatingVendor>;
