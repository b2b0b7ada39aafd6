/** Order matters: every browser names those that it takes after. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\/([0-9]+)/],
  ['Opera', /\bOPR\/([0-9]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([0-9]+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/([0-9]+)/],
  ['Safari', /\bVersion\/([0-9]+)\S* (?:Mobile\/\S+ )?Safari\//],
  ['curl', /^curl\/([0-9.]+)/],
  ['Node', /^node(?:\/([0-9]+))?$/],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system in a few words: `Firefox 140, Linux`; what is not known stays as it was sent. */
export function browserName(user_agent: string): string {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const found = pattern.exec(user_agent);
    return found === null ? [] : [found[1] === undefined ? name : `${name} ${found[1]}`];
  })[0];
  if (browser === undefined) return user_agent === '' ? '–' : user_agent;
  const system = SYSTEMS.find(([, pattern]) => pattern.test(user_agent))?.[0];
  return system === undefined ? browser : `${browser}, ${system}`;
}
