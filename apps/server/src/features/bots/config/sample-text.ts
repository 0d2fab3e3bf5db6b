import type { BotConfig, BotVariable, SampleText } from '@hanasu/contract/bots';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { selectSamples } from '../../knowledge/public.ts';
import { TEMPLATES } from './templates/templates.ts';

/** Facts of which a real shop may well have the very value of the example. */
const SHARED_FACTS = new Set(['hours', 'free_delivery_from']);

/** `name=value` of what templates made up. Bots from before the facts were asked for hold these values. */
const MADE_UP = new Set(
  TEMPLATES.flatMap(({ facts }) => facts)
    .filter(({ name }) => !SHARED_FACTS.has(name))
    .map(({ name, example }) => `${name}=${example}`),
);

const isMadeUp = ({ name, value, sample }: BotVariable): boolean =>
  sample ?? MADE_UP.has(`${name}=${value.trim()}`);

/** Names of variables in texts that customers read as they are. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}/g)].map(([, name = '']) => name);

/** Facts that are empty, made up, or named by a text without being there. */
function factGaps({ greeting, noAnswerReply, settings }: BotConfig): SampleText[] {
  const { variables, businessHours } = settings;
  const known = new Set(variables.map(({ name }) => name));
  const read = [greeting, noAnswerReply, businessHours?.closedReply ?? ''].flatMap(namesIn);
  const missing = [...new Set(read)].filter((name) => !known.has(name));
  return [
    ...variables.flatMap((variable): SampleText[] => {
      const { name, label, value, required } = variable;
      const isEmpty = required === true && value.trim() === '';
      if (!isEmpty && !(value.trim() !== '' && isMadeUp(variable))) return [];
      return [{ kind: 'fact', name, label: label ?? name, value, gap: isEmpty ? 'empty' : 'sample' }];
    }),
    ...missing.map((name): SampleText => ({ kind: 'fact', name, label: name, value: '', gap: 'missing' })),
  ];
}

/** What keeps each of these drafts from being published, in one look at their knowledge. */
export async function findSampleText(
  transaction: AccountTransaction,
  configs: readonly BotConfig[],
): Promise<SampleText[][]> {
  const ids = new Set<KnowledgeId>(configs.flatMap(({ knowledgeUuids }) => knowledgeUuids));
  const samples = ids.size > 0 ? await selectSamples(transaction, [...ids]) : [];
  return configs.map((config) => [
    ...samples
      .filter(({ knowledgeId }) => config.knowledgeUuids.includes(knowledgeId))
      .map(
        ({ knowledgeId, name, documentId, passages }): SampleText => ({
          kind: 'knowledge',
          uuid: knowledgeId,
          name,
          documentUuid: documentId,
          passages,
        }),
      ),
    ...factGaps(config),
  ]);
}

/** Customers are told nothing that was made up: throws `sample_text_in_use` with every place. */
export async function refuseSampleText(transaction: AccountTransaction, config: BotConfig): Promise<void> {
  const [found = []] = await findSampleText(transaction, [config]);
  if (found.length === 0) return;
  const errors = found.map((sample) =>
    sample.kind === 'knowledge'
      ? { path: 'body.knowledgeUuids', code: 'sample_knowledge', message: sample.name }
      : { path: `body.settings.variables.${sample.name}`, code: `fact_${sample.gap}`, message: sample.label },
  );
  const names = errors.map(({ message }) => message).join(', ');
  throw new AppError('sample_text_in_use', `Sample text is still in use: ${names}`, { errors });
}
