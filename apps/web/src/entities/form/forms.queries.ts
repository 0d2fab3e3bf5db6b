import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { FormField, FormLanguage, FormWords } from '@hanasu/contract/form-definition';
import { getForm, getFormVersion, listForms } from '@hanasu/contract/forms';
import type { FormId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { everyPage } from '../contact/customers.queries.ts';

/** Every form that is not archived, the newest first. */
export const formsQuery = queryOptions({
  queryKey: ['forms', 'all'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listForms, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

export const formQuery = (uuid: FormId) =>
  queryOptions({
    queryKey: ['forms', 'one', uuid],
    queryFn: ({ signal }) => call(getForm, { params: { uuid }, signal }),
  });

/** What a form asked in that version; it never changes. */
export const formVersionQuery = (uuid: FormId, number: number) =>
  queryOptions({
    queryKey: ['forms', 'version', uuid, number],
    queryFn: ({ signal }) => call(getFormVersion, { params: { uuid, number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What is asked now: of the version that is published, or of the draft while there is none. */
export const formFieldsQuery = (uuid: FormId) =>
  queryOptions({
    queryKey: ['forms', 'fields', uuid],
    queryFn: async ({ client, signal }) => {
      const { version, draft } = await call(getForm, { params: { uuid }, signal });
      const definition =
        version === null ? draft : (await client.fetchQuery(formVersionQuery(uuid, version))).definition;
      return definition.pages.flatMap(({ fields }) => fields);
    },
  });

/** It fills in a field of the account that this person sees, or none. What is hidden has no answers either. */
export function isFieldSeen(field: FormField, known: readonly CustomerFieldView[]): boolean {
  const target = 'mapTo' in field ? field.mapTo : null;
  return target === null || !('fieldUuid' in target) || known.some(({ uuid }) => uuid === target.fieldUuid);
}

/** In the first of the languages that has words. */
export const wordsIn = (words: FormWords, languages: readonly FormLanguage[]): string =>
  languages.map((language) => words[language]).find(Boolean) ?? '';
