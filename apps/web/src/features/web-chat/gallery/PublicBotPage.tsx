import {
  REPORT_REASONS,
  type ReportReason,
  reportPublicBot,
  usePublicBot as useAsTemplate,
} from '@hanasu/contract/gallery';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Group, Modal, Select, Skeleton, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { BackLink } from '../../../shell/layout/BackLink.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { Outside } from './ExplorePage.tsx';
import classes from './Gallery.module.css';
import { Cover } from './GalleryCards.tsx';
import { galleryBotQuery, useCopyTemplate, useReport } from './gallery.queries.ts';
import { PublicChat } from './PublicChat.tsx';

/** What a public bot is for, and the chat with it. */
export function PublicBotPage() {
  const { t } = useWords();
  const format = useFormat();
  const { slug } = useParams({ from: '/_default/ExploreBot/$slug' });
  const [isReporting, setReporting] = useState(false);
  const bot = useQuery(galleryBotQuery(slug));
  const back = <BackLink to="/ExploreBot">{t('gallery.title')}</BackLink>;
  if (bot.isPending) return <Outside>{<Loading title={t('gallery.title')} above={back} />}</Outside>;
  if (bot.isError)
    return (
      <Outside>
        <PageFrame title={t('gallery.title')} above={back}>
          {isApiError(bot.error, 'not_found') ? (
            <Surface>
              <EmptyState icon="search-x" title={t('gallery.gone')} text={t('gallery.goneText')} />
            </Surface>
          ) : (
            <ErrorNotice error={bot.error} onRetry={() => void bot.refetch()} />
          )}
        </PageFrame>
      </Outside>
    );
  const { title, description, category, language, chats, coverUrl, isTemplate } = bot.data;
  return (
    <Outside>
      <PageFrame title={title} above={back}>
        <div className={classes.detail}>
          <div className={classes.about}>
            <Cover url={coverUrl} />
            <p className={classes.description} lang={language}>
              {description}
            </p>
            <div className={classes.facts}>
              <Badge color="gray">{t(`gallery.categories.${category}`)}</Badge>
              <span>{LOCALE_NAMES[language]}</span>
              <span>{t('gallery.chats', { count: chats, number: format.number(chats) })}</span>
            </div>
            {isTemplate && <UseAsTemplate slug={slug} />}
            <p className={classes.small}>{t('gallery.careful')}</p>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<Icon name="triangle-alert" size={14} />}
              onClick={() => setReporting(true)}
            >
              {t('gallery.report')}
            </Button>
          </div>
          <PublicChat key={slug} bot={bot.data} />
        </div>
        <ReportDialog slug={slug} opened={isReporting} onClose={() => setReporting(false)} />
      </PageFrame>
    </Outside>
  );
}

function UseAsTemplate({ slug }: { slug: string }) {
  const { t } = useWords();
  const { isSignedIn } = useRouteContext({ from: '/_default' });
  const navigate = useNavigate();
  const copy = useCopyTemplate(slug);
  const icon = <Icon name="copy" size={15} />;
  if (!isSignedIn)
    return (
      <Button
        variant="default"
        leftSection={icon}
        renderRoot={(props) => <Link to="/Login" search={{ returnTo: `/ExploreBot/${slug}` }} {...props} />}
      >
        {t('gallery.signInToUse')}
      </Button>
    );
  const use = async () => {
    try {
      const { uuid } = await copy.mutateAsync();
      toasts.add({ title: t('gallery.used') });
      await navigate({ to: '/Bot/$id', params: { id: uuid } });
    } catch {
      // Said below the button.
    }
  };
  return (
    <Can endpoint={useAsTemplate}>
      <Button variant="default" leftSection={icon} loading={copy.isPending} onClick={() => void use()}>
        {t('gallery.use')}
      </Button>
      {copy.isError && <p role="alert">{errorMessage(copy.error)}</p>}
      <p className={classes.small}>{t('gallery.useText')}</p>
    </Can>
  );
}

const Loading = ({ title, above }: { title: string; above: React.ReactNode }) => (
  <PageFrame title={title} above={above}>
    <div className={classes.detail} aria-hidden>
      <Skeleton height={320} radius="lg" />
      <Skeleton height={480} radius="lg" />
    </div>
  </PageFrame>
);

const EMPTY = { reason: 'wrong' as ReportReason, text: '' };

interface ReportDialogProps {
  slug: string;
  opened: boolean;
  onClose: () => void;
}

function ReportDialog({ slug, opened, onClose }: ReportDialogProps) {
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
      applyFormError(form, error);
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
                data={REPORT_REASONS.map((value) => ({ value, label: t(`bot.reportReasons.${value}`) }))}
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
