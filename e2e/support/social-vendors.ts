import { startFakeFacebook } from '../../apps/server/src/testing/fake-facebook.ts';
import { startFakeGoogle } from '../../apps/server/src/testing/fake-google.ts';

/** Who the providers know. Nobody here shares a name with somebody there. */
export const GUEST = { subject: 'g-guest', name: 'Guest of Google', email: 'guest@gmail.com' } as const;
export const OWNER = { subject: 'g-owner', name: 'Known Address', email: 'known-address@gmail.com' } as const;
export const NAMELESS = { id: '7001', name: 'No Address' } as const;

/** Google and Facebook as far as signing in goes; both refuse what the real ones refuse. */
export async function startSocialVendors() {
  const google = await startFakeGoogle({
    people: [
      { ...GUEST, emailVerified: true },
      { ...OWNER, emailVerified: true },
    ],
  });
  const facebook = await startFakeFacebook({ people: [NAMELESS] });
  return {
    settings: { ...google.settings, ...facebook.settings },
    /** Tells both where the server may be returned to. */
    register(url: string) {
      google.register(`${url}/api/auth/google/callback`);
      facebook.register(`${url}/api/auth/facebook/callback`);
    },
    async close() {
      await google.close();
      await facebook.close();
    },
  };
}
