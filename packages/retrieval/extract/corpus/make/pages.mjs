import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const escapeText = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const element = (name, value) => `<${name}>${escapeText(value)}</${name}>`;

/** A page as a shop has it: the table's head in `thead`, a note with its mark. */
export function htmlOf(text, lang) {
  const table = ([head, ...rows]) =>
    `<table border="1"><thead><tr>${head.map((cell) => element('th', cell)).join('')}</tr></thead><tbody>${rows
      .map((row) => `<tr>${row.map((cell) => element('td', cell)).join('')}</tr>`)
      .join('')}</tbody></table>`;
  const link = `<a href="${escapeText(text.address)}">${escapeText(text.intro[1])}</a>`;
  return `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${escapeText(text.title)}</title>
<style>body{font-family:'Noto Sans CJK JP','DejaVu Sans';font-size:11pt}table{border-collapse:collapse}td,th{border:1px solid;padding:4px 12px}</style></head><body>
${element('h1', text.title)}
<p>${escapeText(text.intro[0])}${link}${escapeText(text.intro[2])}</p>
${element('h2', text.hoursTitle)}<ul>${text.hours.map((item) => element('li', item)).join('')}</ul>
${element('h2', text.pricesTitle)}${table(text.prices)}
${element('h2', text.branchesTitle)}${table(text.branches)}
${element('h2', text.noteTitle)}
<p>${escapeText(text.note[0])}<sup><a href="#fn1">1</a></sup>${escapeText(text.note[1])}</p>
${element('p', text.closing)}
<p id="fn1">1. ${escapeText(text.footnote)}</p>
</body></html>`;
}

/** What pandoc converts from. */
export function markdownOf(text, lang) {
  const table = ([head, ...rows]) =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return `---
title: ${text.title}
lang: ${lang}
---

${text.intro[0]}[${text.intro[1]}](${text.address})${text.intro[2]}

## ${text.hoursTitle}

${text.hours.map((item) => `- ${item}`).join('\n')}

## ${text.pricesTitle}

${table(text.prices)}

## ${text.branchesTitle}

${table(text.branches)}

## ${text.noteTitle}

${text.note[0]}[^1]${text.note[1]}

${text.closing}

[^1]: ${text.footnote}
`;
}

/** Chromium prints the page. */
export function writeChromium(path, page) {
  execFileSync(
    'chromium',
    ['--headless', '--no-sandbox', '--no-pdf-header-footer', `--print-to-pdf=${path}`, page],
    {
      stdio: 'ignore',
    },
  );
}

export function writePandoc(path, markdown) {
  execFileSync('pandoc', ['-f', 'markdown', '-s', '--mathml', '-o', path, markdown]);
}

/** LibreOffice converts a page or a workbook. `filter`: of its list of export filters, where the suffix is not enough. */
export function writeLibreOffice(path, source, { folder, type }) {
  execFileSync(
    'soffice',
    ['--headless', `-env:UserInstallation=file://${folder}/profile`, ...type, '--outdir', folder, source],
    { stdio: 'ignore' },
  );
  const made = source
    .split('/')
    .at(-1)
    .replace(/\.\w+$/, `.${path.split('.').at(-1)}`);
  renameSync(join(folder, made), path);
}

export const saveText = (path, text) => writeFileSync(path, text);
