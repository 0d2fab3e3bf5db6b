import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { FormHead } from './FormHead.tsx';

interface BrokenLinkProps {
  /** The address held no code at all. */
  isMissing: boolean;
  /** What else to do. */
  help?: ReactNode;
  /** The way on. */
  children: ReactNode;
}

/** The code of a mail's link is wrong, used, too old or not there. */
export function BrokenLink({ isMissing, help, children }: BrokenLinkProps) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <FormHead title={t('accounts.code.title')}>
        {isMissing ? t('accounts.code.missing') : t('accounts.code.invalid')} {help}
      </FormHead>
      {children}
      <Button variant="subtle" color="gray" component="a" href="/Login">
        {t('accounts.toSignIn')}
      </Button>
    </Stack>
  );
}
