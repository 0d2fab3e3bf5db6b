// @vitest-environment jsdom
import type { ToolCall } from '@hanasu/contract/chat';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { ToolCalls } from './ToolCalls.tsx';

afterEach(cleanup);

const call = (changes: Partial<ToolCall>): ToolCall => ({
  id: 'one',
  toolUuid: null,
  name: 'order_state',
  input: { order_id: 'A-1' },
  output: { state: '<b>on its way</b>' },
  error: null,
  milliseconds: 340,
  ...changes,
});

it('is nothing without calls', async () => {
  const { container } = await renderWithProviders(<ToolCalls calls={[]} />);
  expect(container.querySelector('details')).toBeNull();
});

it('shows input, output, time and failure of each call as text', async () => {
  const calls = [
    call({}),
    call({ id: 'two', name: 'stock', output: null, error: 'http_error_503' }),
    call({ id: 'three', name: 'other', output: null, error: 'something_new' }),
  ];
  const { container } = await renderWithProviders(<ToolCalls calls={calls} />);
  expect(container.querySelector('details')?.open).toBe(false);
  expect(screen.getByText('3 tool calls')).toBeDefined();
  expect(container.textContent).toContain('340 ms');
  expect(container.textContent).toContain('"order_id": "A-1"');
  expect(container.textContent).toContain('<b>on its way</b>');
  expect(container.querySelector('b')).toBeNull();
  expect(screen.getByText('The other system answered with an error.')).toBeDefined();
  const summary = container.querySelector('summary')?.textContent;
  expect(summary).toContain('stock: The other system answered with an error.');
  expect(summary).not.toContain('order_state');
  expect(screen.getByText('The call failed.')).toBeDefined();
});
