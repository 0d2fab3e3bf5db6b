// @vitest-environment jsdom
import { type BotView, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { BotId, KnowledgeId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { changesOf, valuesOf } from './bot-values.ts';
import { KnowledgeTab } from './KnowledgeTab.tsx';

const time = '2026-01-01T00:00:00Z';
const base = KnowledgeId.parse('01932f00-0000-7000-8000-000000000002');
const bot: BotView = {
  uuid: BotId.parse('01932f00-0000-7000-8000-000000000001'),
  name: 'Front desk',
  serviceUuid: 'builtin',
  instructions: '',
  greeting: '',
  noAnswerReply: '',
  knowledgeUuids: [],
  answerOnlyFromKnowledge: true,
  showSources: false,
  settings: DEFAULT_BOT_SETTINGS,
  state: 'live',
  version: 1,
  publishedAt: time,
  channels: [],
  sampleText: [],
  createdAt: time,
  updatedAt: time,
};

function Harness({ onChanges }: { onChanges: (changes: unknown) => void }) {
  const form = useForm({ defaultValues: valuesOf(bot) });
  onChanges(changesOf(valuesOf(bot), form.watch()));
  return (
    <FormProvider {...form}>
      <KnowledgeTab />
    </FormProvider>
  );
}

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

it('shows what is saved and sends only what was changed', async () => {
  const server = await startTestServer((_, response) =>
    sendJson(response, 200, {
      items: [
        { uuid: base, name: 'Rules', documents: 2, ready: 2, failed: 0, embeddings: 9, bytes: 1, bots: 0 },
      ],
      total: 1,
      page: 1,
      pageSize: 100,
    }),
  );
  close = server.close;
  let changes: unknown;
  await renderWithProviders(
    <Harness
      onChanges={(latest) => {
        changes = latest;
      }}
    />,
  );
  const only = screen.getByRole<HTMLInputElement>('switch', { name: /^Answers only/ });
  const sources = screen.getByRole<HTMLInputElement>('switch', { name: /^Show sources/ });
  expect([only.checked, sources.checked]).toEqual([true, false]);
  expect(changes).toEqual({});

  fireEvent.click(only);
  expect(changes).toEqual({ answerOnlyFromKnowledge: false });
  fireEvent.click(await screen.findByRole('checkbox', { name: /Rules/ }));
  expect(changes).toEqual({ answerOnlyFromKnowledge: false, knowledgeUuids: [base] });
  fireEvent.click(only);
  expect(changes).toEqual({ knowledgeUuids: [base] });
});
