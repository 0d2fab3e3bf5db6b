import { createBotFromTemplate, listBotTemplates } from '@hanasu/contract/bot-files';
import { chat } from '@hanasu/contract/chat';
import { listDocuments } from '@hanasu/contract/knowledge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { TEMPLATES } from './templates/templates.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
});
afterAll(() => server.stop());

test('the templates that are listed are those that are tested', async () => {
  expect((await person.call(listBotTemplates)).items).toEqual(TEMPLATES);
});

test.each(TEMPLATES.map((one) => [one.template, one.locale, one] as const))(
  'each suggested question of %s in %s is answered without a key, from its own section',
  async (template, locale, { suggestedQuestions, knowledge }) => {
    const made = await person.call(createBotFromTemplate, { body: { template, locale } });
    const { bot } = made;
    const knowledgeUuid =
      made.sampleUuid ?? expect.unreachable('an account without knowledge gets the sample');
    await eventually('the sample is read', async () => {
      const { items } = await person.call(listDocuments, { params: { uuid: knowledgeUuid } });
      return items[0]?.status === 'ready';
    });
    const sections = knowledge.text.split(/^# /m).slice(1);
    for (const [place, message] of suggestedQuestions.entries()) {
      const answer = await person.call(chat, { body: { botUuid: bot.uuid, message, draft: true } });
      expect(answer.outcome, message).toBe('answered');
      expect(answer.message.citations, message).not.toEqual([]);
      // They are asked in the order of the text, but for a section that nobody asks about.
      // Of several quotes the first, without the lead above them and the sign before it.
      const lines = answer.message.text.split('\n').filter((line) => line.trim() !== '');
      const first = lines.find((line) => /^[-・•] /.test(line) || /^・/.test(line)) ?? lines[0] ?? '';
      const quoted = first.replace(/^[-・•]\s*/, '').replace(/ ?\[\d+\]$/, '');
      expect(
        sections.findIndex((section) => section.includes(quoted)),
        `${message}: ${quoted}`,
      ).toSatisfy((index: number) => index >= 0 && Math.abs(index - place) <= 1);
    }
  },
);
