/** How a vendor's own application draws a chat today; always light, never in our colours. */
export interface PhoneLook {
  readonly header: string;
  readonly onHeader: string;
  /** What the vendor's application writes below an account's name, in its own words. */
  readonly subtitle?: string;
  readonly hasFace?: true;
  readonly wall: string;
  readonly onWall: string;
  /** Of the friend, and of the account. */
  readonly mine: string;
  readonly onMine: string;
  readonly theirs: string;
  readonly link: string;
  readonly radius: number;
}

/** LINE since 2020: white header, blue-grey wall, white and light-green bubbles. */
export const LINE_LOOK: PhoneLook = {
  header: '#ffffff',
  onHeader: '#111111',
  wall: '#8fa7c9',
  onWall: '#14263f',
  mine: '#98e879',
  onMine: '#111111',
  theirs: '#ffffff',
  link: '#0b57b7',
  radius: 17,
};

/** White header with “Official Account”, grey wall, white cards, light-blue own messages, blue links. */
export const ZALO_LOOK: PhoneLook = {
  header: '#ffffff',
  onHeader: '#081b3a',
  subtitle: 'Official Account',
  hasFace: true,
  wall: '#e9ecf1',
  onWall: '#4a5a72',
  mine: '#d5e8ff',
  onMine: '#081b3a',
  theirs: '#ffffff',
  link: '#0057d8',
  radius: 9,
};

/** White header with “bot”, green wall, white and pale-green bubbles. */
export const TELEGRAM_LOOK: PhoneLook = {
  header: '#ffffff',
  onHeader: '#111111',
  subtitle: 'bot',
  hasFace: true,
  wall: '#cfdfb8',
  onWall: '#33491f',
  mine: '#e4fdd0',
  onMine: '#111111',
  theirs: '#ffffff',
  link: '#1268ad',
  radius: 14,
};

/** Our own widget, in the colour it begins with. */
export const WEB_LOOK: PhoneLook = {
  header: '#15803d',
  onHeader: '#ffffff',
  wall: '#ffffff',
  onWall: '#5b6573',
  mine: '#15803d',
  onMine: '#ffffff',
  theirs: '#f3f5f7',
  link: '#0b57b7',
  radius: 14,
};
