import { beforeLast, namesOf, type Tree } from './tree.ts';

export interface NewPage {
  readonly name: string;
  readonly feature: string;
  /** Titles in Japanese and Vietnamese; the English one without them. */
  readonly ja?: string | undefined;
  readonly vi?: string | undefined;
}

const WEB = 'apps/web/src';

/** A page with its route, its words in three languages and its line among the pages that a browser looks at. */
export function newPage(tree: Tree, { name, feature, ja, vi }: NewPage): void {
  const { pascal, camel, title } = namesOf(name);
  const url = name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
  tree.create(
    `${WEB}/routes/_default/${url}.tsx`,
    `import { createFileRoute } from '@tanstack/react-router';
import { ${pascal}Page } from '../../features/${feature}/${pascal}Page.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/${url}')({
  loader: () => loadWords('${feature}'),
  component: ${pascal}Page,
});
`,
  );
  tree.create(
    `${WEB}/features/${feature}/${pascal}Page.tsx`,
    `import { useWords } from '../../i18n/use-words.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';

export function ${pascal}Page() {
  const { t } = useWords();
  return (
    <PageFrame title={t('${camel}.title')}>
      <Surface>
        <EmptyState icon="search-x" title={t('${camel}.empty')} />
      </Surface>
    </PageFrame>
  );
}
`,
  );
  addEnglish(tree, { feature, camel, title });
  addTranslation(tree, { feature, camel, locale: 'ja', title: ja ?? title, empty: 'まだ何もありません' });
  addTranslation(tree, { feature, camel, locale: 'vi', title: vi ?? title, empty: 'Chưa có gì' });
  tree.edit('e2e/pages.e2e.ts', (text) =>
    beforeLast(
      text,
      '} as const satisfies Record<string, Visit>',
      `'${title.toLowerCase()}': { at: () => '/${url}' },\n`,
    ),
  );
}

interface Words {
  readonly feature: string;
  readonly camel: string;
  readonly title: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

function addEnglish(tree: Tree, { feature, camel, title }: Words): void {
  const file = `${WEB}/features/${feature}/words/en.ts`;
  if (!tree.has(file))
    tree.create(file, `\ndeclare module '../../../i18n/words.ts' {\n  interface EnglishWords {\n  }\n}\n`);
  tree.edit(file, (text) => {
    const words = `export const ${camel} = { title: ${quoted(title)}, empty: 'Nothing here yet' } as const;\n\n`;
    const declared = beforeLast(text, '  }\n}', `    readonly ${camel}: typeof ${camel};\n`);
    return beforeLast(declared, 'declare module', words);
  });
}

function addTranslation(
  tree: Tree,
  { feature, camel, locale, title, empty }: Words & { locale: string; empty: string },
): void {
  const file = `${WEB}/features/${feature}/words/${locale}.ts`;
  if (!tree.has(file)) {
    tree.create(
      file,
      "import type { WordsLike } from '../../../i18n/words.ts';\nimport type * as english from './en.ts';\n",
    );
  }
  tree.edit(
    file,
    (text) =>
      `${text}
export const ${camel} = {
  title: ${quoted(title)},
  empty: ${quoted(empty)},
} as const satisfies WordsLike<typeof english.${camel}>;
`,
  );
}
