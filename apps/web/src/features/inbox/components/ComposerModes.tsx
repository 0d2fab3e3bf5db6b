import { addNote } from '@hanasu/contract/inbox-work';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { useMayNot } from '../../../shell/use-may.ts';
import type { Draft } from '../use-draft.ts';
import classes from './Composer.module.css';

interface ComposerModesProps {
  mode: 'reply' | 'note';
  onMode: (mode: 'reply' | 'note') => void;
  draft: Draft;
}

/** To whom one writes: the customer, or the staff. */
export function ComposerModes({ mode, onMode, draft }: ComposerModesProps) {
  const { t } = useWords();
  const mayNotNote = useMayNot(addNote);
  if (mayNotNote) return null;
  return (
    <div className={classes.modes}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look of its own. */}
      <div role="group" aria-label={t('inboxWork.composer.mode')} className={classes.modeGroup}>
        {(['reply', 'note'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={classes.mode}
            data-mode={each}
            aria-pressed={mode === each}
            onClick={() => onMode(each)}
          >
            <Icon name={each === 'note' ? 'lock' : 'message-square'} size={13} />
            {t(`inboxWork.composer.${each}`)}
          </button>
        ))}
      </div>
      <span className={classes.draftState} aria-live="polite">
        {mode === 'reply' && draft.text !== '' && draft.state === 'saved' && t('inboxWork.composer.saved')}
        {mode === 'reply' && draft.text !== '' && draft.state === 'failed' && t('inboxWork.composer.unsaved')}
      </span>
    </div>
  );
}
