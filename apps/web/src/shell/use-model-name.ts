import { splitModelTag } from '@hanasu/contract/model-names';
import { useWords } from '../i18n/use-words.ts';

interface Model {
  readonly provider: string;
  readonly name: string;
}

/**
 * What a model is called: the built-in one and tags of the catalogue in the reader's language, everything else as its vendor
 * or the owner of its server writes it.
 */
export function useModelName(): (model: Model) => string {
  const { t } = useWords();
  return ({ provider, name: given }) => {
    if (provider === 'builtin') return t('shell.builtinModel');
    const { name, tag } = splitModelTag(given);
    if (tag === null || provider === 'compatible') return given;
    return t('shell.taggedModel', { name, tag: t(`shell.modelTags.${tag}`) });
  };
}
