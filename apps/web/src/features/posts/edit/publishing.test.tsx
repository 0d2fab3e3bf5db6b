// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { MEDIA, openPosts, POST } from '../testing/open-posts.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  localStorage.clear();
  await close?.();
});
async function open(...options: Parameters<typeof openPosts>) {
  const posts = await openPosts(...options);
  close = posts.close;
  await screen.findByRole('textbox', { name: 'Text of the post' });
  return posts;
}
const title = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
const retitle = (value: string) => fireEvent.change(title(), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const isPublished = (posts: { calls: readonly string[] }) =>
  posts.calls.some((call) => call.endsWith('/publish'));

describe('publishing', () => {
  test('shows the address that the post gets, and then the link to its page', async () => {
    const posts = await open();
    retitle('Spring cakes');
    await press('Publish');
    const form = await dialog('Publish the post');
    expect(form.getByText(/\/p\/camellia\/spring-menu$/)).toBeTruthy();
    expect(isPublished(posts)).toBe(false);
    fireEvent.click(form.getByRole('button', { name: 'Publish' }));
    const done = await dialog('Your post is published');
    expect(done.getByRole<HTMLInputElement>('textbox').value).toMatch(/\/p\/camellia\/spring-menu$/);
    expect(document.activeElement).toBe(done.getByRole('link', { name: 'Open the page' }));
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('of changes to a published post asks nothing', async () => {
    const published = { path: '/p/camellia/spring-menu', publishedAt: '2026-01-03T00:00:00Z' };
    const posts = await open({ post: { ...published, state: 'published', hasChanges: true } });
    await press('Publish changes');
    await waitFor(() => expect(isPublished(posts)).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('takes another address for a title and an account name without Latin letters', async () => {
    const posts = await open({ post: { title: '年末年始', slug: 'post-4dwhny' } });
    posts.site = { ...posts.site, slug: 'site-k3mnp2', path: '/p/site-k3mnp2' };
    posts.takenSlug = 'menu';
    posts.takenSiteSlug = 'sakura';
    await press('Publish');
    const form = await dialog('Publish the post');
    expect(form.getByText(/the title has too few Latin letters/)).toBeTruthy();
    expect(await form.findByText(/the name of your account has no Latin letters/)).toBeTruthy();
    const address = form.getByRole('textbox', { name: 'Address' });
    const site = form.getByRole('textbox', { name: 'Address of the page with all your posts' });
    const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
    const publish = () => fireEvent.click(form.getByRole('button', { name: 'Publish' }));

    type(address, 'not right');
    expect(form.getByText(/Use 2 to 80 lower-case letters/)).toBeTruthy();
    type(address, 'menu');
    expect(await form.findByText(/Another post has this address/)).toBeTruthy();
    type(address, 'new-year');
    type(site, 'sakura');
    publish();
    expect(await form.findByText(/Another account has this address/)).toBeTruthy();
    expect(isPublished(posts)).toBe(false);
    type(site, 'sakura-inn');
    expect(form.getByText(/\/p\/sakura-inn\/new-year$/)).toBeTruthy();
    publish();
    const done = await dialog('Your post is published');
    expect(done.getByRole<HTMLInputElement>('textbox').value).toMatch(/\/p\/sakura-inn\/new-year$/);
  });

  test('says in the dialog that it failed, and goes on when pressed again', async () => {
    const posts = await open();
    await press('Publish');
    const form = await dialog('Publish the post');
    posts.isBroken = true;
    fireEvent.click(form.getByRole('button', { name: 'Publish' }));
    expect(await form.findByRole('alert')).toBeTruthy();
    posts.isBroken = false;
    fireEvent.click(form.getByRole('button', { name: 'Publish' }));
    expect(await dialog('Your post is published')).toBeTruthy();
  });

  test('fails at once while the browser is offline', async () => {
    const posts = await open();
    await press('Publish');
    const form = await dialog('Publish the post');
    act(() => void window.dispatchEvent(new Event('offline')));
    posts.isBroken = true;
    fireEvent.click(form.getByRole('button', { name: 'Publish' }));
    expect(await form.findByRole('alert')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('online')));
  });

  test('names what is missing, at its place', async () => {
    const posts = await open({ post: { title: '', content: '' } });
    await press('Publish');
    const list = within(await screen.findByRole('alert'));
    expect(list.getByRole('button', { name: 'The text is missing' })).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'The title is missing' }));
    expect(document.activeElement).toBe(title());
    expect(isPublished(posts)).toBe(false);
  });

  test('names a wrong address of a published post, and leads to it', async () => {
    const published = { path: '/p/camellia/spring-menu', publishedAt: '2026-01-03T00:00:00Z' };
    const posts = await open({ post: { ...published, state: 'published', hasChanges: true } });
    const address = screen.getByRole('textbox', { name: 'Address' });
    fireEvent.change(address, { target: { value: 'a--b' } });
    await press('Publish changes');
    const list = within(await screen.findByRole('alert'));
    fireEvent.click(list.getByRole('button', { name: 'The address is not valid' }));
    expect(document.activeElement).toBe(address);
    expect(isPublished(posts)).toBe(false);
  });

  test('warns of pictures without alternative text once, and does not insist', async () => {
    const figure = `<figure><img data-media="${MEDIA.uuid}" alt=""></figure>`;
    const posts = await open({ post: { content: `<p>a</p>${figure}` } });
    await press('Publish');
    expect(await screen.findByText('Picture 1 has no alternative text')).toBeTruthy();
    await press('Publish anyway');
    const form = await dialog('Publish the post');
    posts.isBroken = true;
    fireEvent.click(form.getByRole('button', { name: 'Publish' }));
    await form.findByRole('alert');
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    // A publication that failed does not begin with the warning again.
    posts.isBroken = false;
    await press('Publish anyway');
    fireEvent.click((await dialog('Publish the post')).getByRole('button', { name: 'Publish' }));
    await dialog('Your post is published');
    expect(screen.queryByText('Picture 1 has no alternative text')).toBeNull();
  });

  test('is scheduled by the clock of the account', async () => {
    const posts = await open();
    await press('Schedule');
    const form = await dialog('Schedule the post');
    expect(form.getByText(/^Time zone of the account: Japan /)).toBeTruthy();
    expect(form.getByText(/\/p\/camellia\/spring-menu$/)).toBeTruthy();
    fireEvent.change(form.getByLabelText(/Date and time/), { target: { value: '2020-01-01T09:00' } });
    fireEvent.click(form.getByRole('button', { name: 'Schedule' }));
    expect(await form.findByText('Choose a time in the future.')).toBeTruthy();
    fireEvent.change(form.getByLabelText(/Date and time/), { target: { value: '2099-01-01T09:00' } });
    fireEvent.click(form.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(posts.calls).toContain(`POST /api/post/${POST.uuid}/schedule`));
  });

  test('says before that the email address has to be confirmed, and sends the email again', async () => {
    const posts = await open({ me: { emailVerified: false } });
    const note = within(await screen.findByRole('note'));
    expect(note.getByText(/^To publish, confirm your email address: .* ken@example.com/)).toBeTruthy();
    fireEvent.click(note.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(posts.calls.some((call) => /^POST .*confirm/.test(call))).toBe(true));
  });

  test('leads to the account of a user without an email address', async () => {
    await open({ me: { email: null, emailVerified: false } });
    const note = within(await screen.findByRole('note'));
    expect(note.getByRole('link', { name: 'Account settings' }).getAttribute('href')).toBe('/Account');
  });
});
