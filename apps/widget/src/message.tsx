/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Markdown } from './markdown.tsx';
import type { Said } from './talk.ts';
import type { Words } from './words.ts';

/** One thing that was said, with its sources as small numbered notes. */
export function Message({ said, words, base }: { said: Said; words: Words; base: string }) {
  const [open, setOpen] = useState<number | null>(null);
  if (said.from === 'visitor')
    return (
      <div class="m visitor">
        <span class="v">{words.you}: </span>
        {said.text}
      </div>
    );
  const { citations, file } = said;
  const toggle = (number: number) => setOpen(open === number ? null : number);
  const showMark = (number: number) => {
    const source = citations.find((one) => one.number === number);
    // Sources come with the end of an answer; until then its marks are not shown.
    if (!source) return said.state === 'done' ? null : '';
    return (
      <button
        type="button"
        class="k"
        aria-label={`${words.sources} ${number}: ${source.title}`}
        onClick={() => toggle(number)}
      >
        {number}
      </button>
    );
  };
  return (
    <div class={`m ${said.from}`} aria-busy={said.state !== 'done'}>
      {said.from === 'person' && <div class="who">{said.by || words.person}</div>}
      {said.state === 'waiting' ? (
        <div class="d" role="img" aria-label={words.writing}>
          <i />
          <i />
          <i />
        </div>
      ) : (
        <Markdown text={said.text} showMark={showMark} />
      )}
      {file && (
        <a href={base + file.url} target="_blank" rel="noopener noreferrer nofollow">
          {file.kind === 'image' ? <img src={base + file.url} alt={file.name} /> : file.name}
        </a>
      )}
      {citations.length > 0 && (
        <section class="s" aria-label={words.sources}>
          {citations.map(({ number, title, page, quote }) => (
            <div key={number}>
              <button type="button" aria-expanded={open === number} onClick={() => toggle(number)}>
                <span class="k">{number}</span>
                <span class="o">{page === null ? title : `${title} · ${words.page} ${page}`}</span>
              </button>
              {open === number && <blockquote>{quote}</blockquote>}
            </div>
          ))}
        </section>
      )}
    </div>
  );
}
