import { ENDPOINTS } from '@hanasu/contract/api';
import type { Access, Endpoint } from '@hanasu/contract/endpoint';

/** From the least role; what one of them may, the next may, too. */
const ROLES = [
  ['public', 'anybody'],
  ['viewer', 'viewer'],
  ['operator', 'operator'],
  ['admin', 'admin'],
  ['owner', 'owner'],
] as const satisfies [Access, string][];

const [FROM, TO] = ['<!-- endpoints -->', '<!-- end of endpoints -->'];

/** docs/roles.md with the endpoints of the contract between its marks; what stands around them is written by hand. */
export function withEndpoints(text: string): string {
  const [before = '', rest = ''] = text.split(FROM);
  const [, after = ''] = rest.split(TO);
  return `${before}${FROM}\n\n${endpointLists()}\n\n${TO}${after}`;
}

function endpointLists(): string {
  const sorted = ENDPOINTS.toSorted((one, other) =>
    compare(`${one.path} ${one.method}`, `${other.path} ${other.method}`),
  );
  const areas = Object.entries(Object.groupBy(sorted, ({ tag }) => tag));
  return areas
    .toSorted(([one], [other]) => compare(one, other))
    .map(([tag, endpoints = []]) => `### ${capitalised(tag)}\n\n${byRole(endpoints)}`)
    .join('\n\n');
}

function byRole(endpoints: readonly Endpoint[]): string {
  return ROLES.map(([access, name]) => [name, endpoints.filter((each) => each.access === access)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => [`- **${name}**`, ...own.map(line)].join('\n'))
    .join('\n');
}

const line = ({ method, path, summary, confirmed }: Endpoint): string =>
  `  - \`${method} ${path}\`: ${summary}${confirmed === true ? ' (confirmed address)' : ''}`;

const compare = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
