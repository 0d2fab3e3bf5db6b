import type { Role } from '@hanasu/contract/accounts';
import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import type { AccountId, ApiKeyId, SessionId, UserId } from '@hanasu/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who is calling, taken from the bearer token. */
export interface Session {
  readonly sessionId: SessionId;
  /** The API key that a program called with, in the name of who made it; absent: a person is signed in. */
  readonly apiKey?: { readonly uuid: ApiKeyId; readonly name: string } | undefined;
  /** What that key opens. */
  readonly scopes?: readonly ApiKeyScope[] | undefined;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly role: Role;
}

/** A session and where this request of it comes from. */
export interface Actor extends Session {
  readonly address: string;
}

/** Checks a bearer token; null when it is not valid (any more). */
export type Authenticate = (token: string) => Promise<Session | null>;

/** Lets a program in with an API key. Null: the bearer is no such key, or this endpoint takes none. Throws when refused. */
export type AuthenticateKey = (request: {
  readonly token: string;
  readonly address: string;
  readonly method: string;
  /** As the contract has it, with `{uuid}`. */
  readonly path: string;
}) => Promise<Session | null>;

/** What a handler gets beside the parsed input. `session` is there unless the endpoint is public. */
export interface Call<S extends Actor | null> {
  readonly session: S;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
