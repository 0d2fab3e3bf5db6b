import type { ZodType, z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, a signed-in person with at least this role in the account, or a vendor (checked by signature).
 * `administrator`: of the installation; to everybody else the path does not exist. */
export type Access = 'public' | 'viewer' | 'operator' | 'admin' | 'owner' | 'administrator';

/** One line of the API. The server implements it, the web calls it, OpenAPI describes it. */
export interface Endpoint {
  readonly method: Method;
  /** Path with `{name}` parameters, exactly as published. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /** Only for people who have confirmed their e-mail address: `email_unconfirmed`. */
  readonly confirmed?: true;
  /** For whoever runs the installation: not in the OpenAPI document, like what is for administrators. */
  readonly unlisted?: true;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  /** The body may also be `multipart/form-data` with these fields beside `file`. */
  readonly upload?: { readonly maxBytesSetting: 'MAX_UPLOAD_BYTES' };
  readonly status: number;
  /** Absent: no content. */
  readonly output?: ZodType;
  /** `Accept: text/event-stream` gives a stream instead of `output`. */
  readonly stream?: 'ui-message-stream';
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the literal types of an endpoint. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Input<T> = T extends ZodType ? z.input<T> : undefined;
type Output<T> = T extends ZodType ? z.output<T> : undefined;

/** What a caller passes. */
export type EndpointInput<E extends Endpoint> = {
  params: Input<E['params']>;
  query: Input<E['query']>;
  body: Input<E['body']>;
};
/** What a handler receives, after parsing. */
export type EndpointRequest<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};
/** What a handler returns (before serialising) and a caller gets. */
export type EndpointOutput<E extends Endpoint> = E extends { output: infer O extends ZodType }
  ? z.output<O>
  : undefined;
