// @vitest-environment jsdom
import { askDemo } from '@hanasu/contract/demo';
import { system } from '@hanasu/contract/system';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { DemoChat } from './DemoChat.tsx';
import { DemoSection } from './DemoSection.tsx';

const COST = 'How much does it cost?';
let answers: { status: number; body: unknown }[];
let operator: { contact: string | null };
let demoBot: boolean;
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  [answers, operator, demoBot] = [[], { contact: null }, true];
  server = await startTestServer(({ url = '' }, response) => {
    if (url === system.path) return sendJson(response, 200, { operator, demoBot, termsUrl: null });
    const { status, body } = answers.shift() ?? { status: 500, body: problem(500, 'internal') };
    return sendJson(response, status, body);
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const asked = () => server.requests.filter(({ url }) => url === askDemo.path);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('asks a suggested question, and shows and reads out the answer with its section', async () => {
  answers = [
    {
      status: 200,
      body: {
        outcome: 'answered',
        text: 'The operator decides. [1]',
        sections: [{ number: 1, title: 'What does it cost?' }],
      },
    },
  ];
  const { container } = await renderWithProviders(<DemoChat />);
  expect(screen.getAllByRole('button', { name: /\?$/ })).toHaveLength(3);
  press(COST);
  expect(screen.getByText('The bot is answering.')).toBeTruthy();
  expect(await screen.findByText('Guide: What does it cost?')).toBeTruthy();
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toContain('The operator decides.');
  expect(JSON.parse(asked()[0]?.body ?? '{}')).toEqual({ message: COST, locale: 'en' });
  expect(screen.queryByRole('button', { name: COST })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

it('what the guide does not say leads to the terms, and to the operator who says how to be reached', async () => {
  operator = { contact: 'desk@example.com' };
  answers = [{ status: 200, body: { outcome: 'not_found', text: 'No answer to that.', sections: [] } }];
  await renderWithProviders(<DemoChat />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'How is the weather?' } });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  const contact = await screen.findByRole('link', { name: 'desk@example.com' });
  expect(contact.getAttribute('href')).toBe('mailto:desk@example.com');
  expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/Terms');
});

it('a refused question says why and can be asked again', async () => {
  answers = [
    { status: 429, body: problem(429, 'chat_limit_reached') },
    { status: 200, body: { outcome: 'answered', text: 'Here again.', sections: [] } },
  ];
  await renderWithProviders(<DemoChat />);
  press(COST);
  expect((await screen.findByRole('alert')).textContent).toContain('as many questions as this chat allows');
  press('Ask again');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect((await screen.findAllByText('Here again.')).length).toBeGreaterThan(0);
});

it('is left out where it is switched off', async () => {
  demoBot = false;
  await renderWithProviders(<DemoSection />);
  await waitFor(() => expect(server.requests.some(({ url }) => url === system.path)).toBe(true));
  expect(screen.queryByRole('heading')).toBeNull();
});
