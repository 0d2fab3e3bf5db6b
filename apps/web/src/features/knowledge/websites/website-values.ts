import { WEBSITE_PAGES_MAX, type WebsiteView } from '@hanasu/contract/websites';
import i18next from 'i18next';
import type { NewWebsite, WebsiteChanges } from './websites.queries.ts';

/** A web site as the form has it: paths stand one on a line. */
export interface WebsiteValues {
  url: string;
  mode: WebsiteView['mode'];
  schedule: WebsiteView['schedule'];
  depth: number;
  pageLimit: number;
  include: string;
  exclude: string;
  tags: string[];
}

export const NEW_WEBSITE: WebsiteValues = {
  url: '',
  mode: 'site',
  schedule: 'weekly',
  depth: 3,
  pageLimit: 200,
  include: '',
  exclude: '',
  tags: [],
};
export const DEPTH_MAX = 20;
export const PAGES_MAX = WEBSITE_PAGES_MAX;
const PATHS_MAX = 20;
const PATH_LENGTH = 200;

export const valuesOf = ({ url, mode, schedule, depth, pageLimit, include, exclude, tags }: WebsiteView) => ({
  url,
  mode,
  schedule,
  depth,
  pageLimit,
  include: include.join('\n'),
  exclude: exclude.join('\n'),
  tags: [...tags],
});

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

export const changesOf = ({
  include,
  exclude,
  url: _url,
  mode: _mode,
  ...rest
}: WebsiteValues): WebsiteChanges => ({
  ...rest,
  include: linesOf(include),
  exclude: linesOf(exclude),
});

export const requestOf = (values: WebsiteValues): NewWebsite => ({
  ...values,
  url: withScheme(values.url),
  include: linesOf(values.include),
  exclude: linesOf(values.exclude),
});

/** People type `example.com`. */
function withScheme(address: string): string {
  const typed = address.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
}

export function checkAddress(address: string): string | true {
  if (address.trim() === '') return i18next.t('fields.required');
  const url = URL.parse(withScheme(address));
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && /[.:\]]|^localhost$/.test(url.hostname);
  return isWeb || i18next.t('websites.addressInvalid');
}

export function checkPaths(text: string): string | true {
  const paths = linesOf(text);
  const isFine = paths.length <= PATHS_MAX && paths.every((path) => path.length <= PATH_LENGTH);
  return isFine || i18next.t('websites.tooManyPaths', { maximum: PATHS_MAX });
}

export function checkNumber(minimum: number, maximum: number) {
  return (value: number): string | true => {
    if (!Number.isInteger(value)) return i18next.t('fields.wholeNumber');
    if (value < minimum) return i18next.t('fields.tooSmall', { minimum: String(minimum) });
    return value <= maximum || i18next.t('fields.tooBig', { maximum: String(maximum) });
  };
}
