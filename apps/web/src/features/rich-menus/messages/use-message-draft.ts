import {
  changeRichMessage,
  RichMessageDefinition,
  type RichMessageView,
} from '@hanasu/contract/rich-messages';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { type DraftStore, useDraft } from '../../../shell/draft/use-draft.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { historyReducer, sendable } from './message-draft.ts';
import { keepMessage, messageQuery, sendChange } from './rich-messages.queries.ts';

interface Kept {
  readonly draft: RichMessageDefinition;
  readonly revision: number;
  readonly view: RichMessageView;
}
const keptOf = (view: RichMessageView): Kept => ({
  draft: view.definition,
  revision: view.revision,
  view,
});

const storeOf = (
  uuid: RichMessageView['uuid'],
  queryClient: QueryClient,
): DraftStore<RichMessageDefinition, Kept> => ({
  reducer: historyReducer,
  parse: (draft) => RichMessageDefinition.parse(draft),
  sendable,
  send: async ({ draft, revision }) =>
    keptOf(await sendChange({ uuid, body: { definition: draft, revision } })),
  fetch: async () => keptOf(await queryClient.fetchQuery({ ...messageQuery(uuid), staleTime: 0 })),
  keep: ({ view }) => keepMessage(queryClient, view),
  changedCode: 'rich_message_changed',
});

/** The draft of a rich message: edited here, saved while it is edited, with every step kept for undo. */
export function useMessageDraft(message: RichMessageView) {
  const queryClient = useQueryClient();
  const mayEdit = usePermission(changeRichMessage);
  const { uuid } = message;
  const store = useMemo(() => storeOf(uuid, queryClient), [uuid, queryClient]);
  const kept = useMemo(() => keptOf(message), [message]);
  return { ...useDraft(kept, store), mayEdit };
}
export type MessageDraft = ReturnType<typeof useMessageDraft>;

export interface MessageEditing extends Pick<MessageDraft, 'draft' | 'edit' | 'mayEdit'> {
  readonly message: RichMessageView;
}
export const MessageEditingContext = createContext<MessageEditing | null>(null);

/** The draft that the page around edits. */
export function useMessageEditing(): MessageEditing {
  const editing = use(MessageEditingContext);
  if (!editing) throw new Error('there is no rich message to edit around this');
  return editing;
}
