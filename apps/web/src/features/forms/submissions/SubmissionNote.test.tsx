// @vitest-environment jsdom
import { FormSubmissionId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { SubmissionNote } from './SubmissionNote.tsx';

const uuid = FormSubmissionId.parse('01932f00-0000-7000-8000-000000000001');

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** The server answers with `status`; returns what it was sent. */
async function show({ status = 200, isReadOnly = false } = {}) {
  const sent: unknown[] = [];
  const server = await startTestServer((_request, response, body) => {
    sent.push(JSON.parse(body));
    sendJson(response, status, status === 200 ? { uuid } : problem(status, 'internal_error'));
  });
  close = server.close;
  const view = await renderWithProviders(
    <SubmissionNote submission={{ uuid, note: '' }} isReadOnly={isReadOnly} />,
  );
  return { sent, view, field: screen.getByLabelText<HTMLTextAreaElement>('Note for your team') };
}

describe('the note on a submission', () => {
  test('says that it is saved, once it is left', async () => {
    const { sent, field } = await show();
    fireEvent.change(field, { target: { value: 'Called back' } });
    expect(screen.queryByRole('img', { name: 'Saved' })).toBeNull();
    fireEvent.blur(field);
    await screen.findByRole('img', { name: 'Saved' });
    expect(sent).toEqual([{ note: 'Called back' }]);
  });

  test('keeps what could not be saved, and says why', async () => {
    const { field } = await show({ status: 500 });
    fireEvent.change(field, { target: { value: 'Called back' } });
    fireEvent.blur(field);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.value).toBe('Called back');
    expect(screen.queryByRole('img', { name: 'Saved' })).toBeNull();
  });

  test('is saved when the panel is closed at once', async () => {
    const { sent, view, field } = await show();
    fireEvent.change(field, { target: { value: 'Called back' } });
    view.unmount();
    await waitFor(() => expect(sent).toEqual([{ note: 'Called back' }]));
  });

  test('is only read by who may not change it', async () => {
    const { field } = await show({ isReadOnly: true });
    expect(field.readOnly).toBe(true);
  });
});
