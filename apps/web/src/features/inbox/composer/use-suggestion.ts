import type { ConversationId } from '@hanasu/contract/ids';
import { useState } from 'react';
import { useSuggestReply } from '../inbox-work.mutations.ts';

/** What the bot would answer now; nothing is sent. */
export function useSuggestion(uuid: ConversationId, onUse: (text: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const { mutate, data, error, isPending, reset } = useSuggestReply(uuid);
  const dismiss = () => {
    setOpen(false);
    reset();
  };
  return {
    isOpen,
    isPending,
    answer: data ?? null,
    error,
    ask() {
      setOpen(true);
      if (!isPending) mutate(undefined);
    },
    use() {
      if (data) onUse(withoutMarks(data.text));
      dismiss();
    },
    dismiss,
  };
}
export type Suggestion = ReturnType<typeof useSuggestion>;

/** A customer reads plain text: the numbers of sources and marks of Markdown are for staff. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\s?\[\d{1,3}\]/g, '')
    .replaceAll(/\*\*|__/g, '')
    .trim();
