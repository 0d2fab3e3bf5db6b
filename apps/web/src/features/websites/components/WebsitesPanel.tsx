import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { UPDATE_WEBSITE } from '@hanasu/contract/realtime';
import { createWebsite, type listWebsites } from '@hanasu/contract/websites';
import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useRealtime, useRealtimeRejoin } from '../../../shell/realtime.tsx';
import { isRunning, websitesQuery } from '../websites.queries.ts';
import { CreateWebsite } from './CreateWebsite.tsx';
import { WebsiteCard } from './WebsiteCard.tsx';
import classes from './Websites.module.css';

/** Web sites of a base, live while they are read. */
export function WebsitesPanel({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const websites = useQuery(websitesQuery(knowledgeUuid));
  const [isAdding, adding] = useDisclosure(false);
  useWebsiteUpdates(knowledgeUuid);
  const { items = [] } = websites.data ?? {};
  const add = (
    <OnlyFor endpoint={createWebsite}>
      <Button leftSection={<Icon name="plus" />} onClick={adding.open}>
        {t('websites.add')}
      </Button>
    </OnlyFor>
  );
  return (
    <Stack gap="md">
      {websites.isError && <FaultNotice error={websites.error} onRetry={() => void websites.refetch()} />}
      {websites.isPending && <Skeleton height={120} radius="lg" aria-hidden />}
      {websites.data && items.length === 0 && (
        <EmptyState icon="globe" title={t('websites.empty')} text={t('websites.emptyText')} action={add} />
      )}
      {items.length > 0 && (
        <>
          <Group justify="flex-end">{add}</Group>
          <ul className={classes.list} aria-label={t('websites.label')}>
            {items.map((website) => (
              <WebsiteCard key={website.uuid} website={website} />
            ))}
          </ul>
        </>
      )}
      <Modal
        opened={isAdding}
        onClose={adding.close}
        title={t('websites.add')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <CreateWebsite knowledgeUuid={knowledgeUuid} onCreated={adding.close} />
      </Modal>
    </Stack>
  );
}

/** Puts each step of a crawl straight into what is shown. */
function useWebsiteUpdates(knowledgeUuid: KnowledgeId): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['websites'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_WEBSITE, ({ website }) => {
    if (website.knowledgeUuid !== knowledgeUuid) return;
    queryClient.setQueryData<EndpointOutput<typeof listWebsites>>(
      websitesQuery(knowledgeUuid).queryKey,
      (old) => old && { items: old.items.map((one) => (one.uuid === website.uuid ? website : one)) },
    );
    void queryClient.invalidateQueries({ queryKey: ['websites', 'pages', website.uuid] });
    if (!isRunning(website)) refetch();
  });
}
