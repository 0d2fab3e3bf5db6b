import type { PostWithDraft } from '@hanasu/contract/posts';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import type { PostEditing } from './edit/use-post-draft.ts';
import { postSiteQuery } from './posts.queries.ts';
import { isMadeSlug, isSlug, SLUG_MAX, slugFromTitle } from './slug.ts';
import { usePostAddress } from './use-post-address.ts';

/** A part of an address: checked while it is typed, with the whole address below. */
function AddressField({
  onSlug,
  ...others
}: Omit<TextInputProps, 'onChange'> & { onSlug: (slug: string) => void }) {
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={SLUG_MAX}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onSlug(event.currentTarget.value.toLowerCase())}
      {...others}
    />
  );
}

interface SlugFieldProps {
  post: PostWithDraft;
  editing: PostEditing;
  id: string;
  /** Address of the account's page where it is being changed as well. */
  siteSlug?: string;
}

/** Address of the post's page. That another post has it is known once it was sent. */
export function SlugField({ post, editing, id, siteSlug }: SlugFieldProps) {
  const { t } = useWords();
  const { data: site } = useQuery(postSiteQuery);
  const toAddress = usePostAddress();
  const { fields, problems, saver, mayEdit } = editing;
  const isNew = post.publishedAt === null;
  const offered = slugFromTitle(fields.title);
  const isOffered = mayEdit && isNew && offered !== null && offered !== fields.slug;
  const isMade = mayEdit && isNew && fields.title.trim() !== '' && !offered && isMadeSlug(fields.slug);
  const path = siteSlug === undefined ? (site?.path ?? '/p') : `/p/${siteSlug}`;
  const error = problems.includes('slugTaken')
    ? t('postEdit.slugTaken')
    : problems.includes('slugWrong') && t('posts.slugWrong');
  return (
    <div>
      <AddressField
        id={id}
        label={t('postEdit.slug')}
        description={
          <>
            {toAddress(`${path}/${fields.slug}`)}
            {isMade && <br />}
            {isMade && t('postEdit.slugMade')}
          </>
        }
        readOnly={!mayEdit}
        value={fields.slug}
        error={error}
        onSlug={(slug) => saver.edit({ slug })}
      />
      {isOffered && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt={4}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' }, root: { height: 'auto' } }}
          onClick={() => saver.edit({ slug: offered })}
        >
          {t('postEdit.slugFromTitle', { slug: offered })}
        </Button>
      )}
    </div>
  );
}

interface SiteSlugFieldProps {
  label: string;
  value: string;
  /** The server has refused this one. */
  isTaken: boolean;
  onSlug: (slug: string) => void;
  /** Says why one should choose an address. */
  hint?: string;
}

/** Address of the page that lists the account's posts. */
export function SiteSlugField({ label, value, isTaken, onSlug, hint }: SiteSlugFieldProps) {
  const { t } = useWords();
  const toAddress = usePostAddress();
  return (
    <AddressField
      label={label}
      description={
        <>
          {toAddress(`/p/${value}`)}
          {hint && <br />}
          {hint}
        </>
      }
      value={value}
      error={isTaken ? t('posts.site.slugTaken') : !isSlug(value) && t('posts.slugWrong')}
      onSlug={onSlug}
    />
  );
}
