import type { Endpoint } from '@hanasu/contract/endpoint';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { useIsForbidden } from '../use-permission.ts';
import classes from './Can.module.css';

interface CanProps {
  /** What the content would call. */
  endpoint: Pick<Endpoint, 'access'>;
  children: ReactNode;
}

/** Leaves out what this person's role may not do. */
export function Can({ endpoint, otherwise = null, children }: CanProps & { otherwise?: ReactNode }) {
  return useIsForbidden(endpoint) ? otherwise : children;
}

/** Shows a form to everybody; whoever may not send it reads it, and is told so. */
export function CanEdit({ endpoint, children }: CanProps) {
  if (!useIsForbidden(endpoint)) return children;
  return (
    <>
      <ViewOnlyNotice />
      <fieldset disabled className={classes.fields}>
        {children}
      </fieldset>
    </>
  );
}

export function ViewOnlyNotice() {
  const { t } = useWords();
  return (
    <p className={classes.note}>
      <Icon name="lock" size={15} /> {t('shell.viewOnly')}
    </p>
  );
}
