import { Alert, Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { type Steps, UndoButtons, useUndoKeys } from '../../../shell/draft/UndoButtons.tsx';
import { SAVE_ICONS, type SaveState } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import classes from './MenuEdit.module.css';

/** What both editors do with a draft. */
interface Draft extends Steps {
  readonly state: SaveState;
  readonly fault: unknown;
  readonly mayEdit: boolean;
  readonly flush: () => Promise<boolean>;
  readonly takeTheirs: () => Promise<void>;
  readonly keepMine: () => Promise<boolean>;
}

export function useDraftKeys({ undo, redo, flush }: Draft): void {
  useUndoKeys({ undo, redo });
  useHotkeys([[SHORTCUTS.save.keys[0], () => void flush()]], []);
}

interface EditorBarProps {
  name: string;
  draft: Draft;
  /** Beside the name. */
  badges?: ReactNode;
  /** At the end. */
  children: ReactNode;
}
export function EditorBar({ name, draft, badges, children }: EditorBarProps) {
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{name}</h1>
      <div className={classes.badges}>{badges}</div>
      {draft.mayEdit && <UndoButtons steps={draft} size={44} />}
      {children}
    </header>
  );
}

/** Another user has saved it while it was edited here. */
export function Conflict({ draft, title }: { draft: Draft; title: string }) {
  const { t } = useWords();
  if (draft.state !== 'changed') return null;
  return (
    <Alert color="orange" role="alert" m="sm" icon={<Icon name="users" />} title={title}>
      {t('menuEditor.conflictText')}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => void draft.takeTheirs()}>
          {t('menuEditor.takeTheirs')}
        </Button>
        <Button size="xs" onClick={() => void draft.keepMine()}>
          {t('menuEditor.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Whether the draft is saved. */
export function Saving({ draft: { state, fault } }: { draft: Draft }) {
  const { t } = useWords();
  return (
    <span className={classes.state} data-state={state}>
      <Icon name={SAVE_ICONS[state]} size={15} />
      <span role="status">
        {t(`menuEditor.saving.${state}`)}
        {state === 'failed' && ` ${errorMessage(fault)}`}
      </span>
    </span>
  );
}

interface ProblemListProps {
  title: string;
  problems: readonly { readonly key: string; readonly words: string; readonly onLead: () => void }[];
}
/** What is missing; each leads to its place. */
export function ProblemList({ title, problems }: ProblemListProps) {
  const { t } = useWords();
  return (
    <section className={classes.problems} role="alert" aria-label={t('menuEditor.problems')}>
      <strong>{title}</strong>
      <ul>
        {problems.map(({ key, words, onLead }) => (
          <li key={key}>
            <button type="button" onClick={onLead}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
