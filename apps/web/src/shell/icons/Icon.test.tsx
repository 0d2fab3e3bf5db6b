// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Icon } from './Icon.tsx';
import { keptIcon } from './iconify-cache.ts';

const BODY = '<path d="M1 2"/>';
/** Hosts that do not answer. */
let down: string[];
let asked: string[];
const original = globalThis.fetch;
beforeEach(() => {
  down = [];
  asked = [];
  globalThis.fetch = async (input) => {
    const url = new URL(String(input));
    asked.push(url.host);
    if (down.includes(url.host)) throw new TypeError('Failed to fetch');
    const names = url.searchParams.get('icons')?.split(',') ?? [];
    if (names.includes('such')) return Response.json({ prefix: 'none', icons: {}, not_found: ['such'] });
    const icons = Object.fromEntries(names.map((name) => [name, { body: BODY }]));
    return Response.json({ prefix: url.pathname.slice(1, -'.json'.length), icons, width: 24, height: 24 });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = original;
  localStorage.clear();
});
const picture = (container: HTMLElement) => container.querySelector('svg');

it('spec:103 a bundled icon needs no network', () => {
  const { container } = render(<Icon name="bot" />);
  expect(picture(container)).not.toBeNull();
  expect(render(<Icon name="lucide:bot" />).container.querySelector('svg')).not.toBeNull();
  expect(asked).toEqual([]);
});

it('spec:103 another comes from a public service, with the next host when one is down, and is kept', async () => {
  down = ['api.iconify.design', 'api.simplesvg.com'];
  const { container } = render(<Icon name="mdi:home" label="Home" />);
  await expect.poll(() => picture(container)).not.toBeNull();
  expect(asked).toEqual(['api.iconify.design', 'api.simplesvg.com', 'api.unisvg.com']);
  expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Home');
  expect(keptIcon('mdi:home')?.body).toBe(BODY);
});

it('spec:125 a kept icon is not asked for again', async () => {
  localStorage.setItem(
    'icons',
    JSON.stringify([{ name: 'tabler:star', icon: { body: BODY }, at: Date.now() }]),
  );
  const { container } = render(<Icon name="tabler:star" />);
  await expect.poll(() => picture(container)).not.toBeNull();
  expect(asked).toEqual([]);
});

it('one that nobody has leaves its place empty and is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = render(<Icon name="none:such" />);
  await expect.poll(() => logged.mock.calls).toEqual([['Icon none:such could not be loaded']]);
  expect(picture(container)).toBeNull();
  logged.mockRestore();
});
