import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ProfileOutcome, SocialClient } from './provider.ts';
import { askVendorForJson, VendorFailure } from './vendor-client.ts';

export interface FacebookSettings {
  readonly appId: string;
  readonly appSecret: string;
  /** Where people are asked. */
  readonly dialogBaseUrl: string;
  /** Where the server asks. */
  readonly graphBaseUrl: string;
  /** Like `v21.0`. */
  readonly version: string;
}

const Token = z.object({ access_token: z.string().min(1) });
const TokenCheck = z.object({
  data: z.object({ app_id: z.string(), user_id: z.string().optional(), is_valid: z.boolean() }),
});
const Me = z.object({
  id: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().optional(),
});

/**
 * The manual login flow of https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow. There is
 * no ID token: the server asks the graph who the token is of, and whether it was made for this app.
 */
export function createFacebookClient(settings: FacebookSettings): SocialClient {
  const dialog = `${settings.dialogBaseUrl}/${settings.version}/dialog/oauth`;
  return {
    authorizationUrl({ state, redirectUri }, locale) {
      const url = new URL(dialog);
      url.search = new URLSearchParams({
        client_id: settings.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: 'public_profile,email',
        locale: DIALOG_LOCALES[locale],
      }).toString();
      return Promise.resolve(url.href);
    },
    async readProfile(code, { redirectUri }, issuer) {
      if (issuer !== undefined && issuer !== settings.dialogBaseUrl) {
        return { kind: 'failed', reason: 'the answer is of another issuer' };
      }
      try {
        const token = await exchange(settings, code, redirectUri);
        return await whoIs(settings, token);
      } catch (error) {
        if (error instanceof VendorFailure) return { kind: 'failed', reason: error.message };
        throw error;
      }
    },
  };
}

const DIALOG_LOCALES = { en: 'en_US', ja: 'ja_JP', vi: 'vi_VN' } as const;

async function exchange(settings: FacebookSettings, code: string, redirectUri: string): Promise<string> {
  const body = new URLSearchParams({
    client_id: settings.appId,
    client_secret: settings.appSecret,
    redirect_uri: redirectUri,
    code,
  });
  const answer = await graph(settings, 'oauth/access_token', { method: 'POST', body });
  return read(Token, answer).access_token;
}

async function whoIs(settings: FacebookSettings, token: string): Promise<ProfileOutcome> {
  const check = new URLSearchParams({
    input_token: token,
    access_token: `${settings.appId}|${settings.appSecret}`,
  });
  const { data } = read(TokenCheck, await graph(settings, `debug_token?${check}`));
  if (!data.is_valid) return { kind: 'failed', reason: 'the token is not valid' };
  if (data.app_id !== settings.appId) return { kind: 'failed', reason: 'the token was made for another app' };
  const proof = createHmac('sha256', settings.appSecret).update(token).digest('hex');
  const query = new URLSearchParams({ fields: 'id,name,email', appsecret_proof: proof });
  const headers = { authorization: `Bearer ${token}` };
  const me = read(Me, await graph(settings, `me?${query}`, { headers }));
  if (me.id !== data.user_id) return { kind: 'failed', reason: 'the token is of somebody else' };
  // The graph does not say whether an address was ever checked, so it never was.
  const profile = { subject: me.id, email: me.email ?? null, ownsEmail: false, name: me.name ?? null };
  return { kind: 'profile', profile };
}

const graph = ({ graphBaseUrl, version }: FacebookSettings, path: string, options?: RequestInit) =>
  askVendorForJson(`${graphBaseUrl}/${version}/${path}`, options);

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { data, success } = schema.safeParse(answer);
  if (!success) throw new VendorFailure('the graph answered something else than it documents');
  return data;
}
