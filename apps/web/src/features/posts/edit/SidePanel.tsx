import { LOCALES } from '@hanasu/contract/accounts';
import type { KnowledgeId, MediaId } from '@hanasu/contract/ids';
import { createDocument } from '@hanasu/contract/knowledge';
import { type PostWithDraft, retractPost, unschedulePost } from '@hanasu/contract/posts';
import { Button, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { MediaChoice } from '../../../entities/message/media/MediaField.tsx';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useAccountZone } from '../../../shell/time-zones.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { SlugField } from '../AddressFields.tsx';
import { SendToFriends } from '../help/SendToFriends.tsx';
import { Translations } from '../help/Translations.tsx';
import { RetractPost } from '../list/PostMenu.tsx';
import { postQuery, postTagsQuery, useChooseKnowledge, useUnschedulePost } from '../posts.queries.ts';
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
      {post.translations.length > 0 && (
        <Section title={t('postHelp.translations')}>
          <Translations post={post} />
        </Section>
      )}
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
      <Section title={t('postEdit.knowledge.title')}>
        <KnowledgeCopy post={post} editing={editing} />
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
      <SendToFriends post={post} as="button" />
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
      {path !== null && publishedAt && <p>{t('postEdit.publishedAt', { time: timeOf(publishedAt) })}</p>}
      {scheduledAt && (
        <p>
          {t(path === null ? 'postEdit.scheduledFor' : 'postEdit.changeScheduledFor', {
            time: timeOf(scheduledAt),
          })}
        </p>
      )}
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
      <SlugField post={post} editing={editing} id="post-slug" />
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
        data={LOCALES.map((one) => ({
          value: one,
          label: LOCALE_NAMES[one],
          // Linked posts are one in each language.
          disabled: post.translations.some(({ language }) => language === one),
        }))}
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

/** The post is asked for this often while the server is at work on it. */
const POLL_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** Milliseconds until the server has published a scheduled post; false: it is not scheduled. */
const untilPublished = ({ scheduledAt }: PostWithDraft): number | false =>
  scheduledAt !== null &&
  Math.min(LONGEST_WAIT_MS, Math.max(0, Date.parse(scheduledAt) - Date.now()) + POLL_MS);

/** The knowledge base that holds the post while it is published; a choice takes effect at once. */
function KnowledgeCopy({ post, editing }: PostDetailsProps) {
  const { t } = useWords();
  const mayChoose = usePermission(createDocument) && editing.mayEdit;
  const { data: bases } = useQuery({ ...knowledgesQuery(), enabled: mayChoose });
  const { knowledge } = post;
  // What waits for tokens or a provider may wait for days.
  const isPending = knowledge?.state === 'pending' && knowledge.reason === null && post.path !== null;
  useQuery({ ...postQuery(post.uuid), refetchInterval: isPending ? POLL_MS : untilPublished(post) });
  const choose = useChooseKnowledge(post.uuid);
  const choices = [...(bases?.items ?? []), ...(knowledge ? [knowledge] : [])];
  const names = new Map(choices.map(({ uuid, name }) => [uuid, name]));
  const change = async (value: string | null) => {
    // The choice goes with the newest revision, whatever of the draft can't be saved yet.
    await editing.saver.flush();
    choose.mutate({ revision: editing.saver.revision, knowledgeUuid: value as KnowledgeId | null });
  };
  return (
    <Stack gap="sm">
      <Select
        label={t('postEdit.knowledge.label')}
        description={t('postEdit.knowledge.help')}
        placeholder={t('postEdit.knowledge.none')}
        clearable
        searchable={names.size > 8}
        disabled={!mayChoose || choose.isPending}
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={knowledge?.uuid ?? null}
        onChange={(value) => void change(value)}
      />
      {bases?.total === 0 && (
        <div className={classes.sentences}>
          <p>{t('postEdit.knowledge.noBase')}</p>
          <Link to="/Knowledge">{t('postEdit.knowledge.toBases')}</Link>
        </div>
      )}
      {knowledge && <CopyState post={post} knowledge={knowledge} />}
      {knowledge?.state === 'failed' && mayChoose && (
        <Button variant="default" loading={choose.isPending} onClick={() => void change(knowledge.uuid)}>
          {t('shell.retry')}
        </Button>
      )}
    </Stack>
  );
}

interface CopyStateProps {
  post: PostWithDraft;
  knowledge: NonNullable<PostWithDraft['knowledge']>;
}

function CopyState({ post, knowledge: { uuid, state, reason, documentUuid } }: CopyStateProps) {
  const { t } = useWords();
  const waits = post.path === null && state !== 'failed';
  const isWaitingForVectors = state === 'pending' && reason !== null;
  return (
    <div className={classes.sentences} role="status">
      <p className={state === 'failed' ? classes.failure : undefined}>
        {state === 'failed' && <Icon name="triangle-alert" size={15} />}
        {!isWaitingForVectors && t(waits ? 'postEdit.knowledge.waits' : `postEdit.knowledge.states.${state}`)}{' '}
        {reason && t(`postEdit.knowledge.reasons.${reason}`)}
      </p>
      {documentUuid && (
        <Link to="/Knowledge/$id/documents/$documentId" params={{ id: uuid, documentId: documentUuid }}>
          {t('postEdit.knowledge.open')}
        </Link>
      )}
    </div>
  );
}
