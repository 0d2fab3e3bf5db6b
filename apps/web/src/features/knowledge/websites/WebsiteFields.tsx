import { WEBSITE_SCHEDULES } from '@hanasu/contract/websites';
import { Button, Collapse, Select, SimpleGrid, Stack, TagsInput, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { checkNumber, checkPaths, DEPTH_MAX, PAGES_MAX, type WebsiteValues } from './website-values.ts';

/** How often a site is looked at, and what of it. */
export function WebsiteFields({
  form,
  isOpen = false,
}: {
  form: UseFormReturn<WebsiteValues>;
  isOpen?: boolean;
}) {
  const { t } = useWords();
  const [opened, more] = useDisclosure(isOpen);
  const id = useId();
  const mode = form.watch('mode');
  const { errors } = form.formState;
  const isWrong = Boolean(
    errors.depth ?? errors.pageLimit ?? errors.include ?? errors.exclude ?? errors.tags,
  );
  return (
    <>
      <Controller
        control={form.control}
        name="schedule"
        render={({ field }) => (
          <Select
            label={t('websites.schedule')}
            description={t('websites.scheduleHelp')}
            data={WEBSITE_SCHEDULES.map((value) => ({ value, label: t(`websites.schedules.${value}`) }))}
            allowDeselect={false}
            value={field.value}
            onChange={(value) => field.onChange(value)}
            onBlur={field.onBlur}
            ref={field.ref}
          />
        )}
      />
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={opened || isWrong}
          aria-controls={id}
          leftSection={<Icon name={opened || isWrong ? 'chevron-down' : 'chevron-right'} />}
          onClick={more.toggle}
        >
          {t('websites.more')}
        </Button>
      </div>
      <Collapse expanded={opened || isWrong} id={id} transitionDuration={0}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {mode === 'site' && <WholeNumber form={form} name="depth" minimum={0} maximum={DEPTH_MAX} />}
            {mode !== 'page' && <WholeNumber form={form} name="pageLimit" minimum={1} maximum={PAGES_MAX} />}
          </SimpleGrid>
          {mode !== 'page' && (
            <>
              <Paths form={form} name="include" />
              <Paths form={form} name="exclude" />
            </>
          )}
          <Controller
            control={form.control}
            name="tags"
            render={({ field, fieldState }) => (
              <TagsInput
                label={t('websites.tags')}
                maxTags={20}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
        </Stack>
      </Collapse>
    </>
  );
}

interface NumberProps {
  form: UseFormReturn<WebsiteValues>;
  name: 'depth' | 'pageLimit';
  minimum: number;
  maximum: number;
}
function WholeNumber({ form, name, minimum, maximum }: NumberProps) {
  const { t } = useWords();
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: checkNumber(minimum, maximum) }}
      render={({ field, fieldState }) => (
        <WholeNumberInput
          label={t(`websites.${name}`)}
          min={minimum}
          max={maximum}
          value={field.value}
          onChange={(value) => field.onChange(value === '' ? Number.NaN : value)}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}

function Paths({ form, name }: { form: UseFormReturn<WebsiteValues>; name: 'include' | 'exclude' }) {
  const { t } = useWords();
  return (
    <Textarea
      label={t(`websites.${name}`)}
      description={t(`websites.${name}Help`)}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      {...form.register(name, { validate: checkPaths })}
      error={form.formState.errors[name]?.message}
    />
  );
}
