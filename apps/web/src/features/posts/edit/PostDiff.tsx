import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { TextDiff } from '../../../shell/draft/TextDiff.tsx';
import type { DescribedPart } from '../../../shell/draft/text-changes.ts';
import type { PostFields } from './post-fields.ts';
import { linesOfHtml } from './post-text.ts';

/** Fields of a version; the others are compared where both states have them. */
export type ComparedFields = Pick<PostFields, 'title' | 'description' | 'content'> & Partial<PostFields>;

interface PostDiffProps {
  before: ComparedFields;
  after: ComparedFields;
  none: string;
  help?: string;
}

/** What differs between two states of a post: field by field, word by word. */
export function PostDiff({ before, after, none, help }: PostDiffProps) {
  const describe = useDescriber();
  return <TextDiff before={[describe(before)]} after={[describe(after)]} none={none} help={help} />;
}

function useDescriber(): (fields: ComparedFields) => DescribedPart {
  const { t } = useWords();
  const format = useFormat();
  return (fields) => {
    const { title, description, content, slug, language, tags, coverUuid, coverAlt } = fields;
    const lines = linesOfHtml(content, { picture: (alt) => t('postEdit.pictureLine', { alt }) });
    return {
      ...{ key: 'post', label: '', group: 'post', place: '' },
      texts: [
        { key: 'title', label: t('posts.postTitle'), text: title },
        { key: 'content', label: t('postEdit.text'), text: lines.join('\n') },
        { key: 'description', label: t('postEdit.description'), text: description },
        ...(slug === undefined ? [] : [{ key: 'slug', label: t('postEdit.slug'), text: slug }]),
        ...(tags === undefined ? [] : [{ key: 'tags', label: t('posts.tags'), text: format.list(tags) }]),
        ...(language === undefined
          ? []
          : [{ key: 'language', label: t('postEdit.language'), text: LOCALE_NAMES[language] }]),
        ...(coverUuid === undefined
          ? []
          : [{ key: 'cover', label: t('postEdit.cover'), text: coverAlt ?? '', value: coverUuid ?? '' }]),
      ],
    };
  };
}
