import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { HOSTILE_POSTS, ORDINARY_POSTS } from '../testing/hostile-posts.data.ts';
import { mediaIdsOf, textOf } from './html-tokens.ts';
import { renderContent } from './render-content.ts';
import { safeLink, sanitisePost } from './sanitise-post.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const COUNT = /^[1-9]\d?$/;
const PIXELS = /^[1-9]\d{0,4}$/;
/** Written out here, not taken from what is tested. */
const TAGS =
  'h2 h3 h4 p br strong em u s code pre blockquote hr ul ol li a table thead tbody tr th td figure figcaption img aside sup sub mark'.split(
    ' ',
  );
const isLink = (value: string): boolean =>
  value.startsWith('/')
    ? new URL(value, 'https://here.example').host === 'here.example'
    : ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(value).protocol);
const VALUES: Record<string, Record<string, (value: string) => boolean>> = {
  a: { href: isLink, 'data-button': (value) => value === '' },
  img: {
    'data-media': (value) => UUID.test(value),
    alt: () => true,
    width: (value) => PIXELS.test(value),
    height: (value) => PIXELS.test(value),
  },
  th: {
    colspan: (value) => COUNT.test(value),
    rowspan: (value) => COUNT.test(value),
    scope: (value) => /^(row|col)(group)?$/.test(value),
  },
  td: { colspan: (value) => COUNT.test(value), rowspan: (value) => COUNT.test(value) },
  aside: { 'data-callout': (value) => /^(info|tip|warning)$/.test(value) },
};

const elementsIn = (node: Node): Element[] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) => [...('tagName' in child ? [child] : []), ...elementsIn(child)])
    : [];
const nodesIn = (node: Node): Node[] =>
  'childNodes' in node ? node.childNodes.flatMap((child) => [child, ...nodesIn(child)]) : [];

/** What a browser would find in it that no post may have. */
function findForbidden(html: string): string[] {
  const tree = parseFragment(html);
  const others = nodesIn(tree).filter(({ nodeName }) => nodeName === '#comment' || nodeName === 'template');
  const elements = elementsIn(tree).flatMap(({ tagName, attrs, namespaceURI }) => [
    ...(TAGS.includes(tagName) ? [] : [tagName]),
    ...(namespaceURI === 'http://www.w3.org/1999/xhtml' ? [] : [namespaceURI]),
    ...attrs
      .filter(({ name, value }) => !VALUES[tagName]?.[name]?.(value))
      .map(({ name, value }) => `${tagName} ${name}=${value}`),
    ...(tagName === 'a' && !attrs.some(({ name }) => name === 'href') ? ['a without href'] : []),
    ...(tagName === 'img' && !attrs.some(({ name }) => name === 'data-media') ? ['img without media'] : []),
  ]);
  return [...others.map(({ nodeName }) => nodeName), ...elements];
}

test('the corpus is large', () => {
  expect(new Set(HOSTILE_POSTS).size).toBeGreaterThan(200);
});

test.each(HOSTILE_POSTS)('leaves nothing harmful of %s', (paste) => {
  for (const html of [paste, `<p>a ${paste} b</p>`, `<table><tr><td>${paste}</td></tr></table>`]) {
    const clean = sanitisePost(html);
    expect(findForbidden(clean)).toEqual([]);
    expect(sanitisePost(clean)).toBe(clean);
    expect(clean).not.toMatch(/alert\(1\)[^<]*<\/script/i);
  }
});

test('a page has no more than the text and what the server adds', () => {
  for (const paste of HOSTILE_POSTS) {
    const elements = elementsIn(parseFragment(renderContent(paste, new Map())));
    for (const { tagName, attrs } of elements) {
      expect([...TAGS, 'div']).toContain(tagName);
      for (const { name } of attrs)
        expect([
          'href',
          'rel',
          'class',
          'role',
          'data-callout',
          'tabindex',
          'colspan',
          'rowspan',
          'scope',
        ]).toContain(name);
    }
  }
});

test('any mixture of pieces of markup comes out clean, and stays as it is', () => {
  const piece = fc.constantFrom(
    ...HOSTILE_POSTS,
    ...ORDINARY_POSTS,
    ...TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
    ...[
      '<div>',
      '</div>',
      '<svg>',
      '</svg>',
      '<math>',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '"',
      "'",
      '<',
      '>',
      '&',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
      const clean = sanitisePost(pieces.join(''));
      expect(findForbidden(clean)).toEqual([]);
      expect(sanitisePost(clean)).toBe(clean);
    }),
    { numRuns: 1000 },
  );
});

test.each(ORDINARY_POSTS)('an ordinary article stays as it is: %s', (html) => {
  expect(sanitisePost(html)).toBe(html);
});

describe('what is written otherwise', () => {
  test.each([
    ['<h1>A</h1><h6>B</h6>', '<h2>A</h2><h4>B</h4>'],
    [
      '<p><b>a</b><i>b</i><del>c</del><ins>d</ins><kbd>e</kbd></p>',
      '<p><strong>a</strong><em>b</em><s>c</s><u>d</u><code>e</code></p>',
    ],
    ['<div>a</div><div><div>b</div></div>', '<p>a</p><p>b</p>'],
    ['<section><p>a</p><ul><li>b</li></ul></section>', '<p>a</p><ul><li>b</li></ul>'],
    ['<p>a<h2>b</h2>c</p>', '<p>a</p><h2>b</h2>c<p></p>'],
    ['<p><span style="color:red">a</span> <font>b</font></p>', '<p>a b</p>'],
    ['<a href="javascript:x">a</a>', 'a'],
    [
      '<table><tfoot><tr><td>a</td></tr></tfoot></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
  ])('%s', (html, clean) => {
    expect(sanitisePost(html)).toBe(clean);
  });
});

test('links lead to the web, to mail, to phones and within the site', () => {
  const good = [
    'https://a.example',
    'HTTP://a.example/ä?b#c',
    'mailto:a@b.example',
    'tel:+81-3',
    '/',
    '/a/b?c#d',
  ];
  expect(good.map(safeLink)).toEqual(good);
  expect(safeLink(' https://a.example\n ')).toBe('https://a.example');
  const spaces = ' '.repeat(1_900);
  expect(safeLink(`${spaces}/a${spaces}`)).toBe('/a');
  expect(safeLink(`/a${spaces}b`)).toBe(`/a${spaces}b`);
  expect(safeLink(`${spaces}${spaces}${spaces}/a`)).toBeNull();
  expect(safeLink('/a/\\/b.example')).toBe('/a/\\/b.example');
});

test('texts are read as people read them', () => {
  expect(textOf('<h2>A &amp; B</h2><p>c<strong>d</strong><br>e &lt; f</p><ul><li>g</li></ul>')).toBe(
    'A & B cd e < f g',
  );
  expect(textOf('<p></p><figure><img data-media="x" alt="y"></figure>')).toBe('');
});

test('names the pictures of a text once', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const image = `<img data-media="${id}" alt="a &gt; b">`;
  expect(mediaIdsOf(`<figure>${image}</figure>${image}`)).toEqual([id]);
});
