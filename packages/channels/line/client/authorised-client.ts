import type { LineCredentials } from '../credentials.ts';
import { describeAnswer } from './describe-answer.ts';
import type { LineAnswer, LineBytes, LineCall, LineClient } from './line-client.ts';
import type { Tokens } from './tokens.ts';

/** Calls in the name of one channel. */
export interface AuthorisedClient {
  call(credentials: LineCredentials, call: LineCall): Promise<LineAnswer>;
  download(credentials: LineCredentials, call: LineCall): Promise<LineBytes>;
}

/** Puts a token to each call; one that the vendor no longer takes is replaced once, where it can be. */
export function createAuthorisedClient(client: LineClient, tokens: Tokens): AuthorisedClient {
  async function withToken<Answer extends LineBytes>(
    credentials: LineCredentials,
    make: (token: string) => Promise<Answer>,
  ): Promise<Answer | LineAnswer> {
    const first = await tokens.get(credentials);
    if (first.kind === 'none') return withoutToken(first.answer);
    const answer = await make(first.token);
    if (answer.kind !== 'answered' || answer.status !== 401) return answer;
    // Refused at the door, so nothing was done yet.
    tokens.drop(credentials, first.token);
    const second = await tokens.get(credentials);
    return second.kind === 'none' ? withoutToken(second.answer) : make(second.token);
  }
  return {
    call: async (credentials, call) => withToken(credentials, (token) => client({ ...call, token })),
    download: (credentials, call) => withToken(credentials, (token) => client.download({ ...call, token })),
  };
}

/** The call itself was never made: a refusal reads as a bad token, everything else as a way that is closed for now. */
function withoutToken(answer: LineAnswer): LineAnswer {
  if (answer.kind !== 'answered') return { kind: 'not-sent', detail: `no token: ${answer.detail}` };
  const { status } = answer;
  if (status === 429) return answer;
  if (status >= 400 && status < 500) return { ...answer, status: 401 };
  return { kind: 'not-sent', detail: `no token: ${describeAnswer(answer)}` };
}
