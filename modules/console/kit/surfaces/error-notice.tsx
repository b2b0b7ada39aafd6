import { Button } from '../controls/button.tsx';
import { ApiError } from '../data/client.ts';
import { PROOF_DECLINED } from '../session/proof.ts';
import { defineTexts, useTexts } from '../text/texts.ts';
import { Notice } from './notice.tsx';

const texts = defineTexts({
  en: {
    failed: 'This did not work',
    forbidden: 'This is not allowed for you',
    forbidden_hint: 'Ask an administrator of your organization for the permission.',
    missing: 'There is no such thing here',
    missing_hint: 'It was deleted, or the address is wrong.',
    away: 'The platform does not answer',
    away_hint: 'It is tried again by itself.',
    again: 'Try again',
    request: (id: string) => `Request ${id}`,
  },
  de: {
    failed: 'Das hat nicht geklappt',
    forbidden: 'Das dürfen Sie nicht',
    forbidden_hint: 'Bitten Sie die Verwaltung Ihrer Organisation um die Berechtigung.',
    missing: 'Das gibt es hier nicht',
    missing_hint: 'Es wurde gelöscht, oder die Adresse stimmt nicht.',
    away: 'Die Plattform antwortet nicht',
    away_hint: 'Es wird von selbst noch einmal versucht.',
    again: 'Noch einmal',
    request: (id: string) => `Anfrage ${id}`,
  },
});

export interface ErrorNoticeProps {
  readonly error: unknown;
  retry?(): void;
}

/** An error of the platform with the id under which its log has it. */
export function ErrorNotice({ error, retry }: ErrorNoticeProps) {
  const t = useTexts(texts);
  const [title, hint] = saying(error, t);
  return (
    <Notice
      kind={error instanceof ApiError && error.status === 403 ? 'warning' : 'bad'}
      title={title}
      isUrgent
    >
      <p>{hint}</p>
      {error instanceof ApiError && error.request_id !== null ? (
        <p className="muted mono">{t.request(error.request_id)}</p>
      ) : null}
      {retry === undefined ? null : (
        <div>
          <Button onPress={retry}>{t.again}</Button>
        </div>
      )}
    </Notice>
  );
}

interface Words {
  readonly failed: string;
  readonly forbidden: string;
  readonly forbidden_hint: string;
  readonly missing: string;
  readonly missing_hint: string;
  readonly away: string;
  readonly away_hint: string;
}

function saying(error: unknown, t: Words): readonly [title: string, hint: string] {
  if (!(error instanceof ApiError)) return [t.away, t.away_hint];
  if (error.type === PROOF_DECLINED) return [t.failed, error.message];
  if (error.status === 403) return [t.forbidden, `${error.message} ${t.forbidden_hint}`];
  if (error.status === 404) return [t.missing, t.missing_hint];
  return [t.failed, error.message];
}
