import { REPORT_REASONS, type ReportReason, reportPublicBot } from '@hanasu/contract/gallery';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useReport } from '../gallery.queries.ts';

const EMPTY = { reason: 'wrong' as ReportReason, text: '' };

interface ReportDialogProps {
  slug: string;
  opened: boolean;
  onClose: () => void;
}

export function ReportDialog({ slug, opened, onClose }: ReportDialogProps) {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(reportPublicBot.body), defaultValues: EMPTY });
  const report = useReport(slug);
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await report.mutateAsync(values);
      toasts.add({ title: t('gallery.reported') });
      form.reset(EMPTY);
      onClose();
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('gallery.reportTitle')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <Controller
            control={form.control}
            name="reason"
            render={({ field }) => (
              <Select
                label={t('gallery.reason')}
                data={REPORT_REASONS.map((value) => ({ value, label: t(`gallery.reasons.${value}`) }))}
                allowDeselect={false}
                {...field}
              />
            )}
          />
          <Textarea
            label={t('gallery.reportText')}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={1000}
            {...form.register('text')}
            error={errors.text?.message}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={report.isPending}>
              {t('gallery.sendReport')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
