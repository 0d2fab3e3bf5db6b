import type { Config } from './config.ts';
import { type Secrets, secretsOf } from './platform/crypto/secret-keys.ts';

/** Shorter ones are words of everyday language, or made up for a test. */
const SHORTEST = 12;

/** Keys and passwords of this installation. No answer says one of them, however it came to know it. */
export function hostSecrets(config: Config, secretKeys: Secrets): string[] {
  const addresses = [config.DATABASE_URL, config.SMTP_URL, config.REDIS_URL];
  return [
    ...secretsOf(secretKeys),
    config.OPENAI_API_KEY,
    config.ANTHROPIC_API_KEY,
    config.GOOGLE_API_KEY,
    config.COHERE_API_KEY,
    config.GOOGLE_CLIENT_SECRET,
    config.FACEBOOK_APP_SECRET,
    ...addresses.map((address) => (address ? decodeURIComponent(new URL(address).password) : undefined)),
  ].filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST);
}
