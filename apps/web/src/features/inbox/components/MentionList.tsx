import type { OperatorView } from '@hanasu/contract/inbox-work';
import { Avatar } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './Composer.module.css';

interface MentionListProps {
  id: string;
  people: readonly OperatorView[];
  active: number;
  onPick: (person: OperatorView) => void;
}

/** Colleagues who fit what is typed after @. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press from taking the focus away.
    <div className={classes.picker} onMouseDown={(event) => event.preventDefault()}>
      <div
        id={id}
        role="listbox"
        className={classes.options}
        aria-label={t('inboxWork.composer.mentionList')}
      >
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={person.uuid}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.person}
            onClick={() => onPick(person)}
          >
            <Avatar src={person.avatarUrl} name={person.name} alt="" size={22} aria-hidden /> {person.name}
          </div>
        ))}
      </div>
    </div>
  );
}
