import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';

/** Seconds left until `until`, a time in milliseconds. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

const SOFT = { root: { background: 'var(--warn-soft)' }, message: { color: 'var(--warn-text)' } };

/** Too many wrong tries: how long to wait, and what can be done instead. */
export function AttemptsNotice({ until }: { until: number }) {
  const { t } = useWords();
  const seconds = useSecondsUntil(until);
  return (
    <Alert color="yellow" role="alert" styles={SOFT}>
      {/* Read once, not every second. */}
      <div role="timer" aria-live="off">
        {seconds > 0 ? t('accounts.tries.wait', { seconds }) : t('accounts.tries.over')}
      </div>
      {seconds > 0 && (
        <>
          {t('accounts.tries.otherWays')} <Link to="/Forgot-Password">{t('accounts.tries.newPassword')}</Link>
        </>
      )}
    </Alert>
  );
}
