import { useElementSize } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../../shell/icons/Icon.tsx';
import { phoneLookOf } from './channel-kinds.ts';
import classes from './PhoneFrame.module.css';

/** What an application has of a screen, below the system's bar. CSS pixels. */
export interface PhoneScreen {
  readonly width: number;
  readonly height: number;
}
/** Common ones: an iPhone 15, and an Android phone with its three buttons. */
export const PHONE_SCREENS = {
  ios: { width: 393, height: 759 },
  android: { width: 360, height: 728 },
} as const satisfies Record<string, PhoneScreen>;

interface PhoneFrameProps {
  /** Kind of channel: whose application it is. */
  kind: string;
  /** Name of the official account. */
  title: string;
  label: string;
  /** What stands between the header and the foot. */
  children: ReactNode;
  foot?: ReactNode;
  /** Its size; without it, as large as fits. */
  screen?: PhoneScreen | undefined;
  /** As high as what is in it, for a few lines beside a form. */
  isSmall?: boolean;
}

/** A phone with a vendor's application open; its colours are variables for what is in it. */
export function PhoneFrame({ kind, title, label, children, foot, screen, isSmall }: PhoneFrameProps) {
  const look = phoneLookOf(kind);
  const { ref, width } = useElementSize();
  const style = {
    '--phone-header': look.header,
    '--phone-on-header': look.onHeader,
    '--phone-wall': look.wall,
    '--phone-on-wall': look.onWall,
    '--phone-mine': look.mine,
    '--phone-on-mine': look.onMine,
    '--phone-theirs': look.theirs,
    '--phone-link': look.link,
    '--phone-radius': `${look.radius}px`,
  } as CSSProperties;
  const phone = (
    <section
      className={classes.phone}
      style={screen ? { ...style, ...sizeOf(screen, width) } : style}
      aria-label={label}
      data-small={isSmall || undefined}
    >
      <header className={classes.top}>
        <Icon name="chevron-left" size={20} />
        {look.hasFace && (
          <span className={classes.face} aria-hidden>
            {[...title][0]?.toUpperCase()}
          </span>
        )}
        <span className={classes.names}>
          <span className={classes.title}>{title}</span>
          {look.subtitle && <small>{look.subtitle}</small>}
        </span>
        <Icon name="menu" size={18} />
      </header>
      {children}
      {foot}
    </section>
  );
  return screen ? (
    <div ref={ref} className={classes.place}>
      {phone}
    </div>
  ) : (
    phone
  );
}

/** Padding and border of the frame, on both sides together. */
const FRAME = 21;
/** Everything on the screen is as large as on the phone, and all of it smaller where there is less room. */
function sizeOf({ width, height }: PhoneScreen, room: number): CSSProperties {
  const [outerWidth, outerHeight] = [width + FRAME, height + FRAME];
  const zoom = room > 0 ? Math.min(1, room / outerWidth) : 1;
  return { width: outerWidth, maxWidth: 'none', height: outerHeight, padding: 9, zoom };
}

interface PhoneTalkProps extends Pick<PhoneFrameProps, 'kind' | 'title' | 'label'> {
  /** What the customer writes. */
  asked: string;
  answered: string;
}

/** One message and its reply as the customer sees them. */
export const PhoneTalk = ({ asked, answered, ...frame }: PhoneTalkProps) => (
  <PhoneFrame {...frame} isSmall>
    <div className={classes.talk}>
      <p data-from="friend">{asked}</p>
      <p>{answered}</p>
    </div>
  </PhoneFrame>
);
