import type { TokenUsageView } from '@hanasu/contract/billing';
import { useWords } from '../../../i18n/use-words.ts';
import { useCataloguedName } from './HistoryTable.tsx';
import type { Group } from './token-search.ts';

/** Names a group of calls: what is gone and calls without one have words of their own. */
export function useGroupName(
  by: Group,
): (item: Pick<TokenUsageView['items'][number], 'key' | 'name'>) => string {
  const { t } = useWords();
  const modelOf = useCataloguedName();
  return ({ key, name }) => {
    if (key === null) return t(`tokenUsage.without.${by}`);
    if (by === 'model') return modelOf(name ?? key);
    return name || t(`tokenUsage.gone.${by}`);
  };
}
