import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeLast, namesOf, ScaffoldError, type Tree, withImport } from './tree.ts';

const TEMPLATES = path.join(import.meta.dirname, 'channel');

/** Words of the setup guide. The vendor's own words for these take their place. */
const WORDS = {
  en: {
    copy: 'Copy token and secret',
    token: 'Access token',
    secret: 'Signing secret',
    where: 'In the console of the vendor.',
    shape: 'Copy the whole text: at least 20 characters.',
    whatHappens: 'The token is checked with the vendor, then the webhook is set.',
    connect: 'Check and connect',
    unreachable: 'The vendor cannot reach this server yet',
    unreachableText: 'Put the server behind a public https address and set PUBLIC_URL to it.',
  },
  ja: {
    copy: 'トークンとシークレットをコピー',
    token: 'アクセストークン',
    secret: '署名シークレット',
    where: 'サービスの管理画面にあります。',
    shape: '全体をコピーしてください（20 文字以上）。',
    whatHappens: 'トークンを確認し、Webhook を設定します。',
    connect: '確認して接続',
    unreachable: 'まだこのサーバーに接続できません',
    unreachableText: 'サーバーを公開の https アドレスで公開し、PUBLIC_URL に設定してください。',
  },
  vi: {
    copy: 'Sao chép token và khóa bí mật',
    token: 'Access token',
    secret: 'Khóa ký',
    where: 'Trong trang quản lý của nhà cung cấp.',
    shape: 'Sao chép toàn bộ: ít nhất 20 ký tự.',
    whatHappens: 'Token được kiểm tra, sau đó webhook được thiết lập.',
    connect: 'Kiểm tra và kết nối',
    unreachable: 'Nhà cung cấp chưa thể kết nối tới máy chủ này',
    unreachableText: 'Đặt máy chủ sau một địa chỉ https công khai và đặt PUBLIC_URL thành địa chỉ đó.',
  },
} as const;

/**
 * A channel of a vendor with a token, signed webhooks and messages of text, which passes the suite against its fake:
 * the vendor's real API takes the place of the one that is made up here.
 */
export function newChannel(tree: Tree, kind: string): void {
  if (!/^[a-z]+$/.test(kind))
    throw new ScaffoldError(`"${kind}" is no kind of a channel; one is like telegram`);
  const folder = `packages/channels/${kind}`;
  if (tree.has(folder)) throw new ScaffoldError(`${folder} is there already`);
  const from = (template: string, words: Readonly<Record<string, string>> = {}) =>
    fill(template, kind, words);
  for (const part of ['manifest.ts', 'channel.ts', 'channel.test.ts'])
    tree.create(`${folder}/${kind}.${part}`, from(part));
  for (const part of ['credentials.ts', 'client.ts', 'webhook.ts', 'to-messages.ts'])
    tree.create(`${folder}/${part}`, from(part));
  tree.create(`${folder}/fake/fake-${kind}.ts`, from('fake/fake.ts'));
  const guide = `apps/web/src/features/channels/guides/${kind}`;
  tree.create(`${guide}/guide.ts`, from('guide.ts'));
  for (const [locale, words] of Object.entries(WORDS))
    tree.create(`${guide}/${locale}.ts`, from('words.ts', words));
  addToLists(tree, kind);
}

function fill(template: string, kind: string, words: Readonly<Record<string, string>>): string {
  const { camel, pascal, constant, title } = namesOf(kind);
  const names = { ...words, kind, camel, Kind: pascal, CONSTANT: constant, Title: title };
  const text = readFileSync(path.join(TEMPLATES, `${template}.template`), 'utf8');
  return Object.entries(names).reduce(
    (filled, [name, value]) => filled.replaceAll(`__${name}__`, value),
    text,
  );
}

/** The server's list of kinds, and the web's. */
function addToLists(tree: Tree, kind: string): void {
  const { camel, pascal } = namesOf(kind);
  tree.edit('apps/server/src/app/channels.ts', (text) => {
    const [before = '', after = ''] = text.split('\ninterface Further');
    const entry = `  { create: (hosts) => create${pascal}Channel({ hosts }), hosts: hostsOf(config, '${kind}') },\n`;
    const listed = `${beforeLast(before, '];', entry)}\ninterface Further${after}`;
    return withImport(listed, `create${pascal}Channel`, `@hanasu/channels/${kind}/${kind}.channel`);
  });
  tree.edit('apps/web/src/entities/channel/channel-kinds.ts', (text) => {
    const [before = '', after = ''] = text.split('\nexport const kindOf');
    const listed = `${beforeLast(before, '];', `  { manifest: ${camel}Manifest },\n`)}\nexport const kindOf${after}`;
    return withImport(listed, `${camel}Manifest`, `@hanasu/channels/${kind}/${kind}.manifest`);
  });
}
