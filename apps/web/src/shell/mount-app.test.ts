// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountApp } from './mount-app.ts';

const logged = vi.spyOn(console, 'error');
beforeEach(() => {
  logged.mockReset().mockImplementation(() => undefined);
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  document.body.innerHTML = '';
});

it('draws into the root once everything is there', async () => {
  const order: string[] = [];
  await mountApp({
    start: async () => void order.push('start'),
    render: (root) => order.push(root.id),
  });
  expect(order).toEqual(['start', 'root']);
});

it('spec:112 a mount failure is logged and thrown on', async () => {
  const error = new TypeError('no words');
  const mounting = mountApp({ start: () => Promise.reject(error), render: () => undefined });
  await expect(mounting).rejects.toBe(error);
  expect(logged.mock.calls).toEqual([['Error while mounting app:', error]]);
});

it('spec:113 spec:49 what keeps the application from being drawn leads to an error page', async () => {
  const render = () => {
    throw new Error('cannot draw');
  };
  await expect(mountApp({ start: async () => undefined, render })).rejects.toThrow('cannot draw');
  expect(document.querySelector('h1')?.textContent).toBe('Internal Server Error');
  expect(document.body.textContent).toContain('500');
});
