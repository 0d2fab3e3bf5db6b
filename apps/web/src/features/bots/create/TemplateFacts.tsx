import type { TemplateFact } from '@hanasu/contract/bot-files';
import { Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import type { CreateBotForm } from './create-bot-form.ts';

/** What only the shop knows: the bot names it in its greeting and instructions. */
export function TemplateFacts({ facts }: { facts: readonly TemplateFact[] }) {
  const { t } = useWords();
  const { register, formState } = useFormContext() as unknown as CreateBotForm;
  return (
    <Fieldset legend={t('botCreate.facts')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('botCreate.factsHelp')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {facts.map(({ name, label, example, required }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={t('botCreate.example', { example })}
            required={required}
            maxLength={300}
            {...register(`facts.${name}`)}
            error={formState.errors.facts?.[name]?.message}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
