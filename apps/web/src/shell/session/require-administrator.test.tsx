// @vitest-environment jsdom
import { isNotFound, rootRouteId } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { queryClient } from '../api/query-client.ts';
import { useNavigation } from '../layout/use-navigation.ts';
import { requireAdministrator } from './require-administrator.ts';
import { clearToken, saveToken } from './session.ts';

let isAdministrator = false;
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer((_, response) => sendJson(response, 200, { isAdministrator }));
});
afterEach(async () => {
  cleanup();
  clearToken();
  queryClient.clear();
  await server.close();
});

const refusal = () =>
  requireAdministrator().then(
    () => null,
    (error: unknown) => error,
  );
/** The 404 of the whole application, as for a path that is in no route. */
const isPageOfUnknownPath = (error: unknown) => isNotFound(error) && error.routeId === rootRouteId;

it('to guests and to everybody who is no administrator the page is an unknown path', async () => {
  expect(await refusal()).toSatisfy(isPageOfUnknownPath);
  expect(server.requests).toEqual([]);
  isAdministrator = false;
  saveToken('token');
  expect(await refusal()).toSatisfy(isPageOfUnknownPath);
});

it('lets an administrator in', async () => {
  isAdministrator = true;
  saveToken('token');
  expect(await refusal()).toBeNull();
});

const Menu = () => (
  <ul>
    {useNavigation()
      .flatMap(({ items }) => items)
      .map(({ page }) => (
        <li key={page}>{page}</li>
      ))}
  </ul>
);

it.each([true, false])('the menu has the page for administrators alone: %s', async (is) => {
  isAdministrator = is;
  await renderWithProviders(<Menu />);
  await waitFor(() => expect(server.requests).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('admin') !== null).toBe(is));
  expect(screen.getByText('account')).toBeTruthy();
});
