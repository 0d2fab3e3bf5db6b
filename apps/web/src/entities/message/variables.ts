import { listMessageVariables } from '@hanasu/contract/message-templates';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';

export const variablesQuery = queryOptions({
  queryKey: ['message-variables'],
  queryFn: async ({ signal }) => (await call(listMessageVariables, { signal })).items,
  staleTime: 60_000,
});

/** Those that the product has words for, by their names without the dot. */
const KNOWN = [
  'customerName',
  'customerPhone',
  'customerEmail',
  'staffName',
  'accountName',
  'channelName',
] as const;
const withoutDot = (name: string): string =>
  name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());

/** What a variable is called by people. */
export function useVariableWords(): (name: string) => string {
  const { t } = useWords();
  const { data: variables = [] } = useQuery(variablesQuery);
  return (name) => {
    const known = KNOWN.find((each) => each === withoutDot(name));
    if (known) return t(`messageComposer.variables.${known}`);
    return variables.find((each) => each.name === name)?.label ?? name;
  };
}
