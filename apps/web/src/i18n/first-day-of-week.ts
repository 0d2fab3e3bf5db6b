const SUNDAY = 0;
const MONDAY = 1;
/** For browsers that do not know (Firefox). */
const STARTS_ON_MONDAY = ['vi'];

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  firstDay: number;
}
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** The day that weeks of this locale begin with, 0 for Sunday to 6 for Saturday. */
export function firstDayOfWeek(
  tag: string,
  describe = (name: string): LocaleWithWeek => new Intl.Locale(name),
) {
  const locale = describe(tag);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (info) return (info.firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
  return STARTS_ON_MONDAY.includes(locale.language) ? MONDAY : SUNDAY;
}
