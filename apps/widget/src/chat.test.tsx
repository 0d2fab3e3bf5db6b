/** @jsxImportSource preact */
// @vitest-environment jsdom
import type { EmbedLook } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { Chat } from './chat.tsx';
import { createChatStorage } from './chat-storage.ts';
import { createConversation } from './conversation.ts';
import { wordsOf } from './words.ts';

const LOGO = '/api/avatar/logo';
const TEXTS = { title: 'Camellia', greeting: 'Welcome!', placeholder: '' };
const LOOK: EmbedLook = {
  botUuid: '019' as BotId,
  logoUrl: LOGO,
  texts: { en: TEXTS, ja: TEXTS, vi: TEXTS },
  greetingBubbles: [],
  colour: '#15803d',
  theme: 'auto',
  position: 'right',
  launcher: 'chat',
  greetingDelay: null,
  suggestedQuestions: [],
  identityRequired: false,
};

async function show(logoUrl: string | null): Promise<HTMLElement> {
  const never = () => new Promise<never>(() => undefined);
  const conversation = createConversation({
    api: { base: 'https://chat.example', session: never, history: never, ask: never, resume: never },
    storage: createChatStorage(crypto.randomUUID()),
    identity: null,
    wait: never,
  });
  const host = document.createElement('div');
  const look = { ...LOOK, logoUrl };
  await act(() =>
    render(<Chat {...{ look, conversation }} language="en" words={wordsOf('en')} isFramed />, host),
  );
  return host;
}

describe('the head of the chat', () => {
  test('has the name and the logo of the shop, from the server', async () => {
    const host = await show(LOGO);
    expect(host.querySelector('header h2')?.textContent).toBe('Camellia');
    expect(host.querySelector('header img')).toMatchObject({
      src: `https://chat.example${LOGO}`,
      alt: '',
    });
  });

  test('has the name alone without a logo, and where the policy of the site refuses it', async () => {
    expect((await show(null)).querySelector('header img')).toBeNull();
    const host = await show(LOGO);
    await act(() => {
      host.querySelector('header img')?.dispatchEvent(new Event('error'));
    });
    expect(host.querySelector('header img')).toBeNull();
    expect(host.querySelector('header h2')?.textContent).toBe('Camellia');
  });
});
