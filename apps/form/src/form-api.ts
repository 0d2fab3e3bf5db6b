import type { EndpointInput } from '@hanasu/contract/endpoint';
import {
  findFormPlace,
  getPublicForm,
  type PublicForm,
  readFormPerson,
  submitForm,
  uploadFormFile,
} from '@hanasu/contract/form-submissions';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Why a call failed: a code of the API, or `offline`. */
export class FormApiError extends Error {
  readonly code: string;
  /** 0: there was no answer. */
  readonly status: number;
  /** In seconds. */
  readonly retryAfter: number | null;
  /** Codes by the field of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** What says who it is was refused; the form can be sent without it. */
  readonly isUnproven: boolean;
  constructor(status: number, problem: ProblemBody = {}) {
    super(problem.code ?? (status === 0 ? 'offline' : 'internal'));
    this.code = this.message;
    this.status = status;
    this.retryAfter = problem.retryAfter ?? null;
    this.isUnproven = (problem.errors ?? []).some(({ path }) => path.startsWith('body.inApp'));
    this.fields = Object.fromEntries(
      (problem.errors ?? []).flatMap(({ path, code }) => {
        const [, key] = /(?:^|\.)answers\.([a-z][a-z0-9_]*)/.exec(path) ?? [];
        return key ? [[key, code]] : [];
      }),
    );
  }
}

interface ProblemBody {
  readonly code?: string;
  readonly retryAfter?: number;
  readonly errors?: readonly { readonly path: string; readonly code: string }[];
}

export type Submission = EndpointInput<typeof submitForm>['body'];

/** What the app that the page is opened in says of who it is. */
export type InAppProof = NonNullable<Submission['inApp']>;

export interface UploadedFile {
  readonly uuid: string;
  readonly name: string;
  readonly bytes: number;
}

/** Answer of `findFormPlace`. */
export interface Place {
  readonly region: string;
  readonly city: string;
  readonly town: string;
  /** Of a code that stands for several. */
  readonly places?: readonly Place[];
}

interface Upload {
  readonly field: string;
  readonly proof: Submission['proof'];
  readonly onProgress: (share: number) => void;
}

export type FormApi = ReturnType<typeof createFormApi>;

/** Calls of one form, of the server at `base`. No cookies go along, and nothing of the page that shows it. */
export function createFormApi(slug: string, base = '') {
  const withSlug = (path: string): string => base + path.replace('{slug}', encodeURIComponent(slug));
  return {
    async load(t: string | null): Promise<PublicForm> {
      const query = t ? `?${new URLSearchParams({ t })}` : '';
      return (await (await call(withSlug(getPublicForm.path) + query)).json()) as PublicForm;
    },
    /** Null: it proves nobody. */
    async readPerson(inApp: InAppProof): Promise<PublicForm['person']> {
      const answer = await call(withSlug(readFormPerson.path), { inApp });
      return ((await answer.json()) as Pick<PublicForm, 'person'>).person;
    },
    /** The place of a Japanese postal code; null: it is unknown, or the lookup failed. */
    async findPlace(postalCode: string): Promise<Place | null> {
      const path = withSlug(findFormPlace.path).replace('{postalCode}', encodeURIComponent(postalCode));
      return call(path).then(
        async (answer) => (await answer.json()) as Place,
        () => null,
      );
    },
    async send(body: Submission): Promise<void> {
      await call(base + submitForm.path, body);
    },
    upload: (file: File, upload: Upload): Promise<UploadedFile> =>
      uploadFile(withSlug(uploadFormFile.path), { file, ...upload }),
  };
}

async function call(path: string, body?: object): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw new FormApiError(0);
  }
  if (response.ok) return response;
  throw new FormApiError(response.status, (await response.json().catch(() => ({}))) as ProblemBody);
}

/** By XMLHttpRequest, which alone tells how far it has come. */
const uploadFile = (path: string, { file, field, proof, onProgress }: Upload & { readonly file: File }) =>
  new Promise<UploadedFile>((done, fail) => {
    const form = new FormData();
    form.set('field', field);
    form.set('token', proof.token);
    form.set('number', String(proof.number));
    form.set('file', file);
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onerror = () => fail(new FormApiError(0));
    request.onload = () =>
      request.status === 201
        ? done(request.response as UploadedFile)
        : fail(new FormApiError(request.status, (request.response ?? {}) as ProblemBody));
    request.send(form);
  });

/** How long the page may not answer while it computes. */
const SLICE_MS = 12;

/**
 * The number that makes SHA-256 of `salt + number` begin with so many zero bits. In slices, so that the page stays
 * usable; not by `crypto.subtle`, which is missing where Hanasu is opened over plain http.
 */
export async function solveChallenge({ salt, bits }: PublicForm['challenge']): Promise<number> {
  for (let number = 0; ; ) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (const end = number + 100; number < end; number += 1)
        if (leadingZeros(sha256(utf8ToBytes(salt + number))) >= bits) return number;
    }
    await new Promise<void>((resolve) => setTimeout(resolve));
  }
}

function leadingZeros(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => byte > 0);
  return index < 0 ? bytes.length * 8 : index * 8 + Math.clz32(bytes[index] ?? 0) - 24;
}
