import type { VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer, VisitorQuestion } from '@hanasu/contract/visitors';
import type { Call } from '../../../../platform/http/context.ts';
import type { HandledReply } from '../../../../platform/http/implement.ts';
import { newId } from '../../../../platform/ids.ts';
import { askAsVisitor } from '../../use-cases/ask-as-visitor.ts';
import { takeAllowances } from '../../use-cases/take-allowances.ts';
import { seeVisitor } from '../../visitors.store.ts';
import type { GalleryDependencies } from '../dependencies.ts';
import { countChat } from '../gallery.store.ts';
import { shownBot } from './shown-bot.ts';

/** One visitor of the gallery is one for all its bots, and so are the limits. */
const GALLERY = 'gallery';

export async function askPublicBot(
  { database, tokens, chat, caps }: GalleryDependencies,
  slug: string,
  question: VisitorQuestion,
  call: Call<null>,
): Promise<VisitorAnswer | HandledReply> {
  const given = question.visitor ? tokens.read(GALLERY, question.visitor) : null;
  const visitorId = given ?? newId<VisitorId>();
  const { accountId, botId } = await database.system(async (transaction) => {
    const bot = await shownBot(transaction, slug);
    const who = { visitorId, address: call.request.ip };
    await takeAllowances(transaction, GALLERY, who, {
      visitorPerMinute: caps.perMinute,
      visitorPerDay: caps.perDay,
      addressPerMinute: caps.perMinute,
      addressPerDay: caps.perDay,
      everybodyPerDay: null,
    });
    await seeVisitor(transaction, { accountId: bot.accountId, botId: bot.botId, visitorId });
    if (question.conversationUuid === undefined) await countChat(transaction, bot.botId);
    return bot;
  });
  const visitor = tokens.issue(GALLERY, visitorId);
  const asked = { accountId, botId, visitorId, visitor, isAnonymous: true, question };
  return askAsVisitor(chat, { ...asked, origin: 'public' }, call);
}
