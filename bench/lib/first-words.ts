import { createApi } from '../../apps/widget/src/api.ts';
import { createConversation } from '../../apps/widget/src/conversation.ts';
import type { BenchHanasu } from './hanasu.ts';

/** The chat of a bot on web sites is switched on. */
export async function openOnSites(hanasu: BenchHanasu, botUuid: string): Promise<void> {
  const response = await fetch(`${hanasu.url}/api/embed-setting`, {
    method: 'PATCH',
    headers: { authorization: hanasu.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ botUuid, enabled: true }),
  });
  if (!response.ok) throw new Error(`embed-setting: ${response.status} ${await response.text()}`);
}

export interface FirstWords {
  /** From the moment a person sends until the chat of the visitor shows it. */
  readonly milliseconds: number;
  /** The bot was still writing by then. */
  readonly isMeanwhile: boolean;
}

const PERSON = 'This is Hanako, I take over.';

/**
 * One visitor with the chat that sites load, without its page: asks, and while the bot writes, a person of the staff
 * says something, `afterMs` after the bot's first words.
 */
export async function seeFirstWords(
  hanasu: BenchHanasu,
  botUuid: string,
  afterMs: number,
): Promise<FirstWords> {
  let conversationUuid = '';
  const plain = createApi(hanasu.url, botUuid);
  const api: typeof plain = {
    ...plain,
    ask: (question, onPart) =>
      plain.ask(question, (part) => {
        if (part.type === 'start') conversationUuid = part.messageMetadata.conversationUuid;
        onPart(part);
      }),
  };
  const kept: { visitor?: string | undefined } = {};
  const conversation = createConversation({
    api,
    storage: { read: () => kept, write: (changes) => Object.assign(kept, changes) },
    identity: null,
    wait,
  });
  const has = (found: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const leave = conversation.listen(() => {
        if (!found()) return;
        leave();
        resolve();
      });
    });
  const said = () => conversation.state().said;
  const begins = has(() => said().some(({ state }) => state === 'writing'));
  const asked = conversation.ask('What are your opening hours?');
  await begins;
  await wait(afterMs);
  const isSeen = has(() => said().some(({ from, text }) => from === 'person' && text === PERSON));
  const sentAt = performance.now();
  await Promise.all([
    hanasu.post(`/api/user/conversation/${conversationUuid}/message`, { text: PERSON }),
    isSeen,
  ]);
  const milliseconds = performance.now() - sentAt;
  const isMeanwhile = conversation.state().busy;
  await asked;
  return { milliseconds, isMeanwhile };
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
