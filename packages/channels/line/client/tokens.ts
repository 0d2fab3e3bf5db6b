import type { LineCredentials } from '../credentials.ts';
import { statelessCall, TokenAnswer } from './issue-token.ts';
import type { LineAnswer, LineClient } from './line-client.ts';

/** Stateless tokens live 15 minutes; a call under way must not outlive its own. */
const MOST_USED_MS = 12 * 60_000;
const MOST_OF_LIFE = 0.8;

export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly answer: LineAnswer };

/** Tokens to call the vendor with; those asked for with id and secret are kept until they are nearly over. */
export interface Tokens {
  get(credentials: LineCredentials): Promise<TokenOutcome>;
  /** Forgets a token the vendor no longer takes: from now on those for id and secret are used. */
  drop(credentials: LineCredentials, token: string): void;
  /** Whether the vendor has refused a token that came with the credentials. */
  isRefused(token: string): boolean;
  /** It was refused by mistake. */
  trust(token: string): void;
}

const MOST_REFUSED = 10_000;

interface Kept {
  readonly outcome: Promise<Issued>;
  /** Null while it is being asked for. */
  current: { readonly token: string; readonly until: number } | null;
}

export function createTokens(client: LineClient, now: () => number): Tokens {
  const kept = new Map<string, Kept>();
  const refused = new Set<string>();

  /** A token that came with the credentials, hasn't lapsed and was not refused. */
  function ownToken({ assertionKey, issuedToken, channelAccessToken }: LineCredentials): string | null {
    const issued = issuedToken && issuedToken.expiresAt > now() ? issuedToken.token : undefined;
    const own = [assertionKey === undefined ? undefined : issued, channelAccessToken];
    return own.find((token) => token !== undefined && !refused.has(token)) ?? null;
  }

  function ask(name: string, credentials: LineCredentials): Kept {
    const entry: Kept = { outcome: issue(client, credentials), current: null };
    kept.set(name, entry);
    void entry.outcome.then((outcome) => {
      // Only what can be used is kept: after a failure the next call asks again.
      if (outcome.kind === 'token') entry.current = { token: outcome.token, until: now() + outcome.usableMs };
      else if (kept.get(name) === entry) kept.delete(name);
    });
    return entry;
  }

  return {
    async get(credentials) {
      const given = ownToken(credentials);
      if (given !== null) return { kind: 'token', token: given };
      for (const [name, { current }] of kept) if (current && current.until <= now()) kept.delete(name);
      const name = nameOf(credentials);
      return (kept.get(name) ?? ask(name, credentials)).outcome;
    },
    drop(credentials, token) {
      if (ownToken(credentials) === token) {
        if (refused.size >= MOST_REFUSED) refused.clear();
        refused.add(token);
        return;
      }
      const name = nameOf(credentials);
      if (kept.get(name)?.current?.token === token) kept.delete(name);
    },
    isRefused: (token) => refused.has(token),
    trust: (token) => void refused.delete(token),
  };
}

/** With the secret: whoever has only the id of somebody's channel must not get their token. */
const nameOf = ({ channelId, channelSecret }: LineCredentials): string => `${channelId} ${channelSecret}`;

type Issued =
  | { readonly kind: 'token'; readonly token: string; readonly usableMs: number }
  | (TokenOutcome & { readonly kind: 'none' });

async function issue(client: LineClient, credentials: LineCredentials): Promise<Issued> {
  const answer = await client(statelessCall(credentials));
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'none', answer };
  const issued = TokenAnswer.safeParse(answer.body);
  if (!issued.success) return { kind: 'none', answer };
  const { access_token: token, expires_in } = issued.data;
  return { kind: 'token', token, usableMs: Math.min(MOST_USED_MS, expires_in * 1000 * MOST_OF_LIFE) };
}
