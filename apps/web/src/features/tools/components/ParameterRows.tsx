import { PARAMETER_PLACES, PARAMETER_TYPES, type ToolParameter } from '@hanasu/contract/tools';
import { ActionIcon, Button, Checkbox, Input, Select, TagsInput, TextInput } from '@mantine/core';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

const MOST = 20;
const NEW: ToolParameter = {
  name: '',
  type: 'string',
  values: [],
  description: '',
  required: true,
  in: 'query',
};
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}/g;

/** What the model fills in. A place in the address that has no row yet is offered as the next one. */
export function ParameterRows() {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'parameters' });
  const [url, parameters] = useWatch({ control, name: ['url', 'parameters'] });
  const known = new Set(parameters.map(({ name }) => name));
  const wanted = [...url.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !known.has(name));
  return (
    <Input.Wrapper labelElement="div" label={t('tools.parameters')} description={t('tools.parametersHelp')}>
      <div className={classes.rows}>
        {fields.map(({ id }, index) => (
          <ParameterRow key={id} index={index} onRemove={() => remove(index)} />
        ))}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        disabled={fields.length >= MOST}
        onClick={() => append(wanted ? { ...NEW, name: wanted, in: 'path' } : NEW)}
      >
        {wanted ? `${t('tools.addParameter')}: ${wanted}` : t('tools.addParameter')}
      </Button>
    </Input.Wrapper>
  );
}

function ParameterRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const type = useWatch({ control, name: `parameters.${index}.type` });
  const problem = formState.errors.parameters?.[index];
  const what = t('tools.parameter', { number: index + 1 });
  return (
    <fieldset className={classes.parameter}>
      <legend className={classes.legend}>{what}</legend>
      <ActionIcon
        className={classes.removeCorner ?? ''}
        variant="subtle"
        color="gray"
        aria-label={t('tools.removeRow', { what })}
        onClick={onRemove}
      >
        <Icon name="x" />
      </ActionIcon>
      <div className={classes.parameterGrid}>
        <TextInput
          label={t('tools.parameterName')}
          placeholder="order_id"
          spellCheck={false}
          autoComplete="off"
          {...register(`parameters.${index}.name`)}
          error={problem?.name?.message}
        />
        <Controller
          control={control}
          name={`parameters.${index}.type`}
          render={({ field }) => (
            <Select
              label={t('tools.parameterType')}
              data={PARAMETER_TYPES.map((value) => ({ value, label: t(`tools.types.${value}`) }))}
              allowDeselect={false}
              {...field}
            />
          )}
        />
        <Controller
          control={control}
          name={`parameters.${index}.in`}
          render={({ field }) => (
            <Select
              label={t('tools.place')}
              data={PARAMETER_PLACES.map((value) => ({ value, label: t(`tools.places.${value}`) }))}
              allowDeselect={false}
              {...field}
              error={problem?.in?.message}
            />
          )}
        />
      </div>
      <TextInput
        label={t('tools.parameterDescription')}
        placeholder={t('tools.parameterDescriptionPlaceholder')}
        {...register(`parameters.${index}.description`)}
        error={problem?.description?.message}
      />
      {type === 'enum' && <Choices index={index} />}
      <Checkbox
        label={t('tools.required')}
        {...register(`parameters.${index}.required`)}
        error={problem?.required?.message}
      />
    </fieldset>
  );
}

function Choices({ index }: { index: number }) {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  return (
    <Controller
      control={control}
      name={`parameters.${index}.values`}
      render={({ field, fieldState }) => (
        <TagsInput
          label={t('tools.choices')}
          placeholder={field.value.length === 0 ? t('tools.choicesPlaceholder') : ''}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          maxTags={50}
          acceptValueOnBlur
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
