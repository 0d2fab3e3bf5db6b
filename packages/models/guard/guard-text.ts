import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { allowedUrl, isDomainName, type LinkPolicy } from './link-hosts.ts';

const LONGEST_SHOWN = 200;
/** Ends an address in running text of Japanese, too. */
const ADDRESS = '[^\\s<>"\'`\\[\\]、，！？「」『』【】（）〈〉《》；：。．｡]';
const RUN = `(?:${ADDRESS}|[。．｡](?=[a-z0-9]))`;

/**
 * A piece of a model's markdown, between two places where no address can go on, with every link to a host that isn't
 * on the list turned into words that no program makes tappable: no scheme, and spaces around each dot.
 * No picture stays one. HTML goes, but for what only formats.
 */
export function guardText(text: string, policy: LinkPolicy): string {
  const inside = guardBrackets(guardTags(withoutDisguise(text)), policy);
  const words = withoutHiddenAddresses(guardAddresses(inside, policy), policy);
  // What was taken away between brackets may have joined them.
  return guardBrackets(words, policy);
}

const INVISIBLE =
  /\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufdd0-\ufdef\ufff9-\ufffb\u{e0000}-\u{e00ff}]/gu;
/** Joiners and variants of signs belong to emoji and some scripts, never between letters of an address. */
const JOINER = '[\\u200c\\u200d\\ufe00-\\ufe0f]+';
const JOINER_IN_ADDRESS = new RegExp(`(?<=[A-Za-z.:/@_-])${JOINER}|${JOINER}(?=[A-Za-z0-9.:/@_-])`, 'gu');
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi;
/** Before signs that addresses, links, tags and references are made of. */
const ESCAPE = /\\+(?=[:/.@&#;<[\]()!_?=-])/g;

/** What a reader doesn't see or a renderer takes away first, as often as it is wrapped. */
function withoutDisguise(text: string): string {
  let before: string;
  let now = text.replaceAll('\0', '');
  do {
    before = now;
    now = now
      .replaceAll(INVISIBLE, '')
      .replaceAll(JOINER_IN_ADDRESS, '')
      .replaceAll(REFERENCE, decoded)
      .replaceAll(ESCAPE, '');
  } while (now !== before);
  return now;
}

function decoded(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return decodeNamedCharacterReference(name) || whole;
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
}

const TAG = /<(?:!--[\s\S]*?(?:-->|$)|(\/?)([a-z][a-z0-9-]*)([^<>]*)>|[!?/][^<>]*>)/gi;
const FORMATS =
  /^(?:b|i|u|s|em|strong|sub|sup|p|br|hr|ul|ol|li|table|thead|tbody|tr|td|th|code|pre|kbd|mark|small|del|ins|blockquote|h[1-6]|div|span|details|summary)$/i;
const HTML =
  /^(?:a|abbr|address|applet|area|article|aside|audio|base|body|button|canvas|dialog|embed|fieldset|font|footer|form|frame|frameset|head|header|html|iframe|image|img|input|label|link|main|map|marquee|math|meta|nav|noscript|object|option|picture|script|section|select|source|style|svg|template|textarea|title|track|video)$/i;
const OPEN_TAG = /<(?=[a-z!?/])(?![^<>]*>)/gi;

/** As often as taking one away makes another. */
function guardTags(text: string): string {
  let before: string;
  let now = text;
  do {
    before = now;
    now = now.replaceAll(TAG, guardTag).replaceAll(OPEN_TAG, ' ‹');
  } while (now !== before);
  return now;
}

function guardTag(whole: string, slash?: string, name?: string, rest = ''): string {
  if (name === undefined) return '';
  const isAutolink = /^[a-z][a-z0-9+.-]*[:@]/i.test(name + rest);
  if (isAutolink) return ` ${whole.slice(1, -1)} `;
  if (FORMATS.test(name)) return `<${slash ?? ''}${name}${rest.trim().endsWith('/') ? '/' : ''}>`;
  return HTML.test(name) || rest.includes('=') ? '' : ` ‹${whole.slice(1, -1)}›`;
}

const LABEL = '([^\\[\\]]{0,500})';
const TARGET = '(?:<[^<>\\n]*>|[^\\s()]*(?:\\([^\\s()]*\\)[^\\s()]*)*)';
const TITLE = '(?:\\s+(?:"[^"]*"|\'[^\']*\'|\\([^()]*\\)))?';
/** A link as a whole. */
export const LINK = new RegExp(`!*\\[${LABEL}\\]\\(\\s*(${TARGET})${TITLE}\\s*\\)`, 'g');
const MAIL_TARGET = /^mailto:([\w.+-]+@[\w.-]+\w)(?:\?.*)?$/i;
const DEFINITION = /\](:\s*)(<[^<>\n]*>|[^\s<]\S*)/g;
/** Stands before the target of a link that was allowed, while the brackets that weren't are taken apart. */
const KEPT = '\ufdd2';

/** Whatever program reads it: behind every `](` and `]:` that is left stands an address that is allowed. */
function guardBrackets(text: string, policy: LinkPolicy): string {
  return text
    .replaceAll(LINK, (_whole, label: string, target: string) => {
      const url = allowedUrl(withoutAngles(target), policy);
      if (url) return `[${label}]${KEPT}(${safeHref(url)})`;
      const words = /^\d{1,3}$/.test(label) ? `[${label}]` : label.trim();
      const mail = MAIL_TARGET.exec(withoutAngles(target))?.[1];
      // No link, but an address of an allowed host stays readable: it is judged with those of the text.
      const shown = mail ?? broken(withoutAngles(target).replace(/^#.*/, ''));
      return shown === '' || words === '' || isSame(words, target) ? words || shown : `${words} (${shown})`;
    })
    .replaceAll(/\](?=\()/g, '] ')
    .replaceAll(KEPT, '')
    .replaceAll(DEFINITION, (whole, between: string, target: string) => {
      if (allowedUrl(withoutAngles(target), policy)) return whole;
      return `] ${between}${target}`;
    })
    .replaceAll(/!+(?=\[[^[\]]*\]\()/g, '')
    .replaceAll(/!(?=\[)/g, '! ');
}

const withoutAngles = (target: string): string => target.replace(/^<([\s\S]*)>$/, '$1').trim();
const isSame = (label: string, target: string): boolean =>
  withoutScheme(label) === withoutScheme(withoutAngles(target));
const withoutScheme = (address: string): string =>
  address.replace(/^[a-z][a-z0-9+.-]*:[\\/]*/i, '').replace(/[\\/]+$/, '');
const safeHref = ({ href }: URL): string =>
  href.replaceAll(/[`()[\]<>"'\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const LETTER = /[\p{L}\p{N}]/u;
const HOST_ONLY = /^(?:https?:\/\/)?[^/?#]*$/i;

/** Whether some program would read what follows as a part of the link, and of its host when nothing else follows that. */
function goesOn(link: string, rest: string): boolean {
  if (LETTER.test(rest.charAt(0))) return true;
  const run = /^[^\s/?#]*/.exec(rest)?.[0] ?? '';
  return HOST_ONLY.test(link) && /[^?!.,:;*_~'")\]]/.test(run);
}

const ASCII_NAME = '(?:[a-z0-9_][a-z0-9_-]*[.．｡。])+[a-z][a-z0-9-]*';
const SCHEMES = new RegExp(`[a-z][a-z0-9+.-]*:[\\\\/]{2,}${RUN}*`, 'giu');
const NAMES = new RegExp(
  [
    `(?<mail>[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}_-]*(?:\\.[\\p{L}\\p{N}_-]+)+)`,
    `(?<www>(?<![a-z0-9])www\\.${RUN}*)`,
    `(?<unicode>(?=[\\p{L}\\p{N}_.．｡。-]*(?![\\x00-\\x7f．｡。])[\\p{L}\\p{N}])(?:[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*[.．｡。])+[\\p{L}][\\p{L}\\p{N}-]*(?::\\d{1,5}(?![a-z0-9]|\\.[a-z0-9]))?(?:[/?#\\\\]${RUN}*)?)`,
    `(?<name>(?<![a-z0-9])${ASCII_NAME}\\.?(?::\\d{1,5}(?![a-z0-9]|\\.[a-z0-9]))?(?:[/?#\\\\]${RUN}*)?)`,
    `(?<number>(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.]*\\d)(?::\\d{1,5}(?![a-z0-9]|\\.[a-z0-9]))?(?:[/?#]${RUN}*)?)`,
    `(?<opener>(?<![\\p{L}\\p{N}])(?:tel|sms|callto|mailto|facetime|skype|geo):(?=\\S))`,
  ].join('|'),
  'giu',
);
const LEADING_NAME = new RegExp(`^${ASCII_NAME}`, 'i');
const TRAILING = /(?:[)\]}.,:;!?*_~|'"]|&[a-z]+;)+$/i;

/** Around the number of a link that stays, while names are looked for in the rest. */
const [OPENS, CLOSES] = ['\ufdd0', '\ufdd1'];
const PLACEHOLDER = new RegExp(`${OPENS}(\\d+)${CLOSES}`, 'g');

/** Addresses with a scheme first: what looks like a name may be the beginning of one. */
function guardAddresses(text: string, policy: LinkPolicy): string {
  const links: string[] = [];
  const put = (link: string): string => `${OPENS}${links.push(link) - 1}${CLOSES}`;
  const withoutSchemes = replaceTokens(text, SCHEMES, {
    judge: ({ 0: url }) => judgeUrl(url, url, policy),
    put,
  });
  const judge = ({ groups }: RegExpExecArray): Judged => judgeNamed(groups ?? {}, policy);
  return replaceTokens(withoutSchemes, NAMES, { judge, put: (link) => link })
    .replaceAll(/(?<![a-z0-9])www[.．｡。](?![\p{L}\p{N}])/giu, 'www .')
    .replaceAll(PLACEHOLDER, (_, index: string) => links[Number(index)] ?? '');
}

function replaceTokens(
  text: string,
  pattern: RegExp,
  {
    judge,
    put,
  }: { readonly judge: (match: RegExpExecArray) => Judged; readonly put: (link: string) => string },
): string {
  const tokens = new RegExp(pattern);
  let out = '';
  let end = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const { shown, length, isLink } = judge(match);
    const at = match.index;
    const left = isLink && LETTER.test(text[at - 1] ?? '') ? ' ' : '';
    const right = isLink && goesOn(shown, text.slice(at + length)) ? ' ' : '';
    out += `${text.slice(end, at)}${left}${isLink ? put(shown) : shown}${right}`;
    end = at + length;
    tokens.lastIndex = Math.max(end, at + 1);
  }
  return out + text.slice(end);
}

interface Judged {
  readonly shown: string;
  /** Characters of the text it stands for; what follows is looked at again. */
  readonly length: number;
  /** It stays something that can be opened. */
  readonly isLink: boolean;
}

function judgeNamed(found: Record<string, string | undefined>, policy: LinkPolicy): Judged {
  const { mail, www, name, number, unicode, opener } = found;
  if (mail !== undefined) return judgeMail(mail, policy);
  const bare = www ?? number;
  if (bare !== undefined) return judgeUrl(bare, `http://${bare}`, policy);
  if (opener !== undefined) return { shown: ' ', length: opener.length, isLink: false };
  return judgeName(name ?? unicode ?? '', policy);
}

/** `address`: what was written, with a scheme. */
function judgeUrl(written: string, address: string, policy: LinkPolicy): Judged {
  const added = address.length - written.length;
  // Running text in Japanese goes on without a space.
  const [, ascii = ''] = /^([\x21-\x7e]+)(?![.。．｡][a-z0-9])/i.exec(address) ?? [];
  for (const one of [address, ascii].map(withoutTrailing)) {
    if (!allowedUrl(one, policy)) continue;
    const kept = one.slice(added);
    return { shown: kept, length: kept.length, isLink: true };
  }
  return { shown: broken(written), length: written.length, isLink: false };
}

const withoutTrailing = (address: string): string =>
  address.replace(TRAILING, (end) => (closesOwn(address, end) ? end : ''));

/** `(https://…/a_(b))`: a bracket that was opened within the address belongs to it. */
const closesOwn = (address: string, end: string): boolean =>
  end === ')' && address.split('(').length === address.split(')').length;

function judgeMail(mail: string, policy: LinkPolicy): Judged {
  const at = mail.lastIndexOf('@');
  const isLink = policy.allowsHost(mail.slice(at + 1)) && !holdsDomain(mail.slice(0, at));
  return { shown: isLink ? mail : broken(mail), length: mail.length, isLink };
}

/** Words with a dot between them that aren't a domain stay as they are: `TP.HCM`, `report.pdf`. */
function judgeName(written: string, policy: LinkPolicy): Judged {
  const host = /^[^/?#\\:]*/.exec(written)?.[0].replace(/\.$/, '') ?? '';
  const judged = holdsDomain(host) ? judgeUrl(written, `http://${written}`, policy) : null;
  if (judged?.isLink) {
    // Without a scheme, what stands behind a host may be read as an address of its own.
    return /[.．｡。]/.test(written.slice(host.length))
      ? { shown: host, length: host.length, isLink: true }
      : judged;
  }
  const start = LEADING_NAME.exec(host)?.[0];
  if (!judged && start !== undefined && start !== host) return judgeName(start, policy);
  // `公式サイトはshop.example`: words without a space before an address.
  const inner = host.search(/(?<=\P{ASCII})[a-zA-Z0-9]/u);
  const words = host.slice(0, inner);
  if (inner > 0) return { shown: holdsDomain(words) ? broken(words) : words, length: inner, isLink: false };
  return judged ?? { shown: host, length: host.length, isLink: false };
}

/** Programs that make addresses tappable may stop before a label that no registry knows. */
function holdsDomain(name: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?!\d)/.test(name)) return true;
  const labels = name.split(/[.．｡。]/);
  return labels.some(
    (label, index) =>
      /^www$/i.test(label) ||
      (index > 0 && isDomainName([...labels.slice(0, index), label.replace(/_.*$/s, '')].join('.'))),
  );
}

/** An address as words: nothing makes it a link again. */
function broken(written: string): string {
  const bare = written
    .replaceAll(/[a-z][a-z0-9+.-]*:[\\/]{2,}/gi, '')
    .replace(/^(?:javascript|data|vbscript|tel|sms|mailto|file):/i, '')
    .replace(/^[\\/]+/, '');
  const apart = bare
    .replaceAll(/\s*[.．｡。]+(?=\S)/g, ' . ')
    .replaceAll('@', ' @ ')
    .trim();
  return apart.length > LONGEST_SHOWN ? `${apart.slice(0, LONGEST_SHOWN).toWellFormed()}…` : apart;
}

const WORD = /[^\s、，！？「」『』【】（）]+/g;
const MARKS = /[*_~`|]+|<\/?[a-z0-9]+\/?>/gi;

/** `ev**il.c**om`: an address that appears once marks of formatting are gone. */
function withoutHiddenAddresses(text: string, policy: LinkPolicy): string {
  return text.replaceAll(WORD, (word) => {
    const bare = word.replaceAll(MARKS, '');
    if (bare === word) return word;
    const guarded = guardAddresses(bare, policy);
    return guarded === bare ? word : guarded;
  });
}
