import { z } from 'zod';
import { Locale } from './accounts.ts';
import { BotConfig, BotInput, BotSettings, BotView } from './bots.ts';
import { endpoint } from './endpoint.ts';
import { BotId, KnowledgeId, uuidParams } from './ids.ts';

export const BOT_FILE_FORMAT = 'hanasu-bot';
export const BOT_FILE_VERSION = 1;

const { knowledgeUuids: _uuids, settings: _settings, draft: _draft, ...fields } = BotInput.shape;

/** A bot outside of its account: knowledge by name, as its ids mean nothing elsewhere. */
export const BotFile = z
  .object({
    format: z.literal(BOT_FILE_FORMAT),
    version: z.literal(BOT_FILE_VERSION),
    bot: z
      .object({
        ...fields,
        knowledge: z.array(z.string().min(1).max(200)).max(20).default([]),
        settings: BotSettings.partial().default({}),
      })
      .strict(),
  })
  .strict()
  .meta({ id: 'BotFile' });
export type BotFile = z.infer<typeof BotFile>;

/** What could not be taken over as it was. `value` is the model's or the knowledge base's name in the file. */
export const ImportWarning = z.object({
  code: z.enum(['model_unavailable', 'fallback_dropped', 'cheaper_dropped', 'knowledge_missing']),
  value: z.string(),
});
export type ImportWarning = z.infer<typeof ImportWarning>;

export const BOT_TEMPLATES = ['faq', 'reservation', 'shop', 'school', 'help_desk'] as const;
export const BotTemplateName = z.enum(BOT_TEMPLATES);
export type BotTemplateName = z.infer<typeof BotTemplateName>;

/** What only the shop knows; becomes a variable of the bot. `example` is made up and never stored. */
export const TemplateFact = z.object({
  name: z.string(),
  label: z.string(),
  example: z.string(),
  required: z.boolean(),
});
export type TemplateFact = z.infer<typeof TemplateFact>;

/** A bot to begin with, and a sample text for an account that has no knowledge of its own yet. */
export const BotTemplateView = z
  .object({
    template: BotTemplateName,
    locale: Locale,
    name: z.string(),
    description: z.string(),
    instructions: BotConfig.shape.instructions,
    greeting: BotConfig.shape.greeting,
    suggestedQuestions: BotSettings.shape.suggestedQuestions,
    facts: z.array(TemplateFact),
    knowledge: z.object({ title: z.string(), text: z.string() }),
  })
  .meta({ id: 'BotTemplate' });
export type BotTemplateView = z.infer<typeof BotTemplateView>;

export const duplicateBot = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/duplicate',
  summary: 'Copy what a bot is (as edited) into a new draft; channels and tools are not copied',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: z.object({ name: BotConfig.shape.name }).strict(),
  status: 200,
  output: BotView,
});
export const exportBot = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/export',
  summary: 'A bot (as edited) as one file',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  status: 200,
  output: BotFile,
});
export const importBot = endpoint({
  method: 'POST',
  path: '/api/user/bot/import',
  summary: 'Make a draft from such a file; knowledge is found by its name',
  tag: 'bots',
  access: 'admin',
  body: BotFile,
  status: 200,
  output: z.object({ bot: BotView, warnings: z.array(ImportWarning) }),
});
export const listBotTemplates = endpoint({
  method: 'GET',
  path: '/api/user/bot/templates',
  summary: 'Bots to begin with, each in three languages',
  tag: 'bots',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(BotTemplateView) }),
});
export const createBotFromTemplate = endpoint({
  method: 'POST',
  path: '/api/user/bot/template',
  summary: 'Make a draft from a template; with sample knowledge only when the account has none of its own',
  tag: 'bots',
  access: 'admin',
  body: z
    .object({
      template: BotTemplateName,
      locale: Locale,
      name: BotConfig.shape.name.optional(),
      knowledgeUuids: BotConfig.shape.knowledgeUuids.default([]),
      /** Values of the template's facts by name; one that is left out can be entered later. */
      facts: z.record(z.string().max(40), z.string().trim().max(300)).default({}),
    })
    .strict(),
  status: 200,
  output: z.object({
    bot: BotView,
    /** The sample base that was made; null: the bot uses knowledge of the account. */
    sampleUuid: KnowledgeId.nullable(),
  }),
});
