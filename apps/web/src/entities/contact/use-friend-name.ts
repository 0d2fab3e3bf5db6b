import { useWords } from '../../i18n/use-words.ts';

/** What the server calls a visitor of a web site who gave no name. */
const VISITOR = /^Visitor (\d{4})$/;

/** What a friend is called, in the language in use where the name is ours. */
export function useFriendName(): (name: string) => string {
  const { t } = useWords();
  return (name) => {
    const [, number] = VISITOR.exec(name) ?? [];
    return number === undefined ? name : t('contact.visitor', { number });
  };
}
