import type { UploadView } from '@hanasu/contract/documents';
import { DocumentId, KnowledgeId, UploadId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { nextUpload, type Upload, type UploadAction, uploadsReducer } from './uploads-state.ts';

const knowledgeUuid = KnowledgeId.parse('01932f00-0000-7000-8000-000000000001');
const file = new File(['Hello'], 'hello.txt');
const VIEW: UploadView = {
  uuid: UploadId.parse('01932f00-0000-7000-8000-000000000002'),
  fileName: 'hello.txt',
  folder: '',
  bytes: 5,
  received: 0,
  result: null,
  createdAt: '2026-01-01T00:00:00Z',
};
const after = (uploads: readonly Upload[], ...actions: UploadAction[]) =>
  actions.reduce(uploadsReducer, uploads);
const added = (...ids: string[]) =>
  after([], { type: 'added', uploads: ids.map((id) => ({ id, knowledgeUuid, file, folder: '' })) });
const states = (uploads: readonly Upload[]) => uploads.map(({ state }) => state);

test('an upload waits, is checked, is sent and leaves the list', () => {
  const sending = after(
    added('a', 'b'),
    { type: 'started', id: 'a' },
    { type: 'progressed', id: 'a', upload: VIEW, progress: 0.4 },
  );
  expect(states(sending)).toEqual(['sending', 'waiting']);
  expect(sending[0]).toMatchObject({ progress: 0.4, uploadUuid: VIEW.uuid, isResumed: false });
  expect(after(sending, { type: 'removed', id: 'a' }).map(({ id }) => id)).toEqual(['b']);
  expect(after(sending, { type: 'found-unchanged', id: 'a' })[0]).toMatchObject({
    state: 'unchanged',
    progress: 1,
  });
});

test('an upload counts as resumed when the server had a part of it before', () => {
  const had = { ...VIEW, received: 3 };
  const progressed = (upload: UploadView): UploadAction => ({
    type: 'progressed',
    id: 'a',
    upload,
    progress: 0.6,
  });
  const resumed = after(added('a'), progressed(had));
  expect(resumed[0]?.isResumed).toBe(true);
  const fresh = after(added('a'), progressed(VIEW), progressed(had));
  expect(fresh[0]?.isResumed).toBe(false);
  const documentUuid = DocumentId.parse('01932f00-0000-7000-8000-000000000003');
  const known = after(added('a'), progressed({ ...had, result: { kind: 'unchanged', documentUuid } }));
  expect(known[0]?.isResumed).toBe(false);
});

test('a paused upload stays paused whatever arrives, and waits again once it is resumed', () => {
  const paused = after(
    added('a'),
    { type: 'started', id: 'a' },
    { type: 'paused', id: 'a' },
    { type: 'progressed', id: 'a', upload: VIEW, progress: 0.4 },
  );
  expect(paused[0]).toMatchObject({ state: 'paused', progress: 0 });
  expect(states(after(paused, { type: 'resumed', id: 'a' }))).toEqual(['waiting']);
});

test('a failed upload keeps its error until it is resumed', () => {
  const error = new Error('offline');
  const failed = after(added('a'), { type: 'failed', id: 'a', error });
  expect(failed[0]).toMatchObject({ state: 'failed', fault: error });
  expect(after(failed, { type: 'resumed', id: 'a' })[0]).toMatchObject({ state: 'waiting', fault: null });
});

test('three uploads run at once; the next starts when one of them ends', () => {
  const started = ['a', 'b', 'c'].map((id): UploadAction => ({ type: 'started', id }));
  const full = after(added('a', 'b', 'c', 'd'), ...started);
  expect(nextUpload(added('a', 'b'))?.id).toBe('a');
  expect(nextUpload(full)).toBeUndefined();
  expect(nextUpload(after(full, { type: 'removed', id: 'b' }))?.id).toBe('d');
});
