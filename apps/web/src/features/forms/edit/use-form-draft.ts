import { FormDefinition, type FormLanguage } from '@hanasu/contract/form-definition';
import { changeForm, type FormWithDraft } from '@hanasu/contract/forms';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { formQuery } from '../../../entities/form/forms.queries.ts';
import { type DraftStore, useDraft } from '../../../shell/draft/use-draft.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { keepForm, sendChange } from '../forms.queries.ts';
import { historyReducer, sendable } from './form-draft.ts';

/** The draft of a form: edited here, saved while it is edited, with every step kept for undo. */
export function useFormDraft(form: FormWithDraft) {
  const queryClient = useQueryClient();
  const mayEdit = usePermission(changeForm);
  const { uuid } = form;
  const store = useMemo<DraftStore<FormDefinition, FormWithDraft>>(
    () => ({
      reducer: historyReducer,
      parse: (draft) => FormDefinition.parse(draft),
      sendable,
      send: (body) => sendChange({ uuid, body }),
      fetch: () => queryClient.fetchQuery({ ...formQuery(uuid), staleTime: 0 }),
      keep: (saved) => keepForm(queryClient, saved),
      changedCode: 'form_changed',
    }),
    [uuid, queryClient],
  );
  return { ...useDraft(form, store), mayEdit };
}
export type FormDraft = ReturnType<typeof useFormDraft>;

export interface Editing extends Pick<FormDraft, 'draft' | 'edit' | 'undo' | 'mayEdit'> {
  /** In which texts are written now. */
  readonly language: FormLanguage;
}
export const EditingContext = createContext<Editing | null>(null);

/** The draft that the page around edits. */
export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('there is no form to edit around this');
  return editing;
}
