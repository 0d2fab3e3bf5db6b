// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { keepIcon, keptIcon } from './iconify-cache.ts';

const icon = { body: '<path d="M0 0"/>' };
const HOUR_MS = 3_600_000;
beforeEach(() => localStorage.clear());

it('spec:125 keeps at most 50 icons; the oldest make room', () => {
  for (let index = 0; index < 51; index += 1) keepIcon(`mdi:${index}`, icon);
  expect(keptIcon('mdi:0')).toBeUndefined();
  expect(keptIcon('mdi:1')).toEqual(icon);
  expect(keptIcon('mdi:50')).toEqual(icon);
  expect(JSON.parse(localStorage.getItem('icons') ?? '')).toHaveLength(50);
});

it('spec:125 keeps them for 168 hours', () => {
  keepIcon('mdi:home', icon, 0);
  expect(keptIcon('mdi:home', 168 * HOUR_MS - 1)).toEqual(icon);
  expect(keptIcon('mdi:home', 168 * HOUR_MS)).toBeUndefined();
});

it('keeps each once, the newest', () => {
  keepIcon('mdi:home', icon, 0);
  keepIcon('mdi:home', { body: 'new' }, 1);
  expect(keptIcon('mdi:home', 2)).toEqual({ body: 'new' });
});

it('what is not readable is as if there were nothing', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const text of ['{', '{}', '[1,null]']) {
    localStorage.setItem('icons', text);
    expect(keptIcon('mdi:home')).toBeUndefined();
  }
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
