import { MediaView, uploadMedia } from '@hanasu/contract/media';
import * as contract from '@hanasu/contract/posts';
import sharp from 'sharp';
import { formOf, type SignedIn } from '../../../testing/test-server.ts';

export const TEXT = '<h2>Season</h2><p>The first new tea of the year is here.</p>';

/** A post that is not published. */
export const addPost = (person: SignedIn, draft: contract.PostDraft = {}): Promise<contract.PostWithDraft> =>
  person.call(contract.createPost, { body: { title: 'New tea', content: TEXT, language: 'en', ...draft } });

export const publish = (
  person: SignedIn,
  { uuid, revision }: Pick<contract.PostWithDraft, 'uuid' | 'revision'>,
): Promise<contract.PostWithDraft> =>
  person.call(contract.publishPost, { params: { uuid }, body: { revision } });

export const change = (
  person: SignedIn,
  { uuid, revision }: Pick<contract.PostWithDraft, 'uuid' | 'revision'>,
  draft: contract.PostDraft & { readonly newVersion?: boolean },
): Promise<contract.PostWithDraft> =>
  person.call(contract.changePost, { params: { uuid }, body: { ...draft, revision } });

/** A published post. */
export const addPublished = async (
  person: SignedIn,
  draft: contract.PostDraft = {},
): Promise<contract.PostWithDraft & { readonly path: string }> => {
  const { path, ...post } = await publish(person, await addPost(person, draft));
  if (path === null) throw new Error('it has no page');
  return { ...post, path };
};

/** A picture of the person's account. */
export async function upload(person: SignedIn, width = 60, height = 40): Promise<MediaView> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  const { body } = await person.raw('POST', uploadMedia.path, { body: formOf('file', bytes, 'tea.jpg') });
  return MediaView.parse(body);
}
