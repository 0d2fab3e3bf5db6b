// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { use, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { FatalErrors } from '../App.tsx';
import { ApiError } from '../api/api-error.ts';
import * as ja from '../words/ja.ts';
import * as vietnamese from '../words/vi.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { ErrorDescription, ErrorView, UnhandledError } from './ErrorView.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

const logged = vi.spyOn(console, 'error');
beforeEach(() => {
  logged.mockReset().mockImplementation(() => undefined);
  sessionStorage.clear();
});
afterEach(async () => {
  cleanup();
  if (i18next.isInitialized) await i18next.changeLanguage('en');
});
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const noReset = () => undefined;

describe('the error view', () => {
  it.each([
    [404, 'Page Not Found'],
    [500, 'Internal Server Error'],
    [503, 'Internal Server Error'],
  ])(
    'spec:49 shows the status %i, its message (by default %s) and a description',
    async (status, message) => {
      await renderWithProviders(<ErrorView status={status} description="Why it is so" onRetry={noReset} />);
      expect(heading()).toBe(message);
      expect(screen.getByText(String(status))).toBeTruthy();
      expect(screen.getByText('Why it is so')).toBeTruthy();
    },
  );

  it('spec:49 another message may be given', async () => {
    await renderWithProviders(
      <ErrorView status={403} message="Not allowed" description="x" onRetry={noReset} />,
    );
    expect(heading()).toBe('Not allowed');
  });
});

describe('the page of a failed route', () => {
  const show = (error: unknown) =>
    renderWithProviders(<ErrorPage error={error as Error} reset={noReset} info={{ componentStack: '' }} />);

  it('spec:113 says what failed, and logs it', async () => {
    const error = new Error('a bug');
    await show(error);
    expect(heading()).toBe('Internal Server Error');
    expect(logged).toHaveBeenCalledWith('Error page:', error);
  });

  it('spec:49 the 404 case has a view of its own', async () => {
    await show(new ApiError({ code: 'not_found', status: 404 }));
    expect(heading()).toBe('Page not found: /');
  });

  it('what was refused says so, with the reference', async () => {
    await show(new ApiError({ code: 'forbidden', status: 403, requestId: 'r-1' }));
    expect(heading()).not.toBe('Internal Server Error');
    expect(screen.getByText('403')).toBeTruthy();
    expect(screen.getByText('Reference: r-1')).toBeTruthy();
  });
});

describe('the 404 page', () => {
  it.each(['en', 'ja', 'vi'])('spec:47 spec:109 says "Page not found: {path}" in %s', async (locale) => {
    await renderWithProviders(null);
    i18next.addResourceBundle('ja', 'shell', ja.shell);
    i18next.addResourceBundle('vi', 'shell', vietnamese.shell);
    await i18next.changeLanguage(locale);
    cleanup();
    await renderWithProviders(<NotFoundPage />);
    expect(heading()).toBe('Page not found: /');
  });

  it('leads to the page whose name has other capitals, with the query', async () => {
    const root = createRootRoute({ notFoundComponent: NotFoundPage });
    const page = createRoute({ getParentRoute: () => root, path: '/Register' });
    const history = createMemoryHistory({ initialEntries: ['/register?setup=code'] });
    const options = { routeTree: root.addChildren([page]), history, caseSensitive: true };
    await renderWithProviders(<RouterProvider router={createRouter(options) as never} />);
    const link = await screen.findByRole('link', { name: 'Open /Register' });
    expect(heading()).toBe('Page not found: /register');
    expect(link.getAttribute('href')).toBe('/Register?setup=code');
  });
});

let isBroken: boolean;
function Page() {
  if (isBroken) throw new Error('cannot draw');
  return <p>drawn</p>;
}

function Frame() {
  const { error, forget, frame } = use(UnhandledError);
  useEffect(() => frame(), [frame]);
  return (
    <main>
      <input aria-label="Name" />
      {error && <ErrorDescription error={error} onRetry={forget} />}
    </main>
  );
}

describe('errors that nobody caught', () => {
  it('spec:113 while drawing, lead to the error page', async () => {
    isBroken = true;
    await renderWithProviders(
      <FatalErrors>
        <Page />
      </FatalErrors>,
    );
    expect(heading()).toBe('Internal Server Error');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('drawn')).toBeTruthy();
  });

  const happens = {
    'in a handler': (error: unknown) => window.dispatchEvent(Object.assign(new Event('error'), { error })),
    'in a promise': (reason: unknown) =>
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  };

  it.each(Object.entries(happens))(
    'spec:113 %s, lead to the error page, over what was typed',
    async (_, happen) => {
      await renderWithProviders(
        <FatalErrors>
          <input aria-label="Name" />
        </FatalErrors>,
      );
      fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'typed' } });
      act(() => void happen(new TypeError('a bug')));
      expect(heading()).toBe('Internal Server Error');
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(screen.queryByRole('heading')).toBeNull();
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('typed');
    },
  );

  it('where a frame is, stand in the place of the page within it', async () => {
    await renderWithProviders(
      <FatalErrors>
        <Frame />
      </FatalErrors>,
    );
    act(() => void happens['in a handler'](new TypeError('a bug')));
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('main').contains(screen.getByRole('heading'))).toBe(true);
    expect(screen.getByLabelText('Name').closest('[inert]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it.each([
    ['an answer of the API, which has its own place', new ApiError({ code: 'internal', status: 500 })],
    ['something stopped on purpose', new DOMException('stopped', 'AbortError')],
    ['a part that could not be preloaded', new TypeError('Failed to fetch dynamically imported module: x')],
    ['no error at all', undefined],
  ])('but not %s', async (_, error) => {
    await renderWithProviders(<FatalErrors>here</FatalErrors>);
    for (const happen of Object.values(happens)) act(() => void happen(error));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
