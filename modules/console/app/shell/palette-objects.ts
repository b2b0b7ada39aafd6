import { useRows, useSession, useSettled, useTexts, words } from '@patchbay/console-kit';

export interface Found {
  /** Address below `/console`. */
  readonly to: string;
  readonly name: string;
  readonly kind: string;
}

const TYPING_MS = 200;
const FEWEST_LETTERS = 2;
const PER_KIND = { per_page: '5' } as const;

/** Sites, controllers and devices whose names hold what was typed; the platform searches. */
export function useFoundObjects(typed: string): readonly Found[] {
  const w = useTexts(words);
  const { mayCall } = useSession();
  const search = useSettled(typed, TYPING_MS);
  const query = { ...PER_KIND, search };
  const enabled = search.length >= FEWEST_LETTERS;
  const sites = useRows('/sites', query, {}, { enabled: enabled && mayCall('GET', '/sites') });
  const controllers = useRows(
    '/controllers',
    query,
    {},
    { enabled: enabled && mayCall('GET', '/controllers') },
  );
  const devices = useRows('/devices', query, {}, { enabled: enabled && mayCall('GET', '/devices') });
  if (!enabled) return [];
  return [
    ...sites.rows.map(({ id, name }) => ({ to: `/sites/${id}`, name, kind: w.site })),
    ...controllers.rows.map(({ id, name }) => ({ to: `/controllers/${id}`, name, kind: w.controller })),
    ...devices.rows.map(({ id, name }) => ({ to: `/devices/${id}`, name, kind: w.device })),
  ];
}
