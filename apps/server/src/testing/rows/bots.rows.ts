import * as files from '@hanasu/contract/bot-files';
import * as versions from '@hanasu/contract/bot-versions';
import * as bots from '@hanasu/contract/bots';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const file = {
  format: 'hanasu-bot',
  version: 1,
  bot: { name: 'Clerk', serviceUuid: 'builtin-extractive' },
} as const;

export const BOT_ROWS: readonly EndpointRow[] = [
  row(
    versions.publishBot,
    async (world) => ({ params: { uuid: await world.newDraft() }, body: { note: 'First' } }),
    wrongBodies({ note: { note: 'x'.repeat(301) } }),
  ),
  row(versions.listBotVersions, (world) => ({ params: { uuid: world.bot.uuid } }), WRONG_PAGES),
  row(versions.getBotVersion, (world) => ({ params: { uuid: world.bot.uuid, number: '1' } })),
  row(
    versions.rollBackBot,
    (world) => ({ params: { uuid: world.bot.uuid }, body: { number: 1 } }),
    wrongBodies({ number: { number: 0 } }),
  ),
  row(versions.discardDraft, (world) => ({ params: { uuid: world.bot.uuid } })),
  row(
    versions.pauseBot,
    (world) => ({ params: { uuid: world.bot.uuid }, body: { paused: false } }),
    wrongBodies({ paused: { paused: 'yes' } }),
  ),
  row(
    files.duplicateBot,
    (world) => ({ params: { uuid: world.bot.uuid }, body: { name: 'Clerk 2' } }),
    wrongBodies({ name: { name: ' ' } }),
  ),
  row(bots.listLinkHosts, (world) => ({ params: { uuid: world.bot.uuid } })),
  row(files.exportBot, (world) => ({ params: { uuid: world.bot.uuid } })),
  row(
    files.importBot,
    () => ({ body: file }),
    wrongBodies({
      format: { ...file, format: 'other' },
      version: { ...file, version: 2 },
      'bot.name': { ...file, bot: { ...file.bot, name: '' } },
      'bot.settings.passages': { ...file, bot: { ...file.bot, settings: { passages: 0 } } },
    }),
  ),
  row(files.listBotTemplates, nothing),
  row(
    files.createBotFromTemplate,
    () => ({ body: { template: 'faq' as const, locale: 'ja' as const } }),
    wrongBodies({ template: { template: 'zoo', locale: 'ja' }, locale: { template: 'faq', locale: 'fr' } }),
  ),
];
