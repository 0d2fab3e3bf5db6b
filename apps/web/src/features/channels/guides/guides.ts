import type { Locale } from '@hanasu/contract/accounts';
import { type ComponentType, lazy } from 'react';

interface ConnectGuideProps {
  onConnected: (channelUuid: string) => void;
}
type FieldWords = Readonly<Record<Locale, Readonly<Record<string, { label: string; where: string }>>>>;

interface Guide {
  /** The guided form that connects a real account of this kind. */
  ConnectGuide: ComponentType<ConnectGuideProps>;
  /** Words of the manifest's `connectFields`, which stand in the guide as well. */
  fieldWords?: () => Promise<FieldWords>;
}

/** By the kind of channel. */
const GUIDES: Readonly<Record<string, Guide>> = {
  line: {
    ConnectGuide: lazy(() =>
      import('./line/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    fieldWords: () => import('./line/guide-words.ts').then(({ fieldWords }) => fieldWords),
  },
  zalo: {
    ConnectGuide: lazy(() =>
      import('./zalo/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    fieldWords: () => import('./zalo/guide-words.ts').then(({ fieldWords }) => fieldWords),
  },
  telegram: {
    ConnectGuide: lazy(() =>
      import('./telegram/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
    fieldWords: () => import('./telegram/guide-words.ts').then(({ fieldWords }) => fieldWords),
  },
  web: {
    ConnectGuide: lazy(() =>
      import('./web/ConnectGuide.tsx').then(({ ConnectGuide }) => ({ default: ConnectGuide })),
    ),
  },
};

export const guideOf = (kind: string): Guide | undefined => GUIDES[kind];
