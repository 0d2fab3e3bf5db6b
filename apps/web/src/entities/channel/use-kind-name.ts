import { useWords } from '../../i18n/use-words.ts';
import { kindOf } from './channel-kinds.ts';

/** What a kind of channel is called; the kind itself when this build doesn't know it. */
export function useKindName(): (kind: string) => string {
  const { locale } = useWords();
  return (kind) => {
    const manifest = kindOf(kind)?.manifest;
    return manifest?.nameIn?.[locale] ?? manifest?.name ?? kind;
  };
}
