import type { Endpoint } from '@hanasu/contract/endpoint';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { useMayNot } from '../use-may.ts';
import classes from './OnlyFor.module.css';

interface OnlyForProps {
  /** What the content would call. */
  endpoint: Pick<Endpoint, 'access'>;
  children: ReactNode;
}

/** Leaves out what this person's role may not do. */
export function OnlyFor({ endpoint, otherwise = null, children }: OnlyForProps & { otherwise?: ReactNode }) {
  return useMayNot(endpoint) ? otherwise : children;
}

/** Shows a form to everybody; whoever may not send it reads it, and is told so. */
export function EditableFor({ endpoint, children }: OnlyForProps) {
  if (!useMayNot(endpoint)) return children;
  return (
    <>
      <ViewOnlyNote />
      <fieldset disabled className={classes.fields}>
        {children}
      </fieldset>
    </>
  );
}

export function ViewOnlyNote() {
  const { t } = useWords();
  return (
    <p className={classes.note}>
      <Icon name="lock" size={15} /> {t('shell.viewOnly')}
    </p>
  );
}
