const ROD_AND_GREEN =
  'M5 8h54a3 3 0 0 1 0 6H5a3 3 0 0 1 0-6Zm4 10h12v40.5c0 1.8-2.2 2.7-3.5 1.4L9 51.4V18Zm17 0h12v32H26V18Z';
const PERSON = 'M43 18h12v25a7 7 0 0 1-7 7h-5V18Z';
const LETTERS = [
  'M78 13v36M78 37a9.5 9.5 0 0 1 19 0v12',
  'M129 28v21M129 38.5a10.5 10.5 0 1 1-21 0a10.5 10.5 0 0 1 21 0Z',
  'M141 28v21M141 37a9 9 0 0 1 18 0v12',
  'M191 28v21M191 38.5a10.5 10.5 0 1 1-21 0a10.5 10.5 0 0 1 21 0Z',
  'M217 31c-2-2.5-4.5-3.2-7-3.2c-4 0-7 2-7 5.2c0 7.5 15 3.6 15 10.7c0 3.4-3.3 5.5-7.5 5.5c-3.3 0-6.2-1.2-8-3.9',
  'M228 28v12a9 9 0 0 0 18 0v-12M246 28v21',
];

const cloth = (
  <>
    <path fill="var(--accent-text)" d={ROD_AND_GREEN} />
    <path fill="var(--ill-kaki)" d={PERSON} />
  </>
);

/** A shop curtain on its rod, which is also a speech bubble; the persimmon panel is the person who steps out. */
export const Mark = ({ height = 26 }: { height?: number }) => (
  <svg viewBox="0 0 64 64" height={height} aria-hidden>
    {cloth}
  </svg>
);

/** The mark and the name, drawn. */
export const Wordmark = ({ height = 26 }: { height?: number }) => (
  <svg viewBox="0 0 252 64" height={height} aria-hidden>
    {cloth}
    <path
      fill="none"
      stroke="var(--text-strong)"
      strokeWidth={5}
      strokeLinecap="round"
      strokeLinejoin="round"
      d={LETTERS.join('')}
    />
  </svg>
);
