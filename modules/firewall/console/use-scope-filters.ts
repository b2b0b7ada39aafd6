import { type Filter, useRead, useSession, useTexts, words } from '@patchbay/console-kit';
import { texts } from './texts.ts';

const FRESH_MS = 300_000;

/** Filters of every list of firewalls: where, and of which maker. */
export function useScopeFilters(): readonly Filter[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const enabled = mayCall('GET', '/controllers/vendors');
  const { data } = useRead('/controllers/vendors', {}, { freshMs: FRESH_MS, enabled });
  return [
    { kind: 'site', key: 'site_id', label: w.site },
    { kind: 'controller', key: 'controller_id', label: w.controller },
    {
      kind: 'choice',
      key: 'vendor',
      label: t.vendor,
      choices: (data?.vendors ?? []).map(({ id, title }) => ({ value: id, label: title })),
    },
  ];
}
