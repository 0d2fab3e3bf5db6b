import type { TagColor, TagShort } from '@hanasu/contract/tags';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './TagChip.module.css';

/** The colour of a tag, beside its name. */
export const TagDot = ({ color }: { color: TagColor }) => (
  <span className={classes.dot} data-color={color} aria-hidden />
);

type TagChipProps = {
  tag: Pick<TagShort, 'name' | 'color'>;
  isArchived?: boolean;
  /** Takes it off. */
  onRemove?: (() => void) | undefined;
};

export function TagChip({ tag: { name, color }, isArchived = false, onRemove }: TagChipProps) {
  const { t } = useWords();
  return (
    <span className={classes.tag} data-archived={isArchived || undefined}>
      <TagDot color={color} />
      <span className={classes.word}>{name}</span>
      {onRemove && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('contact.tags.removeOne', { name })}
          onClick={onRemove}
        >
          <Icon name="x" size={12} />
        </button>
      )}
    </span>
  );
}

/** Tags as they stand beside a customer who is only read. */
export function TagList({ tags }: { tags: readonly TagShort[] }) {
  return (
    <span className={classes.list}>
      {tags.map((tag) => (
        <TagChip key={tag.uuid} tag={tag} />
      ))}
    </span>
  );
}
