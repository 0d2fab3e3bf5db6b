import { createSandboxChannel } from '@hanasu/contract/channels';
import { Skeleton, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { BackLink } from '../../../shell/components/BackLink.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import type { CHANNEL_KINDS } from '../manifests.ts';
import { useKindName } from '../use-kind-name.ts';

type Kind = (typeof CHANNEL_KINDS)[number];

/** How long it takes, and what is left to do by hand. */
function purposeOf({ connect, capabilities }: Kind['manifest']) {
  if (connect === 'built-in') return 'webChannel.connectPurpose';
  return capabilities.setsWebhook ? 'channels.connectPurpose' : 'channelPage.connectPurpose';
}

/** Connects a real account, led by the guide of its kind. */
export function ConnectPage({ kind }: { kind: Kind }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const navigate = useNavigate();
  const { manifest, Guide } = kind;
  return (
    <PageFrame
      title={t('channels.connectKind', { name: nameOf(manifest.kind) })}
      purpose={t(purposeOf(manifest))}
      above={<BackLink to="/Channel">{t('channels.title')}</BackLink>}
    >
      <Suspense
        fallback={
          <Stack aria-hidden>
            <Skeleton height={120} radius="lg" />
            <Skeleton height={220} radius="lg" />
          </Stack>
        }
      >
        <OnlyFor endpoint={createSandboxChannel} otherwise={<ViewOnlyNote />}>
          <Guide
            onConnected={(id) => void navigate({ to: '/Channel/Instance/$id', params: { id: id as never } })}
          />
        </OnlyFor>
      </Suspense>
    </PageFrame>
  );
}
