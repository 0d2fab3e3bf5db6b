// @vitest-environment jsdom
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { makeConversation, makeMessage } from '../testing.ts';
import { usePrintThread } from './PrintThread.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await close?.();
});

function Button({ conversation }: { conversation: ConversationView }) {
  const { print, sheet } = usePrintThread(conversation);
  return (
    <>
      <button type="button" onClick={print}>
        Print
      </button>
      {sheet}
    </>
  );
}

/** What stands on paper of a thread with these messages, oldest first, and how often the server was asked. */
async function print(messages: readonly MessageView[]) {
  const server = await startTestServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://test');
    const [size, before] = [Number(searchParams.get('pageSize')), searchParams.get('before')];
    const items = messages.filter(({ uuid }) => !before || uuid < before).slice(-size);
    sendJson(response, 200, { items, total: messages.length, page: 1, pageSize: size });
  });
  close = server.close;
  let paper = '';
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
    paper = document.querySelector('body > div > article')?.textContent ?? '';
    window.dispatchEvent(new Event('afterprint'));
  });
  await renderWithProviders(<Button conversation={makeConversation(1)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(window.print).toHaveBeenCalled());
  return { paper, asked: server.requests.length };
}

describe('a printed conversation', () => {
  test('says who spoke and when, and leaves out notes and lines about the work of staff', async () => {
    const operator = { uuid: '01932f00-dddd-7000-8000-000000000001', name: 'Mika' };
    const { paper } = await print([
      makeMessage(1, { text: 'Is parking free?' }),
      makeMessage(2, { sender: 'bot', text: 'Yes, it is.' }),
      makeMessage(3, { sender: 'system', kind: 'event', data: { event: 'handed_over', reason: 'keyword' } }),
      makeMessage(4, { sender: 'operator', operator, kind: 'note', text: 'Between us' }),
      makeMessage(5, { sender: 'operator', operator, text: 'See you on Friday.' }),
      makeMessage(6, { kind: 'file', text: '', data: { fileName: 'map.pdf' } }),
    ]);
    expect(paper).toMatch(
      /^Friend 1Shop · .*Friend 1Customer.*Is parking free\?Front deskBot.*Yes, it is\.MikaStaff.*See you on Friday\./,
    );
    expect(paper).toContain('[File] map.pdf');
    expect(paper).not.toContain('Between us');
    expect(paper).not.toContain('Your team from here');
    // Nothing of it is left on the page.
    await waitFor(() => expect(document.querySelector('body > div > article')).toBeNull());
  });

  test('is whole, however much of it the page has loaded', async () => {
    const { paper, asked } = await print(Array.from({ length: 130 }, (_, index) => makeMessage(index + 1)));
    expect(asked).toBe(2);
    expect(paper).toContain('Message 1Friend');
    expect(paper).toContain('Message 130');
    expect(paper).not.toContain('Earlier messages are not printed');
  });

  test('says so where it is too long to be whole', async () => {
    const { paper, asked } = await print(Array.from({ length: 2101 }, (_, index) => makeMessage(index + 1)));
    expect(asked).toBe(20);
    expect(paper).toContain('Earlier messages are not printed');
    expect(paper).not.toContain('Message 101Friend');
  });
});
