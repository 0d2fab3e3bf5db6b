import type { Renewal, RenewalOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { describeAnswer } from './describe-answer.ts';
import { issueWithKey } from './issue-token.ts';
import type { LineClient } from './line-client.ts';

/** Days to spare for a server that is off, or a vendor out of order. */
const RENEWED_BEFORE_MS = 5 * 24 * 60 * 60 * 1000;

/** Only tokens issued with the assertion key lapse in a way the product has to see to. */
export function createRenewal(client: LineClient, now: () => number): Renewal<LineCredentials> {
  return {
    dueAt({ assertionKey, issuedToken }) {
      if (assertionKey === undefined) return null;
      return issuedToken === undefined ? 0 : issuedToken.expiresAt - RENEWED_BEFORE_MS;
    },
    // The key gets a new token at any time, also long after the old one has lapsed.
    lapsesAt: () => null,
    renew: ({ credentials }) => renew(client, credentials, now()),
  };
}

async function renew(
  client: LineClient,
  credentials: LineCredentials,
  now: number,
): Promise<RenewalOutcome<LineCredentials>> {
  if (credentials.assertionKey === undefined) return { kind: 'renewed', credentials };
  const outcome = await issueWithKey(client, credentials, now);
  if (outcome.kind === 'issued') {
    return { kind: 'renewed', credentials: { ...credentials, issuedToken: outcome.token } };
  }
  if (outcome.kind === 'unusable-key') return { kind: 'refused', detail: outcome.detail };
  const { answer } = outcome;
  const detail = describeAnswer(answer);
  if (answer.kind === 'no-answer') return { kind: 'unknown', detail };
  const isForGood = answer.kind === 'answered' && answer.status < 500 && answer.status !== 429;
  return { kind: isForGood ? 'refused' : 'unreachable', detail };
}
