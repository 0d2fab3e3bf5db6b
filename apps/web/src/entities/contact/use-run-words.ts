import type { TimelineEntry } from '@hanasu/contract/customers';
import { useWords } from '../../i18n/use-words.ts';

const FAILED = [
  'tag',
  'untag',
  'field',
  'owner',
  'handling',
  'assign',
  'notify',
  'webHook',
  'sendMessage',
  'sendForm',
  'switchMenu',
] as const;
const DONE = ['handling', 'assign', 'notify', 'webHook', 'sendMessage', 'sendForm', 'switchMenu'] as const;

/** What a rule did with a customer that leaves no other trace, or could not do. */
export function useRunWords(): (run: Pick<NonNullable<TimelineEntry['action']>, 'kind' | 'state'>) => string {
  const { t } = useWords();
  return ({ kind, state }) => {
    const done = state === 'done' && DONE.find((one) => one === kind);
    if (done) return t(`contact.rules.done.${done}`);
    return t(`contact.rules.failed.${FAILED.find((one) => one === kind) ?? 'unreadable'}`);
  };
}
