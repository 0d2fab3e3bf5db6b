import { randomUUID } from 'node:crypto';
import { FormDefinition, type FormSettings } from '@hanasu/contract/form-definition';
import type { submitForm } from '@hanasu/contract/form-submissions';
import { changeForm, createForm, type FormWithDraft, getForm, publishForm } from '@hanasu/contract/forms';
import type { FormId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import type { SignedIn } from '../../../testing/test-server.ts';
import { bitsFor, createFormTokens, isProof } from '../public/form-tokens.ts';

/** Signs as a test server does. */
const TOKENS = createFormTokens('a secret that is only used in tests');

type Proof = z.input<typeof submitForm.body>['proof'];

/** One bit less than a page is asked for is taken, and found in half the time. */
const FEWEST_BITS = bitsFor(0) - 1;

/** What a page that was opened `agoMs` ago sends. */
export function proofOf(formId: FormId, agoMs = 60_000, bits = FEWEST_BITS): Proof {
  const challenge = TOKENS.issueChallenge(formId, { issuedAt: Date.now() - agoMs, bits });
  let number = 0;
  while (!isProof(challenge, number)) number += 1;
  return { token: challenge.token, number };
}

/** Sets what a page sends beside a file. */
export function setProof(body: FormData, { token, number }: Proof): FormData {
  body.set('token', token);
  body.set('number', String(number));
  return body;
}

type Field = z.input<typeof FormDefinition>['pages'][number]['fields'][number];

export const definitionOf = (...fields: Field[]) =>
  FormDefinition.parse({
    languages: ['en'],
    title: { en: 'Contact us' },
    pages: [{ fields }],
  });

export const text = (key: string, more: object = {}): Field => ({
  kind: 'text',
  key,
  label: { en: key },
  ...more,
});

/** A published form. */
export async function addForm(
  person: SignedIn,
  definition: FormDefinition,
  settings: Partial<FormSettings> = {},
): Promise<FormWithDraft> {
  const body = { name: randomUUID(), definition };
  const form = await person.call(createForm, { body });
  const params = { uuid: form.uuid };
  if (Object.keys(settings).length > 0)
    await person.call(changeForm, { params, body: { settings: { ...form.settings, ...settings } } });
  await person.call(publishForm, { params });
  return person.call(getForm, { params });
}

/** What a page sends. */
export const filled = (
  form: Pick<FormWithDraft, 'uuid' | 'slug'>,
  answers: z.input<typeof submitForm.body>['answers'],
  more: Partial<z.input<typeof submitForm.body>> = {},
): z.input<typeof submitForm.body> => ({
  slug: form.slug,
  version: 1,
  key: randomUUID(),
  answers,
  language: 'en',
  proof: proofOf(form.uuid),
  ...more,
});
