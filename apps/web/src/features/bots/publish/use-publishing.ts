import { discardDraft, publishBot, rollBackBot } from '@hanasu/contract/bot-versions';
import type { BotId } from '@hanasu/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { budgetsQuery } from '../../../entities/budget/budgets.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import type { Autosave } from '../edit/use-autosave.ts';

/** Publishing and its way back; each first saves what is typed. */
export function usePublishing(uuid: BotId, autosave: Autosave) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const params = { uuid };
  const publish = useMutation({
    mutationFn: async (note: string) => {
      if (!(await autosave.flush())) return null;
      const bot = await call(publishBot, { params, body: { note } });
      autosave.replace(bot);
      // They say which bots answer without an economy model.
      void queryClient.invalidateQueries({ queryKey: budgetsQuery.queryKey });
      return bot;
    },
    onSuccess: (bot) => {
      if (bot) toasts.add({ title: t('botEditor.published', { version: bot.version }) }, 'published');
      else toasts.add({ title: t('botEditor.publishFirstSave'), color: 'error' });
    },
  });
  const discard = useMutation({
    mutationFn: async () => {
      await autosave.flush();
      autosave.replace(await call(discardDraft, { params }));
    },
    onSuccess: () => void toasts.add({ title: t('botEditor.discarded') }),
    meta: { inPlace: true },
  });
  const rollBack = useMutation({
    mutationFn: async (number: number) => {
      await autosave.flush();
      autosave.replace(await call(rollBackBot, { params, body: { number } }));
      return number;
    },
    onSuccess: (number) => void toasts.add({ title: t('botEditor.rolledBack', { version: number }) }),
    meta: { inPlace: true },
  });
  return { publish, discard, rollBack };
}
