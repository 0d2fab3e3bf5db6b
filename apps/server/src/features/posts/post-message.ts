import type { Locale } from '@hanasu/contract/accounts';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { PostId } from '@hanasu/contract/ids';
import type { MessageCard } from '@hanasu/contract/message-content';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { getPostMessage } from '@hanasu/contract/post-help';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { findPost } from './posts.store.ts';
import { excerptOf } from './public/post-pages.ts';
import { findPublicPostById } from './public/public-posts.store.ts';
import { listPublicTranslations } from './translations.store.ts';

interface MessageDependencies {
  readonly database: Database;
  readonly publicUrl: string;
}

export function addPostMessageRoute(
  implement: Implement,
  { database, publicUrl }: MessageDependencies,
): void {
  implement(getPostMessage, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => readMessage(transaction, publicUrl, params.uuid)),
  );
}

const TITLE_MAX = 60;
/** As much as a card shows beside its picture. */
const TEXT_MAX = 120;
const NAME_MAX = 80;
const READ = { en: 'Read', ja: '続きを読む', vi: 'Đọc bài viết' } as const satisfies Record<Locale, string>;

/** A message with a card of what readers see of the post: not of its draft. */
async function readMessage(
  transaction: AccountTransaction,
  publicUrl: string,
  id: PostId,
): Promise<EndpointOutput<typeof getPostMessage>> {
  const { path } = orNotFound(await findPost(transaction, id), 'post');
  const post = await findPublicPostById(transaction, id);
  if (path === null || !post) throw new AppError('post_not_published', 'Publish the post first');
  const card: MessageCard = {
    id: 'post',
    layout: post.coverId ? 'product' : 'text',
    mediaUuid: post.coverId,
    title: cut(withoutVariables(post.title), TITLE_MAX),
    lead: '',
    text: cut(withoutVariables(excerptOf(post)), TEXT_MAX),
    details: [],
    buttons: [{ label: READ[post.language], action: { kind: 'link', url: publicUrl + path } }],
  };
  const translations = await listPublicTranslations(transaction, [post.originalId]);
  return {
    name: cut(post.title, NAME_MAX),
    content: {
      ...EMPTY_CONTENT,
      bubbles: [{ kind: 'cards', id: 'card', altText: '', cards: [card], more: null }],
    },
    language: post.language,
    languages: translations.map(({ id: uuid, language, isDefault }) => ({ uuid, language, isDefault })),
  };
}

/** Braces would begin a variable of the message. */
const withoutVariables = (text: string): string => text.replaceAll(/([{}])(?=\1)/g, '$1 ');

/** So many characters at most, as people see them, without half a word at the end. */
function cut(text: string, most: number): string {
  const letters = [...new Intl.Segmenter().segment(text.replaceAll(/\s+/g, ' ').trim())];
  const all = letters.map(({ segment }) => segment);
  if (all.length <= most) return all.join('');
  const start = all.slice(0, most - 1).join('');
  const space = start.lastIndexOf(' ');
  return `${(space > start.length / 2 ? start.slice(0, space) : start).replace(/[\s.,、。…]+$/u, '')}…`;
}
