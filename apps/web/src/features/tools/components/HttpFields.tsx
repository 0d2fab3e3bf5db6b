import { HTTP_METHODS, TOOL_SECONDS_MAX } from '@hanasu/contract/tools';
import {
  Accordion,
  ActionIcon,
  Button,
  Input,
  NumberInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { HeaderRows } from './HeaderRows.tsx';
import { ParameterRows } from './ParameterRows.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

const MOST = 20;

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
        disabled={fields.length >= MOST}
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
      <ParameterRows />
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
                <NumberInput
                  label={t('tools.timeout')}
                  min={1}
                  max={TOOL_SECONDS_MAX}
                  allowDecimal={false}
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
