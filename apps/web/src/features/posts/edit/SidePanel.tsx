import { LOCALES } from '@hanasu/contract/accounts';
import type { MediaId } from '@hanasu/contract/ids';
import { type PostWithDraft, retractPost, unschedulePost } from '@hanasu/contract/posts';
import { Button, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { MediaChoice } from '../../../entities/message/media/MediaField.tsx';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useAccountZone } from '../../../shell/time-zones.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { RetractPost } from '../list/PostMenu.tsx';
import { postSiteQuery, postTagsQuery, useUnschedulePost } from '../posts.queries.ts';
import { SLUG_MAX, slugFromTitle } from '../slug.ts';
import { usePostAddress } from '../use-post-address.ts';
import classes from './PostEdit.module.css';
import type { Gap } from './post-fields.ts';
import type { MediaMap } from './use-media-map.ts';
import type { PostEditing } from './use-post-draft.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

interface SidePanelProps {
  post: PostWithDraft;
  editing: PostEditing;
  media: MediaMap;
  gaps: readonly Gap[];
}

/** Everything about the post beside its text; on a phone below it. */
export function SidePanel({ post, editing, media, gaps }: SidePanelProps) {
  const { t } = useWords();
  const [isOpen, versions] = useDisclosure(false);
  return (
    <aside className={classes.side} aria-label={t('postEdit.panel')}>
      <Section title={t('postEdit.publication')}>
        <Publication post={post} />
      </Section>
      <Section title={t('postEdit.details')}>
        <PostDetails post={post} editing={editing} />
      </Section>
      <Section title={t('postEdit.cover')}>
        <CoverFields
          editing={editing}
          media={media}
          isMissing={gaps.some(({ kind }) => kind === 'coverAlt')}
        />
      </Section>
      <Section title={t('postVersions.title')}>
        <Button
          variant="default"
          leftSection={<Icon name="history" size={15} />}
          onClick={versions.open}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('postVersions.open')}
        </Button>
        <VersionsDialog post={post} editing={editing} opened={isOpen} onClose={versions.close} />
      </Section>
    </aside>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Where the post stands, in a sentence, and what can be taken back. */
function Publication({ post }: { post: PostWithDraft }) {
  const { t } = useWords();
  const mayRetract = usePermission(retractPost);
  const mayUnschedule = usePermission(unschedulePost);
  const [isAsking, asking] = useDisclosure(false);
  const unschedule = useUnschedulePost(post.uuid);
  return (
    <>
      <Sentences post={post} />
      {post.path !== null && <PageLink path={post.path} />}
      {post.scheduledAt !== null && mayUnschedule && (
        <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate(undefined)}>
          {t('postEdit.unschedule')}
        </Button>
      )}
      {post.path !== null && mayRetract && (
        <Button variant="default" leftSection={<Icon name="eye-off" size={15} />} onClick={asking.open}>
          {t('posts.retract')}
        </Button>
      )}
      <RetractPost post={post} opened={isAsking} onClose={asking.close} />
    </>
  );
}

function Sentences({ post }: { post: PostWithDraft }) {
  const { t } = useWords();
  const { timeOf } = useAccountZone();
  const { state, failure, scheduledAt, publishedAt, path, hasChanges } = post;
  return (
    <div className={classes.sentences}>
      {state === 'failed' && failure && (
        <p className={classes.failure}>
          <Icon name="triangle-alert" size={15} />
          {t('postEdit.failed')} {t(`posts.failures.${failure}`)}
        </p>
      )}
      {scheduledAt && <p>{t('postEdit.scheduledFor', { time: timeOf(scheduledAt) })}</p>}
      {path !== null && publishedAt && <p>{t('postEdit.publishedAt', { time: timeOf(publishedAt) })}</p>}
      {path !== null && hasChanges && <p>{t('postEdit.behind')}</p>}
      {path === null && !scheduledAt && state !== 'failed' && <p>{t('postEdit.notPublished')}</p>}
    </div>
  );
}

function PageLink({ path }: { path: string }) {
  const { t } = useWords();
  const address = usePostAddress()(path);
  return (
    <div className={classes.pageLink}>
      <a href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            onClick={copy}
          >
            {t(copied ? 'shell.copied' : 'posts.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

const DESCRIPTION_MAX = 300;
const ALT_MAX = 300;
const TAGS_MAX = 20;
const TAG_MAX = 40;

interface PostDetailsProps {
  post: PostWithDraft;
  editing: PostEditing;
}

function PostDetails({ post, editing }: PostDetailsProps) {
  const { t } = useWords();
  const format = useFormat();
  const { fields, saver, mayEdit } = editing;
  return (
    <Stack gap="md">
      <SlugField post={post} editing={editing} />
      <Textarea
        label={t('postEdit.description')}
        description={t('postEdit.descriptionHelp', {
          length: format.number(fields.description.length),
          max: format.number(DESCRIPTION_MAX),
        })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxLength={DESCRIPTION_MAX}
        readOnly={!mayEdit}
        lang={fields.language}
        value={fields.description}
        onChange={(event) => saver.edit({ description: event.currentTarget.value })}
      />
      <Select
        label={t('postEdit.language')}
        description={t('postEdit.languageHelp')}
        allowDeselect={false}
        disabled={!mayEdit}
        data={LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
        value={fields.language}
        onChange={(value) => {
          const language = LOCALES.find((one) => one === value);
          if (language) saver.edit({ language });
        }}
      />
      <TagField editing={editing} />
    </Stack>
  );
}

function SlugField({ post, editing: { fields, problems, saver, mayEdit } }: PostDetailsProps) {
  const { t } = useWords();
  const { data: site } = useQuery(postSiteQuery);
  const offered = slugFromTitle(fields.title);
  const isOffered = mayEdit && offered !== null && offered !== fields.slug && post.publishedAt === null;
  const error = problems.includes('slugTaken')
    ? t('postEdit.slugTaken')
    : problems.includes('slugWrong') && t('posts.slugWrong');
  return (
    <div>
      <TextInput
        label={t('postEdit.slug')}
        description={`${site?.path ?? '/p'}/${fields.slug}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={SLUG_MAX}
        autoCapitalize="off"
        spellCheck={false}
        readOnly={!mayEdit}
        value={fields.slug}
        error={error}
        onChange={(event) => saver.edit({ slug: event.currentTarget.value.toLowerCase() })}
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

/** Each tag once, as short as the server takes it. */
const tidyTags = (tags: readonly string[]): string[] => {
  const kept = new Map<string, string>();
  for (const typed of tags) {
    const tag = [...new Intl.Segmenter().segment(typed.trim().normalize('NFC'))]
      .slice(0, TAG_MAX)
      .map(({ segment }) => segment)
      .join('')
      .trim();
    if (tag && !kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  }
  return [...kept.values()];
};

function TagField({ editing: { fields, saver, mayEdit } }: { editing: PostEditing }) {
  const { t } = useWords();
  const { data } = useQuery({ ...postTagsQuery, enabled: mayEdit });
  return (
    <TagsInput
      label={t('posts.tags')}
      description={t('postEdit.tagsHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      readOnly={!mayEdit}
      data={data ?? []}
      splitChars={[',', '、', ';']}
      acceptValueOnBlur
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      value={fields.tags}
      onChange={(tags) => saver.edit({ tags: tidyTags(tags) })}
    />
  );
}

interface CoverFieldsProps {
  editing: PostEditing;
  media: MediaMap;
  isMissing: boolean;
}

/** The picture above the post and in previews of its link. */
function CoverFields({ editing: { fields, saver, mayEdit }, media, isMissing }: CoverFieldsProps) {
  const { t } = useWords();
  const { coverUuid, coverAlt } = fields;
  return (
    <Stack gap="sm">
      <MediaChoice
        kind="image"
        label={t('postEdit.coverPicture')}
        hint={t('postEdit.coverHelp')}
        value={coverUuid}
        onChange={(uuid) => saver.edit({ coverUuid: uuid as MediaId | null })}
        media={media.known}
        addMedia={media.add}
        mayEdit={mayEdit}
      />
      {coverUuid !== null && (
        <TextInput
          id="post-cover-alt"
          label={t('postEdit.alt')}
          description={t('postEdit.altHelp')}
          maxLength={ALT_MAX}
          readOnly={!mayEdit}
          value={coverAlt}
          error={isMissing && t('postEdit.gaps.coverAlt')}
          onChange={(event) => saver.edit({ coverAlt: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
