import { POST_DESCRIPTION_MAX, type PostHelpInput } from '@hanasu/contract/post-help';
import { expect, test } from 'vitest';
import { sanitisePost } from '../html/sanitise-post.ts';
import { HOSTILE_POSTS } from '../testing/hostile-posts.data.ts';
import { joinPost, readAnswer } from './read-answer.ts';

const MARK = '0123456789ab';
const text = { language: 'en', title: '', content: '<p>Tea</p>' } as const;
const INPUTS = {
  continue: { kind: 'continue', ...text },
  shorten: { kind: 'shorten', ...text },
  translate: { kind: 'translate', to: 'ja', description: '', coverAlt: '', ...text },
  headlines: { kind: 'headlines', ...text },
  description: { kind: 'description', ...text },
} as const satisfies Record<string, PostHelpInput>;
const read = (kind: keyof typeof INPUTS, answer: string) =>
  readAnswer(INPUTS[kind], { text: answer, mark: MARK });

test('nothing hostile that a model writes is left', () => {
  for (const html of HOSTILE_POSTS)
    for (const kind of ['continue', 'shorten', 'translate'] as const) {
      const { content } = read(kind, html);
      expect(sanitisePost(content)).toBe(content);
    }
});

test('what a model wraps its answer in is left out', () => {
  const html = '<p>Tea</p>';
  for (const answer of [
    `<text-${MARK}>\n${html}\n</text-${MARK}>`,
    `\`\`\`html\n${html}\n\`\`\``,
    `\`\`\`html\n${html}`,
    `<html><head><title>x</title></head><body>${html}<p> </p></body></html>`,
  ])
    expect(read('shorten', answer).content.replaceAll(/<p> <\/p>/g, '')).toBe(html);
});

test.each(['<', '</', '<p', '</str', '<a href="https://exa'])(
  'an answer that was stopped within %s ends before it',
  (end) => {
    expect(read('continue', `<p>Tea</p><p>and m${end}`).content).toBe('<p>Tea</p><p>and m</p>');
  },
);

test('Markdown becomes HTML', () => {
  const answer =
    '# Hours\n\nWe open at **ten**,\nevery *day* & <night>.\n- Tea\n- [Book](https://example.com/a?b=1&c=2)\n1. One\n\n> Said\n#### Small';
  expect(read('continue', answer).content).toBe(
    '<h2>Hours</h2><p>We open at <strong>ten</strong>,<br>every <em>day</em> &amp; &lt;night&gt;.</p><ul><li><p>Tea</p></li><li><p><a href="https://example.com/a?b=1&amp;c=2">Book</a></p></li></ul><ol><li><p>One</p></li></ol><blockquote><p>Said</p></blockquote><h4>Small</h4>',
  );
});

test('titles are lines without numbers, marks and quotation marks, each once, five at most', () => {
  const answer =
    '1. New <b>tea</b> is here\n2) “Tea & cakes”\n\n- **New tea is here**\n「新茶の季節」\n<li>Four</li>\n## Five\nSix';
  expect(read('headlines', answer)).toEqual({
    content: '',
    description: '',
    coverAlt: '',
    titles: ['New tea is here', 'Tea & cakes', '新茶の季節', 'Four', 'Five'],
  });
});

test('a description is plain and ends with a sentence or a word', () => {
  expect(read('description', '"<p>Tea &amp; <b>cakes</b></p>"').description).toBe('Tea & cakes');
  const sentences = read('description', 'Our tea is here. '.repeat(20)).description;
  expect(sentences).toMatch(/^(Our tea is here\. )+Our tea is here\.$/);
  const words = read('description', 'tea '.repeat(100)).description;
  expect(words).toMatch(/tea…$/);
  const japanese = read('description', '新茶が届きました。'.repeat(40)).description;
  expect(japanese).toMatch(/。$/);
  for (const description of [sentences, words, japanese])
    expect(description.length).toBeLessThanOrEqual(POST_DESCRIPTION_MAX);
});

test('a translation has its own title, description and texts of pictures, where the model gives them', () => {
  const content = '<p>新茶</p><img data-media="01932f00-0000-7000-8000-00000000000a" alt="茶碗">';
  const facts = { description: 'ご案内', coverAlt: '茶畑 & "山"' };
  expect(read('translate', joinPost({ title: '茶 & <菓子>', ...facts, content }))).toEqual({
    ...{ titles: ['茶 & <菓子>'], ...facts, content },
  });
  expect(read('translate', '<p>新茶</p>')).toEqual({
    ...{ titles: [], description: '', coverAlt: '', content: '<p>新茶</p>' },
  });
  expect(read('translate', `<h5>${'茶'.repeat(400)}</h5><p>新茶</p>`).coverAlt).toBe('茶'.repeat(300));
  // Stopped in the middle.
  expect(read('translate', '<h1>茶</h1>\n<h6>ご案')).toMatchObject({
    titles: ['茶'],
    content: '<h4>ご案</h4>',
  });
});

test.each(['[', '<p', '<h1>', '**a', '`', '"', '![x](', '\n```\t'])(
  'a model that repeats %j is read like any other',
  (sign) => {
    const answer = sign.repeat(100_000);
    for (const kind of ['continue', 'translate', 'headlines', 'description'] as const)
      expect(read(kind, answer).titles.length).toBeLessThanOrEqual(5);
  },
);
