import {
  defineTexts,
  fullTime,
  type InboxQueueProps,
  useInboxReport,
  useLanguage,
  useRows,
  useTexts,
} from '@patchbay/console-kit';

const texts = defineTexts({
  en: {
    ends: 'API key ends',
    ended: 'API key ended',
    detail: (at: string) => `Make a new one before ${at}.`,
  },
  de: {
    ends: 'API-Schlüssel endet',
    ended: 'API-Schlüssel beendet',
    detail: (at: string) => `Legen Sie vor ${at} einen neuen an.`,
  },
});

const SOON_MS = 14 * 86_400_000;
/** One that ended longer ago is missed by nobody. */
const LATELY_MS = 7 * 86_400_000;

export default function KeysQueue({ report }: InboxQueueProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { rows, read } = useRows(
    '/api-keys',
    { per_page: '100', sort: 'expires_at' },
    {},
    { everyMs: 300_000 },
  );
  const nowMs = Date.now();
  useInboxReport(
    { report },
    {
      rows: rows.flatMap(({ id, name, expires_at, created_at }) => {
        const endsMs = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
        if (expires_at === null || endsMs > nowMs + SOON_MS || endsMs < nowMs - LATELY_MS) return [];
        const isOver = endsMs < nowMs;
        return [
          {
            id,
            state: 'ending' as const,
            kind: isOver ? t.ended : t.ends,
            title: name,
            detail: isOver ? null : t.detail(fullTime(expires_at, language)),
            at: isOver ? expires_at : created_at,
            href: '/profile',
            search: { tab: 'api-keys' },
            actions: [],
          },
        ];
      }),
      isLoading: read.isPending,
      error: read.error,
    },
  );
  return null;
}
