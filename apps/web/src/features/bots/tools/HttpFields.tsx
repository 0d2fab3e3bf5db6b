import {
  HTTP_METHODS,
  PARAMETER_PLACES,
  PARAMETER_TYPES,
  TOOL_SECONDS_MAX,
  type ToolParameter,
} from '@hanasu/contract/tools';
import {
  Accordion,
  ActionIcon,
  Button,
  Checkbox,
  Input,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { HeaderRows } from './HeaderRows.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

const MAX_MAPPINGS = 20;

function MappingRows() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'mapping' });
  const help = t('tools.mappingHelp', { example: 'items[0].price' });
  return (
    <Input.Wrapper labelElement="div" label={t('tools.mapping')} description={help}>
      <div className={classes.rows}>
        {fields.map(({ id }, index) => {
          const number = index + 1;
          const problem = formState.errors.mapping?.[index];
          return (
            <div key={id} className={classes.mapping}>
              <TextInput
                aria-label={t('tools.mappingName', { number })}
                placeholder={t('tools.mappingNamePlaceholder')}
                {...register(`mapping.${index}.name`)}
                error={problem?.name?.message}
              />
              <TextInput
                aria-label={t('tools.mappingPath', { number })}
                placeholder="order.status"
                spellCheck={false}
                {...register(`mapping.${index}.path`)}
                error={problem?.path?.message}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('tools.removeRow', { what: t('tools.part', { number }) })}
                onClick={() => remove(index)}
              >
                <Icon name="x" />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        disabled={fields.length >= MAX_MAPPINGS}
        onClick={() => append({ name: '', path: '' })}
      >
        {t('tools.addMapping')}
      </Button>
    </Input.Wrapper>
  );
}

export function HttpFields() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const { errors } = formState;
  return (
    <>
      <div className={classes.address}>
        <Controller
          control={control}
          name="method"
          render={({ field }) => (
            <Select label={t('tools.method')} data={[...HTTP_METHODS]} allowDeselect={false} {...field} />
          )}
        />
        <TextInput
          label={t('tools.address')}
          description={t('tools.addressHelp', { example: '{order_id}' })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://shop.example/orders/{order_id}"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...register('url')}
          error={errors.url?.message}
        />
      </div>
      <AddressParameters />
      <HeaderRows />
      <MoreSettings />
    </>
  );
}

const MORE = ['body', 'timeoutSeconds', 'mapping'] as const;

/** Opens by itself when something in it is filled in or wrong. */
function MoreSettings() {
  const { t } = useWords();
  const { control, register, formState, getValues } = useFormContext<ToolValues>();
  const { errors } = formState;
  const method = useWatch({ control, name: 'method' });
  const hasErrors = MORE.some((name) => errors[name] !== undefined);
  const isUsed = getValues('body') !== '' || getValues('mapping').length > 0;
  return (
    <Accordion key={String(hasErrors)} variant="separated" defaultValue={hasErrors || isUsed ? 'more' : null}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('tools.more')}</Accordion.Control>
        <Accordion.Panel>
          <div className={classes.more}>
            <MappingRows />
            {method !== 'GET' && (
              <Textarea
                label={t('tools.body')}
                description={t('tools.bodyHelp', { example: '{order_id}' })}
                placeholder={'{ "order": { "id": "{order_id}" } }'}
                autosize
                minRows={3}
                maxRows={14}
                spellCheck={false}
                classNames={{ input: classes.code ?? '' }}
                {...register('body')}
                error={errors.body?.message}
              />
            )}
            <Controller
              control={control}
              name="timeoutSeconds"
              render={({ field }) => (
                <WholeNumberInput
                  label={t('tools.timeout')}
                  min={1}
                  max={TOOL_SECONDS_MAX}
                  maw={260}
                  {...field}
                  error={errors.timeoutSeconds?.message}
                />
              )}
            />
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

const MAX_PARAMETERS = 20;
const NEW = { name: '', type: 'string', values: [], description: '', required: true } as const;
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}/g;

/** Names in `{ }` in an address. */
export const placeholdersOf = (address: string): string[] =>
  [...address.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

function AddressParameters() {
  const { control } = useFormContext<ToolValues>();
  const address = useWatch({ control, name: 'url' });
  return <ParameterRows address={address} places={PARAMETER_PLACES} usual="query" />;
}

type Place = ToolParameter['in'];

interface ParameterRowsProps {
  address: string;
  /** Where values may go. */
  places: readonly Place[];
  /** Where a new one goes. */
  usual: Place;
}

/** What the model fills in. A place in the address that has no row yet is offered as the next one. */
export function ParameterRows({ address, places, usual }: ParameterRowsProps) {
  const { t } = useWords();
  const { control, formState } = useFormContext<ToolValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'parameters' });
  const parameters = useWatch({ control, name: 'parameters' });
  const known = new Set(parameters.map(({ name }) => name));
  const wanted = placeholdersOf(address).find((name) => !known.has(name));
  const row: ToolParameter = { ...NEW, values: [], in: usual };
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('tools.parameters')}
      description={t('tools.parametersHelp')}
      error={formState.errors.parameters?.message}
    >
      <div className={classes.rows}>
        {fields.map(({ id }, index) => (
          <ParameterRow key={id} index={index} places={places} onRemove={() => remove(index)} />
        ))}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        disabled={fields.length >= MAX_PARAMETERS}
        onClick={() => append(wanted ? { ...row, name: wanted, in: 'path' } : row)}
      >
        {wanted ? `${t('tools.addParameter')}: ${wanted}` : t('tools.addParameter')}
      </Button>
    </Input.Wrapper>
  );
}

interface ParameterRowProps {
  index: number;
  places: readonly Place[];
  onRemove: () => void;
}

function ParameterRow({ index, places, onRemove }: ParameterRowProps) {
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
        {places.length > 1 && <PlaceSelect index={index} places={places} />}
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

function PlaceSelect({ index, places }: Pick<ParameterRowProps, 'index' | 'places'>) {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  return (
    <Controller
      control={control}
      name={`parameters.${index}.in`}
      render={({ field, fieldState }) => (
        <Select
          label={t('tools.place')}
          data={places.map((value) => ({ value, label: t(`tools.places.${value}`) }))}
          allowDeselect={false}
          {...field}
          error={fieldState.error?.message}
        />
      )}
    />
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
