import { ActionIcon, Button, Checkbox, Input, TextInput } from '@mantine/core';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Tools.module.css';
import type { ToolValues } from './tool-values.ts';

const MOST = 20;

export function HeaderRows() {
  const { t } = useWords();
  const { control } = useFormContext<ToolValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  return (
    <Input.Wrapper labelElement="div" label={t('tools.headers')} description={t('tools.headersHelp')}>
      <div className={classes.rows}>
        {fields.map(({ id }, index) => (
          <HeaderRow key={id} index={index} onRemove={() => remove(index)} />
        ))}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        disabled={fields.length >= MOST}
        onClick={() => append({ name: fields.length === 0 ? 'Authorization' : '', secret: true, value: '' })}
      >
        {t('tools.addHeader')}
      </Button>
    </Input.Wrapper>
  );
}

/** A secret that is stored has null for its value, and is typed over only when somebody types. */
function HeaderRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ToolValues>();
  const [name, secret] = useWatch({
    control,
    name: [`headers.${index}.name`, `headers.${index}.secret`],
  });
  const problem = formState.errors.headers?.[index];
  const number = index + 1;
  const isStored = formState.defaultValues?.headers?.some(
    (header) => header?.value === null && header.name === name,
  );
  return (
    <div className={classes.header}>
      <TextInput
        aria-label={t('tools.headerName', { number })}
        spellCheck={false}
        autoComplete="off"
        {...register(`headers.${index}.name`)}
        error={problem?.name?.message}
      />
      <Controller
        control={control}
        name={`headers.${index}.value`}
        render={({ field }) => (
          <TextInput
            aria-label={t('tools.headerValue', { number })}
            placeholder={field.value === null ? t('tools.headerIsSet') : 'Bearer …'}
            type={secret ? 'password' : 'text'}
            autoComplete="new-password"
            spellCheck={false}
            {...field}
            value={field.value ?? ''}
            onChange={(event) =>
              field.onChange(event.currentTarget.value === '' && isStored ? null : event.currentTarget.value)
            }
            error={problem?.value?.message}
          />
        )}
      />
      <Checkbox
        className={classes.secret ?? ''}
        label={t('tools.headerSecret')}
        {...register(`headers.${index}.secret`)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('tools.removeRow', { what: t('tools.header', { number }) })}
        onClick={onRemove}
      >
        <Icon name="x" />
      </ActionIcon>
    </div>
  );
}
