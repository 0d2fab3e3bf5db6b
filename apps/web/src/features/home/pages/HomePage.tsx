import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { Skeleton, Stack } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { useRealtime, useRealtimeRejoin } from '../../../shell/realtime.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { Attention } from '../components/Attention.tsx';
import { FirstSteps } from '../components/FirstSteps.tsx';
import { Numbers } from '../components/Numbers.tsx';
import { homeQuery } from '../home.queries.ts';

const REFRESH_AT_MOST_EVERY_MS = 3000;

export function HomePage() {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const home = useQuery(homeQuery);
  const refetch = useThrottledCallback(() => void home.refetch(), REFRESH_AT_MOST_EVERY_MS);
  useRealtime(UPDATE_CONVERSATION, refetch);
  useRealtimeRejoin(refetch);

  const allDone = home.data && Object.values(home.data.steps).every(Boolean);
  return (
    <PageFrame
      title={user ? t('home.hello', { name: user.username }) : t('home.title')}
      purpose={t('home.purpose')}
    >
      <Stack gap="lg">
        {home.isError && <FaultNotice error={home.error} onRetry={() => void home.refetch()} />}
        {home.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
        {home.data && !allDone && <FirstSteps steps={home.data.steps} />}
        {home.data && <Attention attention={home.data.attention} />}
        {home.data && <Numbers numbers={home.data.last7Days} />}
      </Stack>
    </PageFrame>
  );
}
