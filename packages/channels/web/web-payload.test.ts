import { expect, it } from 'vitest';
import { NOTHING_SHOWN } from '../spec/shown-payload.ts';
import { readPayload } from './web-payload.ts';

const url = 'https://a.example/a';

it.each([
  [{ type: 'text', text: 'Hello' }, { text: 'Hello' }],
  [{ type: 'image', name: 'a', url }, { imageUrl: url }],
  [{ type: 'audio', name: 'a', url }, { file: { kind: 'audio', url, name: 'a' } }],
  [{ type: 'file', name: 'a', url: '/media/a' }, { file: { kind: 'file', url: null, name: 'a' } }],
  [{ type: 'other' }, {}],
  [null, {}],
])('%j shows %j', (message, shown) => {
  expect(readPayload(message)).toEqual({ ...NOTHING_SHOWN, ...shown });
});
