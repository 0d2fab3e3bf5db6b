// @vitest-environment jsdom
import type { SimulatorState } from '@hanasu/contract/channels';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { FriendPanel } from './FriendPanel.tsx';

afterEach(cleanup);

const show = async (kinds: readonly string[], { blocked = false, kind = 'line' } = {}) => {
  const messages = kinds.map((each, index): SimulatorState['messages'][number] => ({
    id: String(index),
    from: 'friend',
    at: '2026-01-01T12:00:00.000Z',
    kind: each,
    text: null,
    payload: {},
  }));
  const state = { friend: { id: 'U1', name: 'Alex', blocked }, typing: false, messages, menu: null };
  await renderWithProviders(
    <FriendPanel kind={kind} state={state} onAct={() => undefined} isActing={false} />,
  );
  return screen.getAllByRole('button').map(({ textContent }) => textContent);
};

describe('a sandbox friend', () => {
  test.each([
    ['adds the account at first', [], ['Add as friend', 'Block']],
    ['adds it also after writing as a stranger', ['text'], ['Add as friend', 'Block']],
    ['does not add it twice', ['follow', 'text'], ['Block']],
    ['does not add it twice after a block', ['follow', 'unfollow', 'follow'], ['Block']],
  ])('%s', async (_, kinds, buttons) => {
    expect(await show(kinds)).toEqual(buttons);
  });

  test('who has blocked the account can only add it again', async () => {
    expect(await show(['follow', 'unfollow'], { blocked: true })).toEqual(['Add as friend']);
    expect(screen.getByText(/Has blocked the account/)).toBeTruthy();
  });

  test('of Zalo follows an account once', async () => {
    expect(await show(['follow'], { kind: 'zalo' })).toEqual(['Block']);
    expect(screen.getByText(/Follows the account/)).toBeTruthy();
  });
});
