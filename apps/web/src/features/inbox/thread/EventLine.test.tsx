// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { makeMessage } from '../testing.ts';
import { EventNote, HandoverLine } from './EventLine.tsx';
import type { Side } from './thread-items.ts';

afterEach(cleanup);

const mika = { uuid: '01932f00-dddd-7000-8000-000000000001', name: 'Mika' };
const eventOf = (data: Record<string, unknown>) => makeMessage(1, { kind: 'event', sender: 'system', data });

async function textOf(data: Record<string, unknown>, to: Side): Promise<string> {
  const { container } = await renderWithProviders(<HandoverLine message={eventOf(data)} to={to} />);
  expect(container.querySelector('p')?.dataset.to).toBe(to);
  return container.textContent ?? '';
}

describe('the ruled line', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ event: 'handed_over', reason: 'not_found' }, 'No match in the knowledge base'],
    [{ event: 'handed_over', reason: 'handed_over' }, 'The customer asked for a person'],
    [{ event: 'handed_over', reason: 'low_confidence' }, 'The answer was not a good match'],
    [{ event: 'handed_over', reason: 'no_tokens' }, 'There are no tokens left, so the bot cannot answer'],
    [{ event: 'handed_over', reason: 'model_failed' }, 'The model could not be reached'],
    [{ event: 'handed_over', reason: 'of a later version' }, 'The bot handed over'],
    [{ event: 'taken_over', from: null, to: mika }, 'Mika took over'],
    [{ event: 'assigned', to: mika, by: null }, 'Assigned to Mika automatically'],
  ])('to staff says why: %j', async (data, reason) => {
    expect(await textOf(data, 'staff')).toContain(`Your team from here ${reason}`);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ event: 'given_back', by: mika }, 'Mika returned it to the bot'],
    [{ event: 'given_back', by: null }, 'Returned to the bot automatically'],
    [{ event: 'given_back', by: null, cause: 'customer' }, 'The customer chose the bot'],
    [{ event: 'given_back', by: null, cause: 'approval' }, 'The approval was decided'],
  ])('to the bot says what gave it back: %j', async (data, cause) => {
    expect(await textOf(data, 'bot')).toContain(`The bot from here ${cause}`);
  });
});

test('an event that passes nothing is a plain line', async () => {
  const { container } = await renderWithProviders(
    <EventNote message={eventOf({ event: 'taken_over', from: mika, to: { ...mika, name: 'Ken' } })} />,
  );
  expect(container.textContent).toContain('Ken took over');
});
