import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../../shell/icons/Icon.tsx';
import { phoneLookOf } from './channel-kinds.ts';
import classes from './PhoneFrame.module.css';

interface PhoneFrameProps {
  /** Kind of channel: whose application it is. */
  kind: string;
  /** Name of the official account. */
  title: string;
  label: string;
  /** What stands between the header and the foot. */
  children: ReactNode;
  foot?: ReactNode;
  /** As high as what is in it, for a few lines beside a form. */
  isSmall?: boolean;
}

/** A phone with a vendor's application open; its colours are variables for what is in it. */
export function PhoneFrame({ kind, title, label, children, foot, isSmall }: PhoneFrameProps) {
  const look = phoneLookOf(kind);
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
  return (
    <section className={classes.phone} style={style} aria-label={label} data-small={isSmall || undefined}>
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
