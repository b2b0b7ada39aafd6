/** Folders of code that browsers run, each an area of its own: the shell, the kit, and the pages of a module. */
const AREAS = [/^modules\/console\/app\//, /^modules\/console\/kit\//, /^modules\/[^/]+\/console\//];
/** Contents of pages come from these alone, and their packages are those of the console. */
const OF_PAGES = ['@patchbay/console-kit', '@patchbay/client', 'react'];

/** The area of browser code that a file stands in; undefined for what Node runs. */
export const browserArea = (path: string): string | undefined =>
  AREAS.map((area) => area.exec(path)?.[0]).find((area) => area !== undefined);

/** Pages of a module, which need not declare what they import. */
export const isOfPages = (path: string): boolean => AREAS[2]?.test(path) === true;

/** Fault of importing a package from browser code. */
export function forbiddenInBrowser(path: string, name: string): string | undefined {
  if (isOfPages(path))
    return OF_PAGES.includes(name) ? undefined : `pages import ${OF_PAGES.join(', ')} and files beside them`;
  if (name === '@patchbay/kernel' || name.startsWith('@patchbay/module-'))
    return 'browsers meet the platform by its API';
  return undefined;
}

/** Fault of one file importing another by its path. */
export function acrossAreas(path: string, target: string, isTest: boolean): string | undefined {
  const area = browserArea(path);
  if (area === undefined && target.endsWith('.tsx')) return 'Node runs no .tsx';
  if (isTest || area === browserArea(target)) return undefined;
  return area === undefined ? `${target} is code of browsers` : `${target} is outside of ${area}`;
}
