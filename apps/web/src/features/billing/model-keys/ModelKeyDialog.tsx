import {
  MODEL_KEY_PROVIDERS,
  type ModelKeyProvider,
  type ModelKeyView,
  OWN_MODELS_MAX,
} from '@hanasu/contract/model-keys';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Controller, type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { ConfirmEmailFirst } from '../../../shell/session/ConfirmEmailFirst.tsx';
import { bodyOf, formOf, KeyForm, NEW_ROW, newForm, patchOf } from './model-key-form.ts';
import { useChangeModelKey, useCreateModelKey } from './model-keys.queries.ts';

/** What a compatible server offers: the ids of its models, how much they take and what they cost. */
function OwnModelFields({ form }: { form: UseFormReturn<KeyForm> }) {
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
        <Checkbox label={t('modelKeys.jsonSchema')} {...form.register(`models.${index}.jsonSchema`)} />
        <Checkbox label={t('modelKeys.jsonObject')} {...form.register(`models.${index}.jsonObject`)} />
      </Group>
    </Stack>
  );
}

interface NewModelKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  taken: readonly ModelKeyProvider[];
}

/** A key for a provider that has none yet; it is kept once a call with it has worked. */
export function NewModelKeyDialog({ opened, onClose, taken }: NewModelKeyDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('modelKeys.newTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <NewKeyForm taken={taken} onClose={onClose} />
    </Modal>
  );
}

function NewKeyForm({ taken, onClose }: Omit<NewModelKeyDialogProps, 'opened'>) {
  const { t } = useWords();
  const free = MODEL_KEY_PROVIDERS.filter((one) => one === 'compatible' || !taken.includes(one));
  const form = useForm<KeyForm>({
    resolver: zodResolver(KeyForm),
    defaultValues: newForm(free[0] ?? 'compatible'),
  });
  const create = useCreateModelKey();
  const submit = form.handleSubmit(async (values) => {
    try {
      await create.mutateAsync(bodyOf(values));
      toasts.add({ title: t('modelKeys.saved') });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <Stack gap="md">
        <FormProblem form={form} />
        <Controller
          control={form.control}
          name="provider"
          render={({ field }) => (
            <Select
              label={t('modelKeys.provider')}
              data={free.map((value) => ({ value, label: t(`modelKeys.providers.${value}`) }))}
              value={field.value}
              onChange={(value) =>
                field.onChange(MODEL_KEY_PROVIDERS.find((one) => one === value) ?? field.value)
              }
              allowDeselect={false}
            />
          )}
        />
        <KeyFields form={form} ending="" />
        <Buttons pending={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface EditModelKeyDialogProps {
  modelKey: ModelKeyView;
  label: string;
  opened: boolean;
  onClose: () => void;
}

export function EditModelKeyDialog({ modelKey, label, opened, onClose }: EditModelKeyDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('modelKeys.editTitle', { name: label })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <EditKeyForm modelKey={modelKey} onClose={onClose} />
    </Modal>
  );
}

function EditKeyForm({ modelKey, onClose }: Pick<EditModelKeyDialogProps, 'modelKey' | 'onClose'>) {
  const { t } = useWords();
  const form = useForm<KeyForm>({ resolver: zodResolver(KeyForm), defaultValues: formOf(modelKey) });
  const change = useChangeModelKey();
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(patchOf(modelKey, values));
      toasts.add({ title: t('modelKeys.saved') });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <Stack gap="md">
        <FormProblem form={form} />
        <KeyFields form={form} ending={modelKey.ending} />
        <Buttons pending={change.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function FormProblem({ form }: { form: UseFormReturn<KeyForm> }) {
  const message = form.formState.errors.root?.message;
  return (
    <>
      <ConfirmEmailFirst />
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
    </>
  );
}

function Buttons({ pending, onCancel }: { pending: boolean; onCancel: () => void }) {
  const { t } = useWords();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('shell.cancel')}
      </Button>
      <Button type="submit" loading={pending}>
        {t('modelKeys.save')}
      </Button>
    </Group>
  );
}

/** `ending`: of the key that is kept; empty: there is none. */
function KeyFields({ form, ending }: { form: UseFormReturn<KeyForm>; ending: string }) {
  const { t } = useWords();
  const { errors } = form.formState;
  const provider = useWatch({ control: form.control, name: 'provider' });
  const isCompatible = provider === 'compatible';
  const keyHelp = isCompatible ? t('modelKeys.keyMaybe') : t('modelKeys.keyHelp');
  return (
    <>
      {isCompatible && (
        <>
          <TextInput
            label={t('modelKeys.name')}
            placeholder={t('modelKeys.namePlaceholder')}
            {...form.register('name')}
            error={errors.name?.message}
          />
          <TextInput
            label={t('modelKeys.baseUrl')}
            description={t('modelKeys.baseUrlHelp')}
            placeholder="https://models.example.com/v1"
            inputMode="url"
            {...form.register('baseUrl')}
            error={errors.baseUrl?.message}
          />
        </>
      )}
      <PasswordField
        label={t('modelKeys.key')}
        description={ending === '' ? keyHelp : t('modelKeys.keyKept', { ending })}
        autoComplete="off"
        spellCheck={false}
        {...form.register('key')}
        error={errors.key?.message}
      />
      {isCompatible && <OwnModelFields form={form} />}
      <Controller
        control={form.control}
        name="limit"
        render={({ field, fieldState }) => (
          <NumberInput
            label={t('modelKeys.limit')}
            description={t('modelKeys.limitHelp')}
            placeholder={t('modelKeys.noLimit')}
            prefix="$"
            min={0}
            decimalScale={2}
            thousandSeparator
            value={field.value}
            onChange={(value) => field.onChange(value === '' ? '' : Number(value))}
            error={fieldState.error?.message}
          />
        )}
      />
      <Text size="sm" c="dimmed">
        {t('modelKeys.checkNote')}
      </Text>
    </>
  );
}
