// @vitest-environment jsdom
import { type BotPatch, type BotView, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { BotId } from '@hanasu/contract/ids';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { type BotValues, valuesOf } from './bot-values.ts';
import { type Autosave, useAutosave } from './use-autosave.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
const BOT: BotView = {
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
  publishedAt: at(0),
  channels: [],
  sampleText: [],
  createdAt: at(0),
  updatedAt: at(0),
};

/** A server that keeps a bot; `broken` makes it fail. */
async function startStore() {
  const store = { bot: BOT, patches: [] as BotPatch[], broken: false, close: async () => {} };
  const server = await startTestServer((_, response, text) => {
    if (store.broken) {
      sendJson(response, 503, problem(503, 'database_unavailable'));
      return;
    }
    const patch = JSON.parse(text) as BotPatch;
    store.patches.push(patch);
    change(patch);
    sendJson(response, 200, store.bot);
  });
  const change = ({ settings, ...fields }: BotPatch) => {
    const second = Number(store.bot.updatedAt.slice(17, 19)) + 1;
    const merged = { ...store.bot.settings, ...settings };
    store.bot = { ...store.bot, ...fields, settings: merged, state: 'changed', updatedAt: at(second) };
  };
  store.close = server.close;
  return Object.assign(store, { change });
}

let autosave: Autosave;
function Editor({ bot }: { bot: BotView }) {
  const form = useForm<BotValues>({ defaultValues: valuesOf(bot) });
  autosave = useAutosave(form, bot);
  return (
    <>
      <input aria-label="Name" {...form.register('name')} />
      <textarea aria-label="Greeting" {...form.register('greeting')} />
      <textarea aria-label="Instructions" {...form.register('instructions')} />
      <output>{autosave.state}</output>
    </>
  );
}

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});
async function open() {
  const store = await startStore();
  close = store.close;
  await renderWithProviders(<Editor bot={BOT} />);
  return store;
}
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const state = () => screen.getByRole('status').textContent;
const settled = (wanted: string) => waitFor(() => expect(state()).toBe(wanted));

it('saves by itself once nobody types, and only what was changed', async () => {
  const store = await open();
  type('Greeting', 'H');
  type('Greeting', 'Hello');
  expect(state()).toBe('waiting');
  await settled('saved');
  expect(store.patches).toEqual([{ greeting: 'Hello' }]);
});

it('what was taken back is not sent, and leaving a field saves at once', async () => {
  const store = await open();
  type('Greeting', 'Hello');
  type('Greeting', '');
  await settled('saved');
  expect(store.patches).toEqual([]);
  type('Instructions', 'Be kind.');
  fireEvent.focusOut(screen.getByLabelText('Instructions'));
  await settled('saved');
  expect(store.patches).toEqual([{ instructions: 'Be kind.' }]);
});

it('keeps what failed and sends it again', async () => {
  const store = await open();
  store.broken = true;
  type('Greeting', 'Hello');
  let result: boolean | undefined;
  await act(async () => {
    result = await autosave.flush();
  });
  expect(result).toBe(false);
  expect(state()).toBe('failed');
  expect(shown('Greeting')).toBe('Hello');
  store.broken = false;
  await act(async () => {
    result = await autosave.flush();
  });
  expect(result).toBe(true);
  expect(store.bot.greeting).toBe('Hello');
});

it('holds back what doesn’t fit and saves the rest', async () => {
  const store = await open();
  type('Name', ' ');
  type('Greeting', 'Hello');
  await settled('incomplete');
  expect(store.patches).toEqual([{ greeting: 'Hello' }]);
  expect(shown('Name')).toBe(' ');
  type('Name', 'Desk');
  await settled('saved');
  expect(store.bot.name).toBe('Desk');
});

it('takes over what somebody else changed, says so, and loses nothing of its own', async () => {
  const store = await open();
  store.change({ instructions: 'From the other tab.', greeting: 'Theirs' });
  type('Greeting', 'Mine');
  await settled('saved');
  expect(store.patches).toEqual([{ greeting: 'Mine' }]);
  expect(shown('Instructions')).toBe('From the other tab.');
  expect(shown('Greeting')).toBe('Mine');
  expect(autosave.hasRemoteChange).toBe(true);
});

it('what is typed while a save is on its way is sent after it', async () => {
  const store = await open();
  type('Greeting', 'Hello');
  const first = autosave.flush();
  type('Greeting', 'Hello there');
  await act(() => first);
  await settled('saved');
  expect(store.bot.greeting).toBe('Hello there');
});
