import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWords } from '../i18n/use-words.ts';
import { systemQuery } from './shell.queries.ts';
import { toasts } from './toasts.tsx';

/** Says once, quietly, when the server has begun to serve another build than the one that was first seen. */
export function useNewBuildToast(): void {
  const { t } = useWords();
  const { data } = useQuery(systemQuery);
  const firstBuild = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    firstBuild.current ??= data.build;
    if (firstBuild.current === data.build) return;
    firstBuild.current = data.build;
    const reload = { label: t('shell.reload'), onClick: () => location.reload() };
    toasts.add({ title: t('shell.newBuild'), color: 'info', stays: true, action: reload }, 'new-build');
  }, [data, t]);
}
