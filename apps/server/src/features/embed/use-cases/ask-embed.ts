import type { BotId, VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer, VisitorQuestion } from '@hanasu/contract/visitors';
import { AppError } from '../../../platform/app-error.ts';
import type { Call } from '../../../platform/http/context.ts';
import type { HandledReply } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { isKnownVisitor, seeVisitor } from '../visitors.store.ts';
import { askAsVisitor, sendWhole } from './ask-as-visitor.ts';
import { enterEmbed } from './enter-embed.ts';
import { takeAllowances } from './take-allowances.ts';
import { writeToPerson } from './write-to-person.ts';

const PER_MINUTE = 12;
/** Many visitors can be behind one address: an office, a school, a phone network. */
const SHARED_ADDRESS = 10;

/** A question from a web site: site, identity and caps are checked, then it is answered. */
export async function askEmbed(
  dependencies: EmbedDependencies,
  botId: BotId,
  question: VisitorQuestion,
  call: Call<null>,
): Promise<VisitorAnswer | HandledReply> {
  const { database, tokens, chat } = dependencies;
  const given = question.visitor ? tokens.read(botId, question.visitor) : null;
  const visitorId = given ?? newId<VisitorId>();
  const { accountId, forPerson } = await database.system(async (transaction) => {
    const embed = await enterEmbed(transaction, dependencies, botId, call.request);
    const key = { accountId: embed.accountId, botId, visitorId };
    const { perVisitorPerDay, perDay, identityRequired } = embed.config;
    if (identityRequired && !(await isKnownVisitor(transaction, key)))
      throw new AppError('identity_needed', 'Only visitors whom the site has signed in may chat');
    await takeAllowances(
      transaction,
      botId,
      { visitorId, address: call.request.ip },
      {
        visitorPerMinute: PER_MINUTE,
        visitorPerDay: perVisitorPerDay,
        addressPerMinute: PER_MINUTE * SHARED_ADDRESS,
        addressPerDay: perVisitorPerDay * SHARED_ADDRESS,
        everybodyPerDay: perDay,
      },
    );
    await seeVisitor(transaction, key);
    return { accountId: embed.accountId, forPerson: await writeToPerson(transaction, key, question) };
  });
  const visitor = tokens.issue(botId, visitorId);
  if (forPerson) {
    chat.announce(accountId, 'user_chat', forPerson.conversationUuid, [forPerson.message.uuid]);
    return sendWhole(forPerson, visitor, call);
  }
  return askAsVisitor(chat, { accountId, botId, visitorId, visitor, origin: 'embed', question }, call);
}
