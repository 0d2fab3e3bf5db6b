/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** How a mark `[1]` is shown; null: not one of the answer's sources. */
export type ShowMark = (number: number) => ComponentChildren;

/**
 * The little markdown that answers need: paragraphs, headings as bold lines, lists, code, bold, italic, links and
 * marks of sources. It makes elements, never HTML: whatever an answer says stays text.
 */
export function Markdown({ text, showMark }: { text: string; showMark: ShowMark }) {
  return <>{blocksOf(text).map((block) => blockOf(block, showMark))}</>;
}

type Block =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'ul' | 'ol'; readonly start: number; readonly items: string[] };

const ITEM = /^\s*(?:([-*+•])|(\d{1,4})[.)])\s+(.*)$/;

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', text: open.join('\n') });
    open = [];
  };
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    if (/^\s*```/.test(line)) {
      close();
      const code: string[] = [];
      // A fence that is still being written ends with the text.
      while (++index < lines.length && !/^\s*```/.test(lines[index] ?? '')) code.push(lines[index] ?? '');
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (heading) {
      close();
      blocks.push({ kind: 'heading', text: heading[1] ?? '' });
    } else if (item) {
      close();
      const kind = item[1] ? 'ul' : 'ol';
      const last = blocks.at(-1);
      if (last?.kind === kind) last.items.push(item[3] ?? '');
      else blocks.push({ kind, start: Number(item[2] ?? 1), items: [item[3] ?? ''] });
    } else if (line.trim() === '') close();
    else open.push(line);
  }
  close();
  return blocks;
}

function blockOf(block: Block, showMark: ShowMark) {
  if (block.kind === 'code')
    return (
      <pre>
        <code>{block.text}</code>
      </pre>
    );
  if ('items' in block) {
    const items = block.items.map((item) => <li>{inline(item, showMark)}</li>);
    return block.kind === 'ul' ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
  }
  const inner = inline(block.text, showMark);
  return <p>{block.kind === 'heading' ? <strong>{inner}</strong> : inner}</p>;
}

/** In the order of precedence: code, links, bare addresses, bold, italic, marks. */
const INLINE =
  /`([^`\n]+)`|\[([^\]\n]+)\]\(([^)\s]+)\)|(https?:\/\/[^\s<>"'）」、。]+[^\s<>"'）」、。.,;:!?)])|\*\*([^\n]+?)\*\*|(?<![\w*])\*([^\s*][^*\n]*?)\*(?![\w*])|\[(\d{1,3})\]/g;

function inline(text: string, showMark: ShowMark): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    out.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, code, label, target, address, bold, italic, mark] = match;
    if (code !== undefined) out.push(<code>{code}</code>);
    else if (label !== undefined)
      out.push(
        link(
          target ?? '',
          inline(label, () => null),
          whole,
        ),
      );
    else if (address !== undefined) out.push(link(address, address, whole));
    else if (bold !== undefined) out.push(<strong>{inline(bold, showMark)}</strong>);
    else if (italic !== undefined) out.push(<em>{inline(italic, showMark)}</em>);
    else out.push(showMark(Number(mark)) ?? whole);
  }
  out.push(text.slice(end));
  return out;
}

/** Only addresses that open a page, a mail or a call; any other link stays as it was written. */
function link(target: string, label: ComponentChildren, written: string): ComponentChildren {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(target)) return written;
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  );
}
