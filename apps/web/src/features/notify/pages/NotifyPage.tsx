import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { NotifyForm } from '../components/NotifyForm.tsx';
import { notifyQuery } from '../notify.queries.ts';

/** What I am told of, and how. */
export function NotifyPage() {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(notifyQuery);
  return (
    <PageFrame title={t('notify.title')} purpose={t('notify.purpose')}>
      {error && !data && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="lg" aria-hidden />}
      {data && <NotifyForm view={data} />}
    </PageFrame>
  );
}
