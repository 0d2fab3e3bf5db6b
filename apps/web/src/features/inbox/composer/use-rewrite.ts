import type { ConversationView } from '@hanasu/contract/inbox';
import type { WRITING_TASKS } from '@hanasu/contract/inbox-work';
import { useState } from 'react';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useRewriteText } from '../inbox-work.mutations.ts';
import type { Draft } from './use-draft.ts';

export type WritingTask = (typeof WRITING_TASKS)[number];

/** A model writes the text anew; the person's own words stay beside it until it is sent. */
export function useRewrite({ uuid, friend }: ConversationView, draft: Draft) {
  const [original, setOriginal] = useState<{ text: string; language: string | null } | null>(null);
  const { mutateAsync, isPending } = useRewriteText(uuid);
  const run = async (task: WritingTask) => {
    const mine = draft.text.trim();
    if (!mine || isPending) return;
    try {
      const language = task === 'translate' ? friend?.language : null;
      const { text } = await mutateAsync({ task, text: mine, ...(language ? { language } : {}) });
      setOriginal((before) => before ?? { text: mine, language: null });
      draft.change(text);
    } catch (fault) {
      toasts.add({ title: errorMessage(fault), color: 'error' });
    }
  };
  return {
    original,
    isPending,
    run: (task: WritingTask) => void run(task),
    back() {
      if (original) draft.change(original.text);
      setOriginal(null);
    },
    forget: () => setOriginal(null),
  };
}
export type Rewrite = ReturnType<typeof useRewrite>;
