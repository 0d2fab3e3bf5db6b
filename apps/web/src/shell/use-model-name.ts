import { useWords } from '../i18n/use-words.ts';

/** What a model is called: the built-in one in the reader's language, others as their vendor writes them. */
export function useModelName(): (model: { readonly provider: string; readonly name: string }) => string {
  const { t } = useWords();
  return ({ provider, name }) => (provider === 'builtin' ? t('shell.builtinModel') : name);
}
