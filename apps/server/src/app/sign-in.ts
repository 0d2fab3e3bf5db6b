import type { SocialProvider } from '@hanasu/contract/social';
import { createFacebookClient } from '../platform/social/facebook.ts';
import { createGoogleClient } from '../platform/social/google.ts';
import type { SocialClient } from '../platform/social/provider.ts';
import type { Config } from './config.ts';

/** Providers of sign-in that there are keys for. */
export function composeSocial(config: Config): ReadonlyMap<SocialProvider, SocialClient> {
  const clients = new Map<SocialProvider, SocialClient>();
  if (config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET) {
    const clientId = config.GOOGLE_CLIENT_ID;
    const clientSecret = config.GOOGLE_CLIENT_SECRET;
    clients.set(
      'google',
      createGoogleClient({ baseUrl: config.GOOGLE_OAUTH_BASE_URL, clientId, clientSecret }),
    );
  }
  if (config.FACEBOOK_APP_ID && config.FACEBOOK_APP_SECRET) {
    clients.set(
      'facebook',
      createFacebookClient({
        appId: config.FACEBOOK_APP_ID,
        appSecret: config.FACEBOOK_APP_SECRET,
        dialogBaseUrl: config.FACEBOOK_DIALOG_BASE_URL,
        graphBaseUrl: config.FACEBOOK_GRAPH_BASE_URL,
        version: config.FACEBOOK_API_VERSION,
      }),
    );
  }
  return clients;
}
