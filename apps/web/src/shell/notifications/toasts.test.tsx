// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fillInBrowser } from '../../testing/render.tsx';
import { fetchToasts, ToastRegion, toasts } from './toasts.tsx';

fillInBrowser();
beforeEach(() => {
  render(
    <MantineProvider env="test">
      <ToastRegion label="Messages" />
    </MantineProvider>,
  );
});
afterEach(async () => {
  act(() => toasts.clear());
  cleanup();
  document.querySelector('main')?.remove();
  vi.restoreAllMocks();
});
const add = (...given: Parameters<typeof toasts.add>) => {
  let id: ReturnType<typeof toasts.add> = '';
  act(() => {
    id = toasts.add(...given);
  });
  return id;
};
const bar = (title: string) =>
  screen.getByText(title).closest('.Toastify__toast')?.querySelector<HTMLElement>('.Toastify__progress-bar');

it('spec:70 a toast has an id from the time, and two of one moment have two', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(4_000_000_000_000);
  expect(add({ title: 'One' })).toBe(4_000_000_000_000);
  expect(add({ title: 'Two' })).toBe(4_000_000_000_001);
  expect(await screen.findByText('One')).toBeTruthy();
  expect(await screen.findByText('Two')).toBeTruthy();
});

it('spec:70 is updated and removed by its id, and a known id is not shown twice', async () => {
  const id = add({ title: 'Saving' });
  await screen.findByText('Saving');
  act(() => toasts.update(id, { title: 'Saved' }));
  await screen.findByText('Saved');
  expect(screen.queryByText('Saving')).toBeNull();
  add({ title: 'Saved again' }, id);
  await screen.findByText('Saved again');
  expect(document.querySelectorAll('.Toastify__toast')).toHaveLength(1);
  act(() => toasts.remove(id));
  await expect.poll(() => leaving('Saved again')).toBe(true);
});

it('the place of toasts is fetched before the first of them, so that one is shown without a connection', async () => {
  const isThere = () => document.querySelector('section[aria-label^="Messages"]') !== null;
  expect(isThere()).toBe(false);
  act(() => fetchToasts());
  await expect.poll(isThere).toBe(true);
});

it('what is said already is not said beside itself, unless each has its own way back', async () => {
  const first = add({ title: 'Copied' });
  await screen.findByText('Copied');
  expect(add({ title: 'Copied' })).toBe(first);
  expect(add({ title: 'Copied', color: 'error' })).not.toBe(first);
  const undo = { label: 'Undo', onClick: () => undefined };
  add({ title: 'Deleted', action: undo });
  add({ title: 'Deleted', action: undo });
  await expect.poll(() => screen.getAllByText(/Copied|Deleted/)).toHaveLength(3);
  expect(screen.getAllByText('Copied')).toHaveLength(2);
});

it('what was said and closed is said again', async () => {
  const first = add({ title: 'Copied' });
  await screen.findByText('Copied');
  act(() => toasts.remove(first));
  expect(add({ title: 'Copied' })).not.toBe(first);
});

it('three stand there at once; the next waits for one of them to go', async () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) add({ title });
  await screen.findByText('Three');
  expect(document.querySelectorAll('.Toastify__toast')).toHaveLength(3);
});

it('spec:70 all are cleared at once', async () => {
  add({ title: 'One' });
  add({ title: 'Two' });
  await screen.findByText('Two');
  act(() => toasts.clear());
  await expect.poll(() => leaving('One') && leaving('Two')).toBe(true);
});

/** Gone, or on its way out: jsdom runs no animations, so it never arrives there. */
function leaving(title: string): boolean {
  const toast = screen.queryByText(title)?.closest('.Toastify__toast');
  return !toast || /exit/.test(toast.className);
}

it('spec:125 spec:70 closes after 5000 ms, which a progress bar shows', async () => {
  add({ title: 'Saved' });
  await screen.findByText('Saved');
  expect(bar('Saved')?.style.animationDuration).toBe('5000ms');
});

it('spec:70 the timer pauses on hover and resumes on leave', async () => {
  add({ title: 'Saved' });
  const toast = (await screen.findByText('Saved')).closest('.Toastify__toast');
  if (!toast) throw new Error('no toast');
  fireEvent.mouseEnter(toast);
  await expect.poll(() => bar('Saved')?.style.animationPlayState).toBe('paused');
  fireEvent.mouseLeave(toast);
  await expect.poll(() => bar('Saved')?.style.animationPlayState).toBe('running');
});

it('spec:124 stands at the top', async () => {
  add({ title: 'Saved' });
  await screen.findByText('Saved');
  expect(document.querySelector('.Toastify__toast-container--top-center')).not.toBeNull();
});

/** A title whose head ends so many pixels below the top of a window of 768. */
function showTitle(bottom: number): void {
  const main = document.createElement('main');
  main.innerHTML = '<header><h1>Broadcasts</h1></header>';
  const head = main.querySelector('header') as HTMLElement;
  head.getBoundingClientRect = () => ({ bottom }) as DOMRect;
  document.body.append(main);
}
const topOfToasts = () => document.documentElement.style.getPropertyValue('--toast-top');

it.each([
  ['below the title of the page', 98, '106px'],
  ['at the top of a page that was scrolled', -40, '8px'],
  ['above a title in the middle of the window', 400, '8px'],
])('stands %s', async (_, bottom, top) => {
  showTitle(bottom);
  add({ title: 'Saved' });
  await screen.findByText('Saved');
  expect(topOfToasts()).toBe(top);
});

it('stands at the top of a phone, on no title and no text', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: query === '(max-width: 47.99em)',
  }));
  showTitle(98);
  add({ title: 'Saved' });
  await screen.findByText('Saved');
  expect(topOfToasts()).toBe('8px');
});

it('follows to the title of the next page', async () => {
  showTitle(52);
  add({ title: 'Saved' });
  await screen.findByText('Saved');
  document.querySelector('main')?.remove();
  showTitle(98);
  document.title = 'Customers';
  await expect.poll(topOfToasts).toBe('106px');
});

const HARMFUL = [
  '<script>window.harm = 1</script>',
  '<img src="x" onerror="window.harm = 1">',
  '<a href="javascript:harm()">go</a>',
  '<style>body { display: none }</style>',
  '<form><input name="password"></form>',
  '<iframe src="https://evil.example"></iframe>',
  '<b style="position:fixed">over</b>',
];

it('spec:51 the description is HTML, without what could do harm', async () => {
  add({ title: 'Note', description: `<b>bold</b> &amp; <a href="/Bot">bots</a>${HARMFUL.join('')}` });
  const bold = await screen.findByText('bold');
  const description = bold.closest('p');
  expect(description?.textContent).toContain('bold & bots');
  expect(description?.querySelector('a')?.getAttribute('href')).toBe('/Bot');
  expect(description?.innerHTML).not.toMatch(/script|onerror|style|form|input|iframe/i);
});

it('a toast may stay until it is closed, with something to do', async () => {
  const onClick = vi.fn();
  add({ title: 'New version', stays: true, action: { label: 'Reload', onClick } });
  fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(bar('New version')?.style.animationDuration ?? '').not.toBe('5000ms');
});
