// @vitest-environment jsdom
import type { ChannelId } from '@hanasu/contract/ids';
import type { MenusAtLine } from '@hanasu/contract/menus-at-line';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { Progressing } from './AtLine.tsx';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer((_, response) => sendJson(response, 403, problem(403, 'forbidden')));
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const IDLE: MenusAtLine['job'] = {
  state: 'idle',
  done: 0,
  total: 0,
  waitsUntil: null,
  endsAt: null,
  error: null,
  problems: [],
};
const show = async (job: Partial<MenusAtLine['job']>) => {
  const found: MenusAtLine = {
    channelUuid: '0197a000-0000-7000-8000-000000000000' as ChannelId,
    job: { ...IDLE, ...job },
    default: { wanted: null, found: 'none' },
    menus: [],
    otherMenus: 0,
    drift: [],
    friends: { wanted: 0, linked: 0 },
    checkedAt: null,
  };
  await renderWithProviders(<Progressing found={found} />);
  return screen.getByRole('status').textContent;
};

describe('the progress at LINE', () => {
  test.each(['waiting', 'running'] as const)(
    'has no numbers while it is %s and nothing is counted',
    async (state) => {
      expect(await show({ state })).toBe('Updating LINE…');
      expect(screen.queryByRole('progressbar')).toBeNull();
    },
  );

  test('is counted once the steps are known', async () => {
    expect(await show({ state: 'running', done: 1, total: 4 })).toBe('Updating LINE: 1 of 4.');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  });

  test('is over when LINE is up to date', async () => {
    expect(await show({})).toBe('LINE is up to date.');
  });
});
