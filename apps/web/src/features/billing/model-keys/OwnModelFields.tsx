import { OWN_MODELS_MAX } from '@hanasu/contract/model-keys';
import { Button, Checkbox, Fieldset, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { type KeyForm, NEW_ROW } from './model-key-form.ts';

/** What a compatible server offers: the ids of its models, how much they take and what they cost. */
export function OwnModelFields({ form }: { form: UseFormReturn<KeyForm> }) {
  const { t } = useWords();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'models' });
  return (
    <Stack gap="sm">
      {fields.map((field, index) => (
        <Fieldset key={field.id} legend={t('modelKeys.modelNumber', { number: index + 1 })}>
          <ModelFields form={form} index={index} />
          {fields.length > 1 && (
            <Button size="xs" variant="subtle" color="red" mt="xs" onClick={() => remove(index)}>
              {t('modelKeys.removeModel', { number: index + 1 })}
            </Button>
          )}
        </Fieldset>
      ))}
      {fields.length < OWN_MODELS_MAX && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" />}
            onClick={() => append(NEW_ROW)}
          >
            {t('modelKeys.addModel')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const NUMBERS = ['contextTokens', 'outputTokens', 'read', 'written'] as const;

function ModelFields({ form, index }: { form: UseFormReturn<KeyForm>; index: number }) {
  const { t } = useWords();
  const errors = form.formState.errors.models?.[index];
  return (
    <Stack gap="xs">
      <TextInput
        label={t('modelKeys.modelId')}
        placeholder="qwen3:8b"
        spellCheck={false}
        {...form.register(`models.${index}.id`)}
        error={errors?.id?.message}
      />
      <SimpleGrid cols={2} spacing="xs">
        {NUMBERS.map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={`models.${index}.${name}`}
            render={({ field, fieldState }) => {
              const isPrice = name === 'read' || name === 'written';
              return (
                <NumberInput
                  label={t(`modelKeys.${name}`)}
                  {...(isPrice && { prefix: '$', placeholder: t('modelKeys.unknown') })}
                  min={0}
                  decimalScale={isPrice ? 4 : 0}
                  thousandSeparator
                  value={field.value}
                  onChange={(value) => field.onChange(value === '' ? '' : Number(value))}
                  error={fieldState.error?.message}
                />
              );
            }}
          />
        ))}
      </SimpleGrid>
      <Group gap="lg">
        <Checkbox label={t('modelKeys.tools')} {...form.register(`models.${index}.tools`)} />
        <Checkbox label={t('modelKeys.vision')} {...form.register(`models.${index}.vision`)} />
      </Group>
    </Stack>
  );
}
