// @vitest-environment jsdom
import { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { HealthPanel } from './HealthPanel.tsx';

const idOf = (number: number) => `01932f00-0000-7000-8000-00000000000${number}`;
const base = KnowledgeId.parse(idOf(1));
const passage = {
  embeddingUuid: EmbeddingId.parse(idOf(2)),
  documentUuid: DocumentId.parse(idOf(3)),
  title: 'Price list',
  text: '| Day | Opens |',
};
const HEALTH = {
  documents: 1,
  passages: 1,
  failed: [],
  stale: [],
  toReview: [],
  misread: [],
  conflicting: [],
  neverHit: null,
  checkedAt: '2026-01-01T00:00:00Z',
};

let close: () => Promise<void>;
afterEach(async () => {
  cleanup();
  await close();
});
async function open(changes: object) {
  ({ close } = await startTestServer((_, response) => sendJson(response, 200, { ...HEALTH, ...changes })));
  await renderWithProviders(<HealthPanel knowledgeUuid={base} />);
}

describe('tables that may have been read wrongly', () => {
  test('are named with their page and rows, and lead to their passage', async () => {
    await open({ misread: [{ ...passage, page: 2, rows: ['Cut | $40', 'Perm | $90'] }] });
    const part = within(
      await screen.findByRole('region', { name: 'Tables that may have been read wrongly' }),
    );
    expect(part.getByText(/Cut \| \$40/)).toBeTruthy();
    expect(part.getByRole('link', { name: 'Price list, p. 2' }).getAttribute('href')).toBe(
      `/Knowledge/${base}/documents/${passage.documentUuid}?chunk=${passage.embeddingUuid}`,
    );
    expect(screen.queryByText('No problems found')).toBeNull();
  });

  test('without pages are named by their document, and nothing is said where there are none', async () => {
    await open({ misread: [{ ...passage, page: null, rows: ['Cut | $40'] }] });
    expect(await screen.findByRole('link', { name: 'Price list' })).toBeTruthy();
    cleanup();
    await close();
    await open({});
    expect(await screen.findByText('No problems found')).toBeTruthy();
  });
});
