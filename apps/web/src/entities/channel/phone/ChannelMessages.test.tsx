// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { PhoneFrame } from '../PhoneFrame.tsx';
import { ChannelMessages } from './ChannelMessages.tsx';

afterEach(cleanup);

const framed = (kind: string, messages: readonly unknown[], taps: unknown[] = []) =>
  renderWithProviders(
    <PhoneFrame kind={kind} title="Shop" label="Preview" isSmall>
      <ChannelMessages kind={kind} messages={messages} onTap={(button) => taps.push(button)} />
    </PhoneFrame>,
  );

it('draws what each message holds in its order, and the quick replies of the last below', async () => {
  const taps: unknown[] = [];
  const reply = { type: 'action', action: { type: 'message', label: 'Yes', text: 'Yes, please' } };
  await framed(
    'line',
    [
      { type: 'text', text: 'Hello' },
      { type: 'image', originalContentUrl: 'https://a.example/a.jpg', previewImageUrl: '' },
      { type: 'text', text: 'Coming?', quickReply: { items: [reply] }, sender: { name: 'Hana' } },
    ],
    taps,
  );
  const phone = screen.getByRole('region', { name: 'Preview' });
  expect(phone.textContent).toMatch(/Hello.*Hana.*Coming\?.*Yes/s);
  expect(screen.getByRole('img', { name: 'Photo' }).getAttribute('src')).toBe('https://a.example/a.jpg');
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(taps).toEqual([{ label: 'Yes', text: 'Yes, please' }]);
});

it.each([
  ['zalo', { text: 'Xin chào' }],
  ['telegram', { method: 'sendMessage', params: { text: 'Xin chào' } }],
  ['web', { type: 'text', text: 'Xin chào' }],
])('reads the messages of %s', async (kind, message) => {
  await framed(kind, [message]);
  expect(screen.getByText('Xin chào')).toBeTruthy();
});

it.each([
  [
    'zalo',
    {
      attachment: {
        type: 'template',
        payload: { template_type: 'media', elements: [{ media_type: 'image', attachment_id: 'x' }] },
      },
    },
  ],
  [
    'telegram',
    {
      method: 'sendPhoto',
      file: { field: 'photo', mediaId: 'm', url: '/media/m', name: 'a.jpg' },
      params: {},
    },
  ],
  ['telegram', { photo: [{ file_id: 'p' }] }],
])('a picture that %s knows by an id alone is drawn as a picture', async (kind, message) => {
  await framed(kind, [message]);
  expect(screen.getByRole('img', { name: 'Photo' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).not.toContain('kind');
});
