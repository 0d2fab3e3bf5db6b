import type { BroadcastId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { BroadcastPage } from '../../features/broadcasts/BroadcastPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

const SegmentBuilder = lazy(() =>
  import('../../features/contacts/segments/SegmentBuilder.tsx').then((module) => ({
    default: module.SegmentBuilder,
  })),
);

export const Route = createFileRoute('/_default/Channel/message/$uuid')({
  loader: () => loadWords('broadcasts', 'message', 'contacts'),
  params: { parse: (raw) => ({ uuid: idParam<BroadcastId>(raw.uuid) }) },
  staticData: { crumbs: ['broadcasts'] },
  component: () => (
    <BroadcastPage
      renderBuilder={(props) => (
        <Suspense fallback={null}>
          <SegmentBuilder {...props} />
        </Suspense>
      )}
    />
  ),
});
