import { LOCALES } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import {
  GALLERY_CATEGORIES,
  type GalleryCategory,
  ListingInput,
  type ListingView,
  saveListing,
} from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Button,
  FileButton,
  Group,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Gallery.module.css';
import { Cover } from './GalleryCards.tsx';
import {
  listingQuery,
  useDeleteCover,
  useDeleteListing,
  useSaveListing,
  useSetCover,
} from './gallery.queries.ts';

/** Shows a bot to everybody, in the gallery. */
export function ListingCard({ botUuid }: { readonly botUuid: BotId }) {
  const { t } = useWords();
  const bot = useQuery(botQuery(botUuid));
  const listing = useQuery(listingQuery(botUuid));
  const found = listing.data?.listing ?? null;
  return (
    <StackedSection title={t('gallery.listing')} text={t('gallery.listingText')}>
      {listing.isError && <ErrorNotice error={listing.error} onRetry={() => void listing.refetch()} />}
      {(listing.isPending || bot.isPending) && <Skeleton height={160} aria-hidden />}
      {listing.data && bot.data && bot.data.version === 0 && !found && (
        <Alert color="gray">{t('gallery.publishFirst')}</Alert>
      )}
      {listing.data && bot.data && (bot.data.version > 0 || found) && (
        <CanEdit endpoint={saveListing}>
          <Stack gap="md">
            {found?.isHidden && <Alert color="red">{t('gallery.hidden')}</Alert>}
            {found?.isAsleep && <Alert color="yellow">{t('gallery.asleep')}</Alert>}
            {found && !found.isHidden && !found.isAsleep && (
              <Link to="/ExploreBot/$slug" params={{ slug: found.slug }}>
                {t('gallery.openPage')}
              </Link>
            )}
            <ListingForm key={found?.slug ?? 'new'} bot={bot.data} listing={found} />
            {found && <CoverField botUuid={botUuid} coverUrl={found.coverUrl} />}
          </Stack>
        </CanEdit>
      )}
    </StackedSection>
  );
}

function CoverField({ botUuid, coverUrl }: { botUuid: BotId; coverUrl: string | null }) {
  const { t } = useWords();
  const set = useSetCover(botUuid);
  const remove = useDeleteCover(botUuid);
  const error = set.error ?? remove.error;
  return (
    <fieldset className={classes.coverField}>
      <legend>{t('gallery.cover')}</legend>
      <Cover url={coverUrl} />
      <div>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => {
              if (file) set.mutate(file);
            }}
          >
            {(props) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="upload" size={14} />}
                loading={set.isPending}
                {...props}
              >
                {t('gallery.chooseCover')}
              </Button>
            )}
          </FileButton>
          {coverUrl && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              {t('gallery.removeCover')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {t('gallery.coverHelp')}
        </Text>
        {error && (
          <Text size="sm" c="red" role="alert">
            {errorMessage(error)}
          </Text>
        )}
      </div>
    </fieldset>
  );
}

interface ListingFormProps {
  bot: BotView;
  listing: ListingView | null;
}

/** Address, words and kind of a listing; saved as one. */
function ListingForm({ bot, listing }: ListingFormProps) {
  const { t, locale } = useWords();
  const format = useFormat();
  const values: z.input<typeof ListingInput> = {
    slug: listing?.slug ?? slugOf(bot.name, bot.uuid),
    title: listing?.title ?? bot.name,
    description: listing?.description ?? '',
    category: listing?.category ?? ('other' satisfies GalleryCategory),
    language: listing?.language ?? bot.settings.language ?? locale,
    isTemplate: listing?.isTemplate ?? false,
  };
  const form = useForm({ resolver: zodResolver(ListingInput), defaultValues: values });
  const save = useSaveListing(bot.uuid);
  const remove = useDeleteListing(bot.uuid);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    try {
      await save.mutateAsync(input);
      form.reset(input);
      toasts.add({ title: t(listing ? 'shell.saved' : 'gallery.listed') });
    } catch (error) {
      applyFormError(form, error, { slug_taken: 'slug' });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={520}>
        {(errors.root?.message || remove.isError) && (
          <Alert color="red" role="alert">
            {errors.root?.message ?? errorMessage(remove.error)}
          </Alert>
        )}
        <TextInput label={t('gallery.name')} {...form.register('title')} error={errors.title?.message} />
        <Textarea
          label={t('gallery.description')}
          description={t('gallery.descriptionHelp')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={600}
          {...form.register('description')}
          error={errors.description?.message}
        />
        <TextInput
          label={t('gallery.slug')}
          description={t('gallery.slugHelp')}
          leftSection={<Text size="sm">/ExploreBot/</Text>}
          leftSectionWidth={104}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('slug')}
          error={
            errors.slug && (errors.slug.type === 'server' ? errors.slug.message : t('gallery.slugWrong'))
          }
        />
        <Group grow align="flex-start">
          <Controller
            control={form.control}
            name="category"
            render={({ field }) => (
              <Select
                label={t('gallery.category')}
                data={GALLERY_CATEGORIES.map((value) => ({ value, label: t(`gallery.categories.${value}`) }))}
                allowDeselect={false}
                {...field}
              />
            )}
          />
          <Controller
            control={form.control}
            name="language"
            render={({ field }) => (
              <Select
                label={t('gallery.language')}
                data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
                allowDeselect={false}
                {...field}
              />
            )}
          />
        </Group>
        <Switch
          label={t('gallery.template')}
          description={t('gallery.templateHelp')}
          {...form.register('isTemplate')}
        />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={listing !== null && !isDirty}>
            {t(listing ? 'shell.save' : 'gallery.list')}
          </Button>
          {listing && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              {t('gallery.unlist')}
            </Button>
          )}
          {listing && (
            <Text size="sm" c="dimmed">
              {t('gallery.chats', { count: listing.chats, number: format.number(listing.chats) })}
              {listing.reports > 0 &&
                ` · ${t('bot.reports', { count: listing.reports, number: format.number(listing.reports) })}`}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** An address made from a title; titles without Latin letters get one from the bot's id. */
function slugOf(title: string, id: string): string {
  const slug = title
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/đ/gi, 'd')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '');
  return slug.length >= 3 ? slug : `bot-${id.slice(-6)}`;
}
