import type { SecretCheck } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { statelessCall } from './issue-token.ts';
import type { LineClient } from './line-client.ts';
import { isTheirTrouble } from './wrong-credential.ts';

/** Id and secret get a stateless token as long as the secret is the one that webhooks are signed with. */
export async function checkSecret(client: LineClient, credentials: LineCredentials): Promise<SecretCheck> {
  const answer = await client(statelessCall(credentials));
  if (answer.kind !== 'answered' || isTheirTrouble(answer.status)) return 'unknown';
  return answer.status === 200 ? 'right' : 'wrong';
}
