/** PostgreSQL reads PG* variables, and its messages (which we match) follow the locale: give it neither. */
export const programEnvironment = (): Record<string, string> => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});
