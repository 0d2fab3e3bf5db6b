import type { MediaView } from '@hanasu/contract/media';
import { TapLink } from '@hanasu/contract/typed-words';
import { Button, Group, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MediaChoice } from '../../../entities/message/media/MediaField.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PlaceFields } from '../edit/AreaList.tsx';
import { partProps } from '../edit/lead-to-field.ts';
import classes from '../edit/MenuEdit.module.css';
import { tooLong, VIDEO_ID } from '../edit/picture-draft.ts';
import { usePictureEditing } from '../edit/use-picture-editing.ts';
import { addVideo, changeVideo, VIDEO_LABEL_MAX, type Video } from './message-draft.ts';
import parts from './RichMessages.module.css';
import { checkUpload, videoQuery } from './rich-messages.queries.ts';
import { useMessageEditing } from './use-message-draft.ts';

const isAddress = (url: string): boolean => TapLink.safeParse(url).success;
const isSecure = (url: string): boolean => /^https:/i.test(url.trim());

/** A video that plays inside the picture. */
export function VideoFields() {
  const { t } = useWords();
  const { draft, edit, mayEdit } = useMessageEditing();
  const { setArea } = usePictureEditing();
  const id = useId();
  const { video } = draft;
  return (
    <fieldset disabled={!mayEdit} className={parts.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('messageEditor.videoTitle')}
      </h2>
      {video ? (
        <Fields video={video} />
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="video" size={14} />}
          onClick={() => {
            edit(addVideo);
            setArea(VIDEO_ID);
          }}
        >
          {t('messageEditor.videoAdd')}
        </Button>
      )}
    </fieldset>
  );
}

function Fields({ video }: { video: Video }) {
  const { t } = useWords();
  const { edit } = useMessageEditing();
  const set = (change: Partial<Video>, group: string) =>
    edit((before) => changeVideo(before, change), `video.${group}`);
  const { link } = video;
  const setLink = (change: Partial<NonNullable<Video['link']>>) => {
    const next = { url: link?.url ?? '', label: link?.label ?? '', ...change };
    set({ link: next.url === '' && next.label === '' ? null : next }, 'link');
  };
  const isHalf = link !== null && (link.url === '' || link.label.trim() === '');
  return (
    <Stack gap="sm" maw={560}>
      <Source video={video} onSet={set} />
      <PlaceFields areaId={VIDEO_ID} box={video} />
      <Group grow align="flex-start" gap="xs">
        <TextInput
          label={t('messageEditor.videoEnd')}
          placeholder="https://"
          maxLength={1_000}
          value={link?.url ?? ''}
          error={
            isHalf
              ? t('messageEditor.videoEndBegun')
              : link !== null && !isAddress(link.url) && t('messageEditor.videoBegun')
          }
          onChange={(event) => setLink({ url: event.currentTarget.value })}
        />
        <TextInput
          label={t('messageEditor.videoLabel')}
          value={link?.label ?? ''}
          error={
            link !== null &&
            tooLong(link.label, VIDEO_LABEL_MAX) &&
            t('menuEditor.tooLong', { count: VIDEO_LABEL_MAX })
          }
          onChange={(event) => setLink({ label: event.currentTarget.value })}
        />
      </Group>
      <Button
        variant="outline"
        color="red"
        leftSection={<Icon name="trash-2" size={14} />}
        onClick={() => edit((before) => ({ ...before, video: null }))}
      >
        {t('messageEditor.videoRemove')}
      </Button>
    </Stack>
  );
}

interface SourceProps {
  video: Video;
  onSet: (change: Partial<Video>, group: string) => void;
}

/** Where the video is: uploaded here, or at an address. */
function Source({ video, onSet }: SourceProps) {
  const { t } = useWords();
  const id = useId();
  const [wanted, setWanted] = useState(video.url === null ? 'upload' : 'address');
  return (
    <>
      <div>
        <Input.Label component="span" id={id}>
          {t('messageEditor.videoSource')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          value={wanted}
          onChange={setWanted}
          data={[
            { value: 'upload', label: t('messageEditor.videoUpload') },
            { value: 'address', label: t('messageEditor.videoAddress') },
          ]}
        />
      </div>
      <Stack gap="sm" {...partProps('video')}>
        {wanted === 'upload' ? (
          <Uploaded video={video} onSet={onSet} />
        ) : (
          <AtAddress video={video} onSet={onSet} />
        )}
      </Stack>
    </>
  );
}

function Uploaded({ video: { mediaUuid, previewMediaUuid }, onSet }: SourceProps) {
  const { t } = useWords();
  const { message, mayEdit } = useMessageEditing();
  const [added, setAdded] = useState<readonly MediaView[]>([]);
  const media = new Map([...message.media, ...added].map((each) => [each.uuid as string, each]));
  const shared = { media, mayEdit, addMedia: (each: MediaView) => setAdded((all) => [...all, each]) };
  const refusal = async ({ uuid }: MediaView) => {
    const { state } = await checkUpload(uuid);
    return state === 'fine' ? null : t(`messageEditor.videoStates.${state}`);
  };
  return (
    <>
      <MediaChoice
        {...shared}
        kind="video"
        label={t('messageEditor.videoFile')}
        hint={t('messageEditor.videoFileHelp')}
        value={mediaUuid}
        refusal={refusal}
        onChange={(next) => onSet({ mediaUuid: next, ...(next && { url: null }) }, 'upload')}
      />
      <MediaChoice
        {...shared}
        kind="image"
        label={t('messageEditor.videoStill')}
        hint={t('messageEditor.videoPictureHelp')}
        value={previewMediaUuid}
        onChange={(next) => onSet({ previewMediaUuid: next, ...(next && { previewUrl: null }) }, 'still')}
      />
    </>
  );
}

function AtAddress({ video: { url, previewUrl }, onSet }: SourceProps) {
  const { t } = useWords();
  const wrong = (given: string): string | false =>
    isAddress(given)
      ? !isSecure(given) && t('messageEditor.problem.video_not_secure')
      : t('messageEditor.videoBegun');
  return (
    <>
      <TextInput
        label={t('messageEditor.videoUrl')}
        description={t('messageEditor.videoUrlHelp')}
        placeholder="https://"
        maxLength={1_000}
        value={url ?? ''}
        error={url !== null && wrong(url)}
        onChange={(event) => onSet({ url: event.currentTarget.value || null, mediaUuid: null }, 'url')}
      />
      {url !== null && isAddress(url) && isSecure(url) && <Checked url={url} />}
      <TextInput
        label={t('messageEditor.videoPicture')}
        description={t('messageEditor.videoPictureHelp')}
        placeholder="https://"
        maxLength={1_000}
        value={previewUrl ?? ''}
        error={previewUrl !== null && wrong(previewUrl)}
        onChange={(event) =>
          onSet({ previewUrl: event.currentTarget.value || null, previewMediaUuid: null }, 'preview')
        }
      />
    </>
  );
}

const QUIET_MS = 700;
/** How the address answers, and a way to the video itself: pages load nothing of other hosts. */
function Checked({ url }: { url: string }) {
  const { t } = useWords();
  const format = useFormat();
  const [asked] = useDebouncedValue(url.trim(), QUIET_MS);
  const { data, error } = useQuery({ ...videoQuery(asked), enabled: isAddress(asked) });
  if (error) return <p className={classes.warning}>{errorMessage(error)}</p>;
  if (!data || asked !== url.trim())
    return (
      <p className={parts.fine} role="status">
        <Icon name="loader" size={14} /> {t('messageEditor.videoAsking')}
      </p>
    );
  if (data.state !== 'fine')
    return (
      <p className={classes.warning} role="alert">
        <Icon name="triangle-alert" size={14} /> {t(`messageEditor.videoStates.${data.state}`)}
      </p>
    );
  return (
    <>
      <p className={parts.fine} role="status">
        <Icon name="check" size={14} />{' '}
        {data.bytes === null
          ? t('messageEditor.videoStates.fine')
          : t('messageEditor.videoStates.fineSize', { size: format.bytes(data.bytes) })}
      </p>
      <a href={asked} target="_blank" rel="noopener noreferrer nofollow">
        {t('messageEditor.videoPlay')}
      </a>
    </>
  );
}
