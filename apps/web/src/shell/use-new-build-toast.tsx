import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWords } from '../i18n/use-words.ts';
import { systemQuery } from './shell.queries.ts';
import { toasts } from './toasts.tsx';

/** Says once when the server has begun to serve another build than the one that was first seen. */
export function useNewBuildToast(): void {
  const { t } = useWords();
  const { data } = useQuery(systemQuery);
  const firstBuild = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    firstBuild.current ??= data.build;
    if (firstBuild.current === data.build) return;
    firstBuild.current = data.build;
    toasts.add(
      { title: t('shell.newBuild'), description: `<a href="">${t('shell.reload')}</a>`, color: 'info' },
      'new-build',
    );
  }, [data, t]);
}
